"""One step in the place of two: `send(build(a))` that is `m = build(a)` and `send(m)` now, or the other way round.

The name is read there alone, by the step right behind, before which that does nothing else: all runs in the order in which it ran."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ..pairing.changes import ADDED, CHANGED, REMOVED, Change, Trees
from ..pieces.outside import CLOSING, OPENING
from ..pieces.pieces import Piece
from . import other_variable, values
from .hoisted import hoisted

_STEPS: Final = frozenset(("Simple", "Return", "Raise", "If"))
_LONGEST: Final = 200  # tokens of a step
_MOST: Final = 6  # names in a row, and places of one
_TWINS: Final = 40  # steps that say the same
_ELSEWHERE: Final = frozenset(
    (
        b"and",
        b"or",
        b"&&",
        b"||",
        b"?",
        b"if",
        b"lambda",
        b"for",
        b"assert",
        b"del",
        b"await",
        b"yield",
        b"&",
        b"sizeof",
    )
)
_BEFORE: Final = frozenset((b"(", b",", b"=", b"return", b"[", b"{", b"not", b"!"))
_BEHIND: Final = frozenset((b")", b",", b"]", b"}", b";"))


class _Side:
    """One side, with what of it differs."""

    def __init__(self, pieces: Sequence[Piece], changed: Mapping[int, Change], words: Sequence[tuple[bytes, ...]]):
        self.pieces, self.changed, self.words = pieces, changed, words
        self.often: dict[bytes, list[int]] = {}
        for at, own in enumerate(words):
            for word in own:
                self.often.setdefault(word, []).append(at)
        self.left: list[int] = []  # the step before each, under the same
        last: dict[tuple[int, str], int] = {}
        for at, piece in enumerate(pieces):
            self.left.append(last.get((piece.parent, piece.role), -1))
            last[piece.parent, piece.role] = at


def given_a_name(both: Trees, found: Sequence[Change], quotes: bool, path: str) -> frozenset[Change]:
    """The changes that a name makes for what is the same without it. C++ is left out: what a step makes may end with it."""
    same = values.named(both, found) | hoisted(both, found) | other_variable.asked(both, found)
    return same | in_steps(both, found, not quotes) if quotes or path.endswith(".c") else same


def in_steps(both: Trees, found: Sequence[Change], typed: bool) -> frozenset[Change]:
    """typed: a declaration may give a value another type."""
    old = [both.renamed_words(at) for at in range(len(both.old))]
    by_a = {each.a: each for each in found if each.a >= 0 and each.kind in (CHANGED, REMOVED)}
    by_b = {each.b: each for each in found if each.b >= 0 and each.kind in (CHANGED, ADDED)}
    was, now = _Side(both.old, by_a, old), _Side(both.new, by_b, [each.words for each in both.new])
    return frozenset(
        {*_of_side(now, was, both.back, both.pairs, typed), *_of_side(was, now, both.pairs, both.back, typed)}
    )


def _of_side(mine: _Side, other: _Side, known: Mapping[int, int], back: Mapping[int, int], typed: bool) -> set[Change]:
    """mine: which has the names."""
    there: dict[tuple[bytes, ...], list[int]] = {}
    for at in other.changed:
        there.setdefault(other.words[at], []).append(at)
    found: set[Change] = set()
    for end in mine.changed if there else ():
        run = [end]
        words = mine.words[end]
        if mine.pieces[end].kind not in _STEPS or len(words) > _LONGEST or mine.pieces[end].role == "else":
            continue
        while len(run) <= _MOST and (at := mine.left[run[-1]]) in mine.changed:
            put = _put(mine, at, run, words, typed)
            if not put or len(put) > _LONGEST:
                break
            words = put
            run.append(at)
            for twin in there.get(words, ())[:_TWINS]:
                changes = {mine.changed[each] for each in run} | {other.changed[twin]}
                if _alone(changes, mine, other, run, twin) and _beside(mine, other, run[-1], twin, known, back):
                    found |= changes
    return found


def _alone(changes: set[Change], mine: _Side, other: _Side, run: Sequence[int], twin: int) -> bool:
    """Whether the changes are of nothing besides."""
    own, theirs = {*run, -1}, {twin, -1}
    sides = {(each.a, each.b) for each in changes}
    return all((a in own and b in theirs) or (a in theirs and b in own) for a, b in sides) and (
        mine.pieces[run[0]].kind == other.pieces[twin].kind
    )


def _beside(
    mine: _Side, other: _Side, first: int, twin: int, known: Mapping[int, int], back: Mapping[int, int]
) -> bool:
    """Whether both stand at the same place."""
    one, two = mine.pieces[first], other.pieces[twin]
    if known.get(one.parent, -2) != two.parent or one.role != two.role:
        return False
    before, there = mine.left[first], other.left[twin]
    while before >= 0 and before not in known:
        before = mine.left[before]
    while there >= 0 and there not in back:
        there = other.left[there]
    return (known[before] if before >= 0 else -1) == there


def _put(side: _Side, at: int, run: Sequence[int], words: tuple[bytes, ...], typed: bool) -> tuple[bytes, ...]:
    """The words of a step with the value in the place of its name; () where that is something else."""
    name, value = _given(side.words[at], typed) if side.pieces[at].kind == "Simple" else (b"", ())
    places = side.often.get(name, ()) if name else ()
    if not name or len(places) > _MOST:
        return ()
    others = [each for each in places if each not in (at, *run) and not _only_declares(side.words[each], name)]
    if others or words.count(name) != 1 or name in value:
        return ()
    place = words.index(name)
    head, tail = words[:place], words[place + 1 :]
    if head[-1:] in ((b".",), (b"->",), (b"&",)) or tail[:1] in ((b"=",), (b".",)):
        return ()  # what is asked for something of its own may live longer by a name
    if typed and any(word.isupper() for word in head):
        return ()  # a macro may have its own way with what it is given
    body = head[1:] if head[:1] == (b"if",) else head
    first = body.index(b"=") + 1 if b"=" in body and not {b"(", b"["} & {*body[: body.index(b"=")]} else 0
    if {*body} & _ELSEWHERE or b")" in body[first:] or sum(word in (b".", b"->", b"[") for word in body[first:]) > 1:
        return ()
    whole = (not head or head[-1] in _BEFORE) and (not tail or tail[0] in _BEHIND)
    return (*head, *value, *tail) if whole or _is_primary(value) else ()


def _only_declares(words: tuple[bytes, ...], name: bytes) -> bool:
    return words[-1:] == (name,) and b"=" not in words and words[0] not in (b"global", b"nonlocal")


def _given(words: tuple[bytes, ...], typed: bool) -> tuple[bytes, tuple[bytes, ...]]:
    """(name, value) of `x = f(a)`; of C where the type that it is declared with changes no value."""
    cut = words.index(b"=") if b"=" in words else 0
    plain = cut == 1 or (typed and cut > 1 and (b"*" in words[:cut] or words[:1] == (b"auto",)))
    value = words[cut + 1 :]
    value = value[:-1] if value[-1:] == (b";",) else value
    calls = b"(" in value and (not typed or _is_primary(value))
    plain = plain and (not typed or cut > 1) and not {b",", b"(", b"["} & {*words[:cut]}
    return (words[cut - 1], value) if plain and calls and {b"yield", b"await"}.isdisjoint(value) else (b"", ())


def _is_primary(words: Sequence[bytes]) -> bool:
    """`a.b(c)`: names, dots and brackets that stay together whatever stands beside them."""
    depth = 0
    for word in words:
        depth += (word in OPENING) - (word in CLOSING)
        if not depth and word not in CLOSING and word not in (b".", b"->") and not word.replace(b"_", b"a").isalnum():
            return False
    return (
        bool(words)
        and (words[0][:1].isalpha() or words[0][:1] == b"_")
        and words[0] not in (b"not", b"lambda", b"await")
    )
