"""A list that is collected in a loop, and the same as a comprehension: `for x in xs: if x.ok: out.append(x.n)` is `[x.n for x in xs if x.ok]`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from ..pairing.changes import ADDED, CHANGED, REMOVED, Change, Trees
from ..pieces.pieces import Piece

COLLECTED: Final = "values collected in a loop or in place"
Words = tuple[bytes, ...]
_OWN_USES: Final = 3  # where the list is made, appended to, and handed on


def collected(both: Trees, found: Sequence[Change]) -> frozenset[Change]:
    """The changes that are of such a list."""
    gone = {each.a: each for each in found if each.kind == REMOVED}
    came = {each.b: each for each in found if each.kind == ADDED}
    told = {each for each in found if each.kind == CHANGED}
    same: set[Change] = set()
    for loops, others, mine, pieces, below in (
        (gone, came, True, both.old, both.old_below),
        (came, gone, False, both.new, both.new_below),
    ):
        for at in [at for at in loops if pieces[at].kind == "Loop"]:
            name, value = _value(pieces, below, at)
            begin = _begun(pieces, at, name) if name and not seen_behind(pieces, at) else -1
            end = _in_place(both, found, others, name, value, at, mine) if begin in loops else None
            if end is not None:
                same |= {loops[at], loops[begin], end}
            elif begin >= 0:
                made = [each for each in told if (each.a if mine else each.b) == begin]
                same |= {loops[at], *made} if made and _made_at_once(both, made[0], name, value, at, mine) else set()
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


def seen_behind(pieces: Sequence[Piece], at: int) -> bool:
    """Whether what the loop binds stands behind it: a comprehension keeps its names to itself."""
    head = pieces[at].words
    bound = (
        {each for each in head[1 : head.index(b"in")] if each.isalnum() or b"_" in each}
        if b"in" in head
        else set[bytes]()
    )
    end = next((each for each in range(at + 1, len(pieces)) if not _within(pieces, each, at)), len(pieces))
    return any(not bound.isdisjoint(pieces[each].words) for each in range(end, len(pieces)))


def _within(pieces: Sequence[Piece], inner: int, outer: int) -> bool:
    while inner > outer:
        inner = pieces[inner].parent
    return inner == outer


def _begun(pieces: Sequence[Piece], at: int, name: bytes) -> int:
    """Where the list is made, right before the loop."""
    before = _beside(pieces, at, range(at - 1, -1, -1))
    return before if before >= 0 and pieces[before].words == (name, b"=", b"[", b"]") else -1


def _beside(pieces: Sequence[Piece], at: int, order: Iterable[int]) -> int:
    """The first of these that stands in the same block as `at`, -1 none."""
    own = pieces[at].parent, pieces[at].role
    return next((each for each in order if (pieces[each].parent, pieces[each].role) == own), -1)


def _in_place(
    both: Trees, found: Sequence[Change], others: Mapping[int, Change], name: bytes, value: Words, loop: int, mine: bool
) -> Change | None:
    """The change that says the other side has the value itself: a statement of its own beside the same statement, or the next one, which
    alone has the name here. What stands between, or uses the list too, could tell the difference."""
    own, pieces = (both.old, both.new) if mine else (both.new, both.old)
    behind = _beside(own, loop, range(loop + 1, len(own)))
    alone = (name, b"=", *value)
    for at, each in others.items():
        if pieces[at].words == alone:
            after = _beside(pieces, at, range(at + 1, len(pieces)))
            if _words(own, behind) == _words(pieces, after):
                return each
    uses = sum(piece.words.count(name) for piece in own) == _OWN_USES
    for each in found if uses and not any(name in piece.words for piece in pieces) else ():
        if each.kind == CHANGED and (each.a if mine else each.b) == behind:
            here, there = own[behind].words, pieces[each.b if mine else each.a].words
            put = tuple([part for word in here for part in (value if word == name else (word,))])
            if here.count(name) == 1 and put == there:
                return each
    return None


def _made_at_once(both: Trees, begun: Change, name: bytes, value: Words, loop: int, mine: bool) -> bool:
    """Whether the list is made with its values where it was made empty, before the same statement."""
    own, pieces, at = (both.old, both.new, begun.b) if mine else (both.new, both.old, begun.a)
    behind, after = (_beside(side, here, range(here + 1, len(side))) for side, here in ((own, loop), (pieces, at)))
    return pieces[at].words == (name, b"=", *value) and _words(own, behind) == _words(pieces, after)


def _words(pieces: Sequence[Piece], at: int) -> Words:
    return pieces[at].words if at >= 0 else ()
