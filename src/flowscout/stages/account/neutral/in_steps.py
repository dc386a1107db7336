"""One step in the place of two: `send(build(a))` that is `m = build(a)` and `send(m)` now, or the other way round.

The name is read there alone, by the step right behind, before which that does nothing else: all runs in the order in which it ran.
Steps that are new, and read the name too, are told by themselves: `m = build(a)`, `log(m)`, `send(m)`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ..pairing.changes import ADDED, CHANGED, REMOVED, Change, Trees
from ..pieces.outside import CLOSING, OPENING
from ..pieces.pieces import Piece
from ..pieces.targets import target
from . import other_variable, set_again, values
from .hoisted import hoisted

_STEPS: Final = frozenset(("Simple", "Return", "Raise", "If", "Loop", "With"))
_JOINING: Final = frozenset((b"and", b"or", b"not", b"if", b"else", b"in", b"is", b"for"))
_OPENING: Final = ((b"if",), (b"assert",), (b"with",))
_OPENS: Final = frozenset((b"open", b"fdopen", b"popen"))  # what they give is closed with its last name
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
_BEFORE: Final = frozenset((b"(", b",", b"=", b"return", b"[", b"{", b":", b"assert", b"with"))
_BEHIND: Final = frozenset((b")", b",", b"]", b"}", b";", b"as"))


class _Side:
    """One side, with what of it differs."""

    def __init__(
        self, pieces: Sequence[Piece], changed: Mapping[int, Change], words: Sequence[tuple[bytes, ...]], typed: bool
    ):
        self.pieces, self.changed, self.plain = pieces, changed, words
        self.left: list[int] = []  # the step before each, under the same
        last: dict[tuple[int, str], int] = {}
        for at, piece in enumerate(pieces):
            self.left.append(last.get((piece.parent, piece.role), -1))
            last[piece.parent, piece.role] = at
        again = {} if typed else set_again.told_apart(words, self.left, changed)
        self.passed = frozenset({word for own in again.values() for word in own if word.startswith(set_again.SIGN)})
        self.words = [again.get(at, own) for at, own in enumerate(words)]
        self.often: dict[bytes, list[int]] = {}
        for at, own in enumerate(self.words):
            for word in own:
                self.often.setdefault(word, []).append(at)

    def comes_alone(self, at: int) -> bool:
        """Whether a step is on this side alone, and is no more than itself."""
        return at in self.changed and self.changed[at].kind != CHANGED and self.pieces[at].kind == "Simple"


def given_a_name(both: Trees, found: Sequence[Change], quotes: bool, path: str) -> frozenset[Change]:
    """The changes that a name makes for what is the same without it. C++ is left out: what a step makes may end with it."""
    same = values.named(both, found) | hoisted(both, found) | other_variable.asked(both, found)
    return same | in_steps(both, found, not quotes) if quotes or path.endswith(".c") else same


def in_steps(both: Trees, found: Sequence[Change], typed: bool) -> frozenset[Change]:
    """typed: a declaration may give a value another type."""
    old = [both.renamed_words(at) for at in range(len(both.old))]
    by_a = {each.a: each for each in found if each.a >= 0 and each.kind in (CHANGED, REMOVED)}
    by_b = {each.b: each for each in found if each.b >= 0 and each.kind in (CHANGED, ADDED)}
    was, now = _Side(both.old, by_a, old, typed), _Side(both.new, by_b, [each.words for each in both.new], typed)
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
        if (
            mine.pieces[end].kind not in _STEPS
            or len(words) > _LONGEST
            or mine.pieces[end].role == "else"
            or words[:1] == (b"while",)
        ):
            continue
        while len(run) <= _MOST:
            at, put = _before(mine, run, words, typed)
            if not put or len(put) > _LONGEST:
                break
            words = put
            run.append(at)
            for twin in there.get(words, ())[:_TWINS]:
                changes = {mine.changed[each] for each in run} | {other.changed[twin]}
                if _alone(changes, mine, other, run, twin) and _beside(mine, other, run[-1], twin, known, back):
                    found |= changes
    return found


def _before(side: _Side, run: Sequence[int], words: tuple[bytes, ...], typed: bool) -> tuple[int, tuple[bytes, ...]]:
    """The step before that gives a name to what these read, past others that are new; and the words with the value in its place."""
    at = side.left[run[-1]]
    for _ in range(_MOST):
        if at not in side.changed:
            break
        if put := _put(side, at, run, words, typed):
            return at, put
        if not side.comes_alone(at):
            break
        at = side.left[at]
    return -1, ()


def _alone(changes: set[Change], mine: _Side, other: _Side, run: Sequence[int], twin: int) -> bool:
    """Whether the changes are of nothing besides, nor of what these steps hold."""
    own, theirs = {*run, -1}, {twin, -1}
    paired = any(each.kind == CHANGED and run[0] in (each.a, each.b) for each in changes)
    if not paired and _held(mine, run[0]) != _held(other, twin):
        return False
    sides = {(each.a, each.b) for each in changes}
    return all((a in own and b in theirs) or (a in theirs and b in own) for a, b in sides) and (
        mine.pieces[run[0]].kind == other.pieces[twin].kind
    )


def _held(side: _Side, at: int) -> list[tuple[int, str, tuple[bytes, ...]]]:
    """All that stands under a step: how far behind what holds it, in which part of that, and its words."""
    found, inside = [], {at}
    for below in range(at + 1, len(side.pieces)):
        piece = side.pieces[below]
        if piece.parent not in inside:
            break
        inside.add(below)
        found.append((below - piece.parent, piece.role, side.plain[below]))
    return found


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
    apart = [each for each in places if each not in (at, *run) and _spots(side.words[each], name, typed)]
    others = [
        each
        for each in apart
        if not _only_declares(side.words[each], name)
        and not (each > at and side.comes_alone(each) and name not in target(side.pieces[each]))
    ]
    spots = _spots(words, name, typed)
    if others or len(spots) != 1 or _spots(value, name, typed):
        return ()
    place = spots[0]
    head, tail = words[:place], words[place + 1 :]
    asked_of = tail[:1] == (b".",) and (typed or not _gives_a_value(value)) and name not in side.passed
    if head[-1:] in ((b".",), (b"->",), (b"&",)) or tail[:1] == (b"=",) or asked_of:
        return ()  # what is asked for something of its own may live longer by a name
    if typed and any(word.isupper() for word in head):
        return ()  # a macro may have its own way with what it is given
    begun = _begun(head, tail) if not typed else head
    if begun is None or (not typed and not {b"if", b"for", b"while", b"else"}.isdisjoint(tail) and begun == head):
        return ()  # asked once for each, or only where something holds
    body = begun[1:] if begun[:1] in _OPENING else begun
    body = body if typed or body[:1] not in ((b"return",), (b"raise",)) else body[1:]
    first = body.index(b"=") + 1 if b"=" in body and not {b"(", b"["} & {*body[: body.index(b"=")]} else 0
    links = (
        body[first:]
        if typed or body[first : first + 1] in [(word,) for word in value]
        else _without_own(side, body[first:])
    )
    if {*body} & _ELSEWHERE or b")" in body[first:] or _may_change(links, value):
        return ()
    each = begun != head and head[-1:] == (b"in",) and b"if" not in value
    whole = (not head or head[-1] in _BEFORE or each) and (not tail or tail[0] in _BEHIND or each)
    return (*head, *value, *tail) if whole or _is_primary(value) else ()


def _may_change(before: Sequence[bytes], value: Sequence[bytes]) -> bool:
    """Whether the value may change what is evaluated before it: the fields that it reads. `self.queue.put(` is asked for one of an object
    that the value knows nothing of."""
    many = sum(word in (b".", b"->", b"[") for word in before)
    callee = list(before).index(b"(") if b"(" in before else 0
    return many > (2 if [*before[1:callee:2]] == [b".", b"."] and before[0] not in value else 1)


def _spots(words: Sequence[bytes], name: bytes, typed: bool) -> list[int]:
    """Where it stands; in Python not where it is the name of a field, or of what is given by name."""
    found = [at for at, word in enumerate(words) if word == name]
    if typed:
        return found
    named = [at for at in found if words[at + 1 : at + 2] == (b"=",) and at and words[at - 1] in (b"(", b",")]
    return [at for at in found if at not in named and words[at - 1 : at] != (b".",)]


def _begun(head: tuple[bytes, ...], tail: tuple[bytes, ...]) -> tuple[bytes, ...] | None:
    """Python: what is evaluated before it. Of the first thing that a `for` goes through that is what stands before its bracket; None where it
    is evaluated more than once, or perhaps never."""
    if head[:1] == (b"assert",) and b"," in head:
        return None
    if head[:1] == (b"for",) and head[-1:] == (b"in",) and not tail:
        return ()
    depth, place = 0, -1
    for at in range(len(head) - 1, -1, -1):
        depth += (head[at] in CLOSING) - (head[at] in OPENING)
        if depth < 0:
            place = at
            break
    inside = head[place + 1 :]
    alone = inside.count(b"for") == inside.count(b"in") == 1  # the `in` of a filter asks once for each
    if inside[-1:] == (b"in",) and alone and b"for" not in tail and place >= 0:
        return head[:place]
    return head if b"for" not in inside else None


def _gives_a_value(words: Sequence[bytes]) -> bool:
    """Python: what a method gives, of what is a value itself or has a name: no file that is opened, and nothing that a class makes."""
    opening = next((at for at in range(len(words) - 1, -1, -1) if words[at] == b"(" and closes(words, at)), 0)
    name = words[opening - 1] if opening else b""
    return words[opening - 2 : opening - 1] == (b".",) and name[:1].islower() and name not in _OPENS


def closes(words: Sequence[bytes], at: int) -> bool:
    """Whether what is opened there ends with the last word."""
    depth = 0
    for place in range(at, len(words)):
        depth += (words[place] in OPENING) - (words[place] in CLOSING)
        if not depth:
            return place == len(words) - 1
    return False


def _without_own(side: _Side, words: Sequence[bytes]) -> Sequence[bytes]:
    """Python: without `os.path.join` before a bracket, where the function itself never sets `os`: nothing that is called changes it."""
    end = words.index(b"(") if b"(" in words else 0
    plain = end and all((word == b".") == bool(n % 2) for n, word in enumerate(words[:end])) and end % 2
    if not plain or words[0] in (b"self", b"cls") or words[0] in side.pieces[0].words:
        return words
    places = side.often.get(words[0], ())
    return words if any(words[0] in target(side.pieces[at]) for at in places) else words[end:]


def _only_declares(words: tuple[bytes, ...], name: bytes) -> bool:
    return words[-1:] == (name,) and b"=" not in words and words[0] not in (b"global", b"nonlocal")


def _given(words: tuple[bytes, ...], typed: bool) -> tuple[bytes, tuple[bytes, ...]]:
    """(name, value) of `x = f(a)`; of C where the type that it is declared with changes no value."""
    cut = words.index(b"=") if b"=" in words else 0
    plain = cut == 1 or (typed and cut > 1 and (b"*" in words[:cut] or words[:1] == (b"auto",)))
    value = words[cut + 1 :]
    value = value[:-1] if value[-1:] == (b";",) else value
    calls = (b"(" in value and _is_primary(value)) if typed else not _has_a_comma(value) and b":=" not in value
    plain = plain and (not typed or cut > 1) and not {b",", b"(", b"["} & {*words[:cut]}
    return (words[cut - 1], value) if plain and calls and {b"yield", b"await"}.isdisjoint(value) else (b"", ())


def _has_a_comma(words: Sequence[bytes]) -> bool:
    """Outside of brackets: it is a tuple."""
    depth = 0
    for word in words:
        depth += (word in OPENING) - (word in CLOSING)
        if word == b"," and not depth:
            return True
    return not words


def _is_primary(words: Sequence[bytes]) -> bool:
    """`a.b(c)`: names, dots and brackets that stay together whatever stands beside them."""
    depth = 0
    for word in words:
        depth += (word in OPENING) - (word in CLOSING)
        links = word in CLOSING or word in (b".", b"->") or word.replace(b"_", b"a").isalnum()
        if not depth and (word in _JOINING or not links):
            return False
    return (
        bool(words)
        and (words[0][:1].isalpha() or words[0][:1] == b"_")
        and words[0] not in (b"not", b"lambda", b"await")
    )
