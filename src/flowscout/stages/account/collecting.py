"""A list that is collected in a loop, and the same as a comprehension: `for x in xs: if x.ok: out.append(x.n)` is `[x.n for x in xs if x.ok]`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from .changes import ADDED, CHANGED, REMOVED, Change, Trees
from .pieces import Piece

COLLECTED: Final = "values collected in a loop or in place"
Words = tuple[bytes, ...]


def collected(both: Trees, found: Sequence[Change]) -> frozenset[Change]:
    """The changes that are of such a list."""
    gone = {each.a: each for each in found if each.kind == REMOVED}
    came = {each.b: each for each in found if each.kind == ADDED}
    same: set[Change] = set()
    for loops, others, mine, pieces, below in (
        (gone, came, True, both.old, both.old_below),
        (came, gone, False, both.new, both.new_below),
    ):
        for at in [at for at in loops if pieces[at].kind == "Loop"]:
            name, value = _value(pieces, below, at)
            begin = _begun(pieces, at, name) if name else -1
            end = _in_place(both, found, others, name, value, mine) if begin in loops else None
            if end is not None:
                same |= {loops[at], loops[begin], end}
    return frozenset(same)


def _value(pieces: Sequence[Piece], below: Sequence[Sequence[int]], at: int) -> tuple[bytes, Words]:
    """(the list, what it is as a comprehension) of a loop that does nothing but append."""
    if pieces[at].words[:1] != (b"for",) or any(pieces[each].role != "body" for each in below[at]):
        return b"", ()
    asked: Words = ()
    inner = below[at]
    while (
        len(inner) == 1
        and pieces[inner[0]].kind == "If"
        and all(pieces[each].role == "then" for each in below[inner[0]])
    ):
        asked += pieces[inner[0]].words
        inner = below[inner[0]]
    words = pieces[inner[0]].words if len(inner) == 1 and pieces[inner[0]].kind == "Simple" else ()
    if words[1:4] != (b".", b"append", b"(") or words[-1:] != (b")",):
        return b"", ()
    return words[0], (b"[", *words[4:-1], *pieces[at].words, *asked, b"]")


def _begun(pieces: Sequence[Piece], at: int, name: bytes) -> int:
    """Where the list is made, right before the loop."""
    before = [
        each for each in range(at) if pieces[each].parent == pieces[at].parent and pieces[each].role == pieces[at].role
    ]
    return before[-1] if before and pieces[before[-1]].words == (name, b"=", b"[", b"]") else -1


def _in_place(
    both: Trees, found: Sequence[Change], others: Mapping[int, Change], name: bytes, value: Words, mine: bool
) -> Change | None:
    """The change that says the other side has the value itself: a statement of its own, or one that has the name here."""
    pieces = both.new if mine else both.old
    alone = (name, b"=", *value)
    for at, each in others.items():
        if pieces[at].words == alone:
            return each
    for each in found:
        if each.kind == CHANGED:
            here, there = both.old[each.a].words, both.new[each.b].words
            here, there = (here, there) if mine else (there, here)
            put = tuple([part for word in here for part in (value if word == name else (word,))])
            if here.count(name) == 1 and put == there:
                return each
    return None
