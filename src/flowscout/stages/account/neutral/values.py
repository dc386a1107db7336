"""A value that got a name before it is returned, or lost it: `return f(a)` and `x = f(a)`, `return x` are the same.

What is done with it in between is new and told; the value is returned as before."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Final

from ....engine.same import Same
from ..pairing.changes import ADDED, CHANGED, REMOVED, Change, Trees
from ..pieces.outside import CLOSING, OPENING
from ..pieces.pieces import Piece
from ..reading.plain_stores import own

MOST_DECLARED: Final = 12  # tokens of a declaration before its value
_NEAR: Final = 200  # pieces behind a value in which its `return` is looked for
INSIDE: Final = 2  # statements that name a text: the one that sets it, the one that raises
NAMED: Final = "values given a name or used without one"


def named(both: Trees, found: Sequence[Change]) -> frozenset[Change]:
    """The changes that are of such a value."""
    by_new, by_old = {each.b: each for each in found if each.b >= 0}, {each.a: each for each in found if each.a >= 0}
    there = _of_side(both.old, by_old, both.pairs, both.new, by_new) | _of_side(
        both.new, by_new, both.back, both.old, by_old
    )
    return frozenset(there | set(_messages(both, found)))


def _messages(both: Trees, found: Sequence[Change]) -> Iterator[Change]:
    """`m = "…"` before `raise E(m)`, where the same was raised with a text in its place; and the raise, where it is the same text."""
    alone = {
        (each.kind, each.b if each.kind == ADDED else each.a): each for each in found if each.kind in (ADDED, REMOVED)
    }
    for change in found:
        if change.kind == CHANGED and both.old[change.a].kind == both.new[change.b].kind == "Raise":
            (was, before), (now, after) = raised(both.old, change.a), raised(both.new, change.b)
            setting = [alone.get((REMOVED, before)), alone.get((ADDED, after))]
            if max(before, after) >= 0 and differ_in_text(was, now):
                yield from filter(None, setting)
                yield from [change] if was == now else []


def raised(pieces: Sequence[Piece], at: int) -> tuple[tuple[bytes, ...], int]:
    """What is raised, with the text that its only argument was set to right before, and where that stands; -1 for nowhere."""
    words = pieces[at].words[1:]
    arm = pieces[at].parent, pieces[at].role
    before = next((n for n in range(at - 1, -1, -1) if (pieces[n].parent, pieces[n].role) == arm), -1)
    name, value = _given(pieces, before) if before >= 0 else (b"", ())
    if not name or words[-3:] != (b"(", name, b")") or not any(word[-1:] in (b'"', b"'") for word in value):
        return words, -1
    inside = sum(name in piece.words for piece in pieces)
    return ((*words[:-2], *value, b")"), before) if inside == INSIDE else (words, -1)


def differ_in_text(was: Sequence[bytes], now: Sequence[bytes]) -> bool:
    """Whether the same is raised with one argument each."""
    return was[:2] == now[:2] and all(next(_commas(words[2:-1]), -1) < 0 for words in (was, now))


def _commas(words: Sequence[bytes]) -> Iterator[int]:
    depth = 0
    for at, word in enumerate(words):
        depth += (word in OPENING) - (word in CLOSING)
        if word == b"," and not depth:
            yield at


def _of_side(
    pieces: Sequence[Piece],
    changed: Mapping[int, Change],
    known: Mapping[int, int],
    others: Sequence[Piece],
    other: Mapping[int, Change],
) -> set[Change]:
    """pieces: of the side that has the name. known: those that are there on both sides."""
    found: set[Change] = set()
    for at in sorted(changed):
        name, given = _given(pieces, at)
        end = _returned(pieces, at, name, known, given[0] if _stays(pieces, given) else b"") if name else -1
        if end in changed:
            value = (pieces[end].words[0], *given)
            twin = next(
                (
                    b
                    for b in sorted(other)
                    if others[b].kind == "Return" and others[b].words == value and other[b] not in found
                ),
                None,
            )
            if twin is not None and others[twin].role == pieces[at].role:
                found |= {changed[at], changed[end], other[twin]}
    return found


def _given(pieces: Sequence[Piece], at: int) -> tuple[bytes, tuple[bytes, ...]]:
    """(name, value) of `x = …`, of `auto x = …`, and of `T x = …` in a function whose head has the type `T`."""
    words = pieces[at].words
    cut = words.index(b"=") if b"=" in words[:MOST_DECLARED] else 0
    type_ = tuple([word for word in words[: cut - 1] if word not in (b"const", b"constexpr")]) if cut else ()
    known = type_ in ((), (b"auto",)) or any(pieces[0].words[n : n + len(type_)] == type_ for n in range(MOST_DECLARED))
    if pieces[at].kind != "Simple" or not cut or not known or not words[cut - 1].replace(b"_", b"a").isalnum():
        return b"", ()
    return words[cut - 1], words[cut + 1 :]


def _stays(pieces: Sequence[Piece], given: Sequence[bytes]) -> bool:
    """C and C++: whether it is a number, or a local that nobody else knows of: it is what it was until something sets it."""
    alone = len(given) == 1 and given[0].replace(b"_", b"a").isalnum()
    return alone and (given[0].isdigit() or given[0] in own(Same(pieces)))


def _returned(pieces: Sequence[Piece], at: int, name: bytes, known: Container[int], stays: bytes) -> int:
    """The place of the one `return x` behind `x = …` that nothing but what is new stands before, or, where `x` is what stays as it is, nothing
    that names that; -1 for none."""
    for end in range(at + 1, min(len(pieces), at + _NEAR)):
        same = (pieces[end].parent, pieces[end].role) == (pieces[at].parent, pieces[at].role)
        if same and pieces[end].kind == "Return" and pieces[end].words[1:] == (name,):
            before = sum(_sets(each.words, name) for each in pieces)
            return end if before == 1 else -1
        between = stays in pieces[end].words if stays else end in known
        if between or (same and pieces[end].kind == "Return"):
            return -1
    return -1


def _sets(words: Sequence[bytes], name: bytes) -> int:
    return sum(
        word == name and words[at + 1 : at + 2] == (b"=",) and not (at and words[at - 1] in (b".", b"->"))
        for at, word in enumerate(words)
    )
