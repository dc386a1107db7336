"""Two long values of brackets within brackets, told by the members that differ, wherever these stand.

    tokens = {"root": [(A, 1), (B, 2)], "end": [(C, 3)]}
    tokens = {"root": [(A, 1), (B, 4), (D, 5)], "end": [(C, 3)]}
        in `"root"` has `(B, 4)` in the place of `(B, 2)`, now also has `(D, 5)`

Members are held against each other in their order: what is the same stays, and of what stands between two that stay a member is another
form of one that has its key, or is most like it. One that is short is quoted whole; of a longer one its own members are told, under its key
or the name that is called. A member that is like none came, or is gone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final, TypeAlias

from ....model.alignment import opcodes
from ....model.pattern import regex
from ....model.record import NamedTuple
from ....words.series import series
from .outside import CLOSING, OPENING
from .pieces import Piece
from .quoting import both_quoted, joined, q, seen_whole
from .texts import in_words

_TEXTS: Final = regex(r'"(?:\\.|[^"\\])*+"')
WHOLE: Final = 64  # letters of a member that is quoted as it is
LIKE: Final = 0.5  # of the words of two members, from which one is another form of the other
_WEIGHED: Final = 1_600  # pairs of members, beyond which those in the same places are held against each other
_SHORT: Final = 100  # letters of two values that can be compared at a glance
_DEEPEST: Final = 24
_LABEL: Final = 32  # letters
_NAMED: Final = 12  # members that are told
_FIRST: Final = 4  # that came, or went, in one place
Words: TypeAlias = Sequence[bytes]
Part: TypeAlias = "bytes | BracketGroup"
Item: TypeAlias = tuple[Part, ...]


class BracketGroup(NamedTuple):
    """What stands between two brackets."""

    sign: bytes
    items: tuple[Item, ...]


class MemberEdit(NamedTuple):
    """path: the keys it stands under, the outermost first. was, now: the member, "" where there is none."""

    path: tuple[str, ...]
    was: str
    now: str


def differing(one: Words, other: Words, whole: int = WHOLE) -> str:
    """ ": in `"root"` now also has `(D, 5)`", or " now also has …", to be put behind a name; "" where they do not differ in members alone, or where most of them are others.
    whole: letters of a member that is quoted as it is."""
    sides = _read(one), _read(other)
    if b"#" in one or b"#" in other:  # a line of the preprocessor parts no members
        return ""
    if sides[0] is None or sides[1] is None or not _comparable(sides[0], sides[1]):
        return ""
    groups = [each for each in zip(sides[0], sides[1], strict=True) if each[0] != each[1]]
    found = list(
        _within(sides[0], sides[1], (), whole) if len(groups) > 1 else _alone(*groups[0], whole) if groups else ()
    )
    apart = sum(len(each.was) + len(each.now) for each in found)
    return _said(found) if found and apart <= len(joined(one)) + len(joined(other)) - apart else ""


def value(one: Piece, other: Piece) -> str:
    """Of what a name is given on both sides, where that is too long to be quoted."""
    cuts = [each.words.index(b"=") + 1 if b"=" in each.words else 0 for each in (one, other)]
    was, now = one.words[cuts[0] :], other.words[cuts[1] :]
    long = any(_TEXTS.sub("", each.said).count('"') for each in (one, other))  # cut within a text
    return ((differing(was, now) if long else _of_long(was, now)) or inside(one, other)) if all(cuts) else ""


def inside(one: Piece, other: Piece) -> str:
    """Of a row, or of what a name is given, where the members that differ stand deeper, under keys; "" for another difference,
    and of two short ones."""
    if len(one.said) + len(other.said) < _SHORT:
        return ""
    cuts = [next((at + 1 for at, word in enumerate(each.words) if word in (b"=", b":")), 0) for each in (one, other)]
    told = differing(one.words[cuts[0] :], other.words[cuts[1] :], 0) if all(cuts) else ""
    return told if told.startswith(": in ") and "(…)" not in told else ""


def called(one: Piece, other: Piece) -> tuple[str, str]:
    """(`parametrize`, " now also has `(1, 2)`"): of a long call, a decorator or a row; ("", "") of another difference."""
    first = next((at for at, word in enumerate(other.words) if word in OPENING), 0)
    name = joined(other.words[:first]).rstrip(":= ")
    told = _of_long(one.words, other.words)
    return (q(name) if name else "", told) if told else ("", "")


def _of_long(one: Words, other: Words) -> str:
    return "" if seen_whole(joined(one), joined(other)) else differing(one, other)


def _read(words: Words) -> Item | None:
    """None where the brackets do not close, or stand too deep."""
    open_: list[tuple[bytes, list[Item], list[Part]]] = []
    own: list[Part] = []
    for word in words:
        if word in OPENING:
            open_.append((word, [], own))
            own = []
        elif word in CLOSING:
            if not open_:
                return None
            sign, items, above = open_.pop()
            items += [tuple(own)] if own else []
            own = [*above, BracketGroup(sign, tuple(items))]
        elif word == b"," and open_:
            open_[-1][1].append(tuple(own))
            own = []
        else:
            own.append(word)
        if len(open_) > _DEEPEST:
            return None
    return None if open_ else tuple(own)


def _comparable(one: Item, other: Item) -> bool:
    """Whether they differ in what stands within brackets alone."""
    bare = [[part.sign if isinstance(part, BracketGroup) else part for part in each] for each in (one, other)]
    return bare[0] == bare[1] and any(isinstance(part, BracketGroup) for part in one)


def _alone(one: Part, other: Part, whole: int) -> Iterator[MemberEdit]:
    if isinstance(one, BracketGroup) and isinstance(other, BracketGroup):
        yield from _members(one.items, other.items, (), whole)


def _within(one: Item, other: Item, path: tuple[str, ...], whole: int) -> Iterator[MemberEdit]:
    for at, (was, now) in enumerate(zip(one, other, strict=True)):
        if isinstance(was, BracketGroup) and isinstance(now, BracketGroup) and was != now:
            label = _label(other, at)
            label = "" if label[:1] == "(" and path and path[-1].endswith("(…)") else label
            yield from _members(was.items, now.items, (*path, label) if label else path, whole)


def _members(one: Sequence[Item], other: Sequence[Item], path: tuple[str, ...], whole: int) -> Iterator[MemberEdit]:
    for kind, i, j, m, n in opcodes(one, other):
        if kind == "equal":
            continue
        taken = dict(_pairs(one[i:j], other[m:n]))
        for at, was in enumerate(one[i:j]):
            if at not in taken:
                yield MemberEdit(path, _text(was), "")
        back = {b: a for a, b in taken.items()}
        for at, now in enumerate(other[m:n]):
            if at not in back:
                yield MemberEdit(path, "", _text(now))
                continue
            was = one[i + back[at]]
            texts = _text(was), _text(now)
            if max(map(len, texts)) > whole and _comparable(was, now):
                yield from _within(was, now, path, whole)
            else:
                yield MemberEdit(path, *texts)


def _pairs(one: Sequence[Item], other: Sequence[Item]) -> list[tuple[int, int]]:
    """In order, the most that are alike in all (alignment after Needleman and Wunsch)."""
    if len(one) * len(other) > _WEIGHED:
        return [(at, at) for at in range(len(one))] if len(one) == len(other) else []
    bags = [[Counter(in_words([*_flat(item)])) for item in side] for side in (one, other)]
    keys = [[_key(item) for item in side] for side in (one, other)]
    best = [[0.0] * (len(other) + 1) for _ in range(len(one) + 1)]
    likes: dict[tuple[int, int], float] = {}
    for a in range(len(one) - 1, -1, -1):
        for b in range(len(other) - 1, -1, -1):
            likes[a, b] = _like(bags[0][a], bags[1][b], keys[0][a], keys[1][b])
            best[a][b] = max(best[a + 1][b], best[a][b + 1], likes[a, b] + best[a + 1][b + 1])
    found, a, b = list[tuple[int, int]](), 0, 0
    while a < len(one) and b < len(other):
        if likes[a, b] and best[a][b] == likes[a, b] + best[a + 1][b + 1]:
            found.append((a, b))
            a, b = a + 1, b + 1
        elif best[a][b] == best[a + 1][b]:
            a += 1
        else:
            b += 1
    return found


def _like(one: Counter[bytes], other: Counter[bytes], was: Item, now: Item) -> float:
    if was or now:
        return 1.0 if was == now else 0.0
    share = 2 * (one & other).total() / max(1, one.total() + other.total())
    return share if share >= LIKE else 0.0


def _key(item: Item) -> Item:
    """`"a"` of `"a": 1`, `name` of `name=1`."""
    return next((item[:at] for at, part in enumerate(item) if at and part in (b":", b"=")), ())


def _label(item: Item, at: int) -> str:
    """What names the bracket that stands at a place: its key, what is called, or what the brackets of a row begin with."""
    if key := _key(item[:at]):
        return _short(_text(key))
    before = item[at - 1] if at else b""
    if isinstance(before, bytes) and before.decode("utf-8", "replace").isidentifier():
        return _short(f"{_text(item[:at])}(…)")
    group = item[at]
    first = group.items[0] if isinstance(group, BracketGroup) and group.sign == b"(" and group.items else ()
    plain = len(first) == 1 and isinstance(first[0], bytes) and first[0][:1] in (b'"', b"'")
    return _short(f"({_text(first)}, …)") if plain else ""


def _short(label: str) -> str:
    return label if len(label) <= _LABEL else ""


def _flat(item: Item) -> Iterator[bytes]:
    for part in item:
        if isinstance(part, BracketGroup):
            yield part.sign
            for at, each in enumerate(part.items):
                if at:
                    yield b","
                yield from _flat(each)
            yield {b"(": b")", b"[": b"]", b"{": b"}"}[part.sign]
        else:
            yield part


def _text(item: Item) -> str:
    return joined([*_flat(item)])


def _said(edits: Sequence[MemberEdit]) -> str:
    told, left = list[str](), _NAMED
    rows = [(path, list(same)) for path, same in groupby(edits, lambda each: each.path)]
    for path, same in rows:
        if left > 0:
            where = f"in {' in '.join(map(q, reversed(path)))} " if path else ""
            told.append(f"{where}{_of_one_place(same, left)}")
        left -= min(len(same), _FIRST)
    more = sum(len(same) for _, same in rows[len(told) :])
    begin = ": " if edits[0].path else " "
    return begin + "; ".join(
        [*told, *([f"{more} more member{'s differ' if more > 1 else ' differs'}"] if more else [])]
    )


def _of_one_place(edits: Sequence[MemberEdit], most: int) -> str:
    both = [each for each in edits if each.was and each.now]
    came, gone = [each.now for each in edits if not each.was], [each.was for each in edits if not each.now]
    told = [" in the place of ".join(reversed(both_quoted(each.was, each.now))) for each in both[:most]]
    told = [f"has {', '.join([*told, *_more(len(both) - len(told))])}"] if both else []
    told += [f"now also has {_named(came)}"] if came else []
    told += [f"no longer has {_named(gone)}"] if gone else []
    return ", ".join(told)


def _named(members: Sequence[str]) -> str:
    shown = [*map(q, members if len(members) <= _NAMED else members[:_FIRST])]
    shown = [*shown, *_more(len(members) - len(shown))]
    return series(shown)


def _more(count: int) -> list[str]:
    return [f"{count} more"] if count > 0 else []
