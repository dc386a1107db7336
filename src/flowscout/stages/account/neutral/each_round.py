"""C and C++: a local without a value that is declared in a loop on one side alone: outside of it, it keeps its value from round to round.

int sum;                        while (a--) {
while (a--) {                       int sum;
    if (a == 3)        ->           if (a == 3)
        sum = a;                        sum = a;
    use(&sum);                      use(&sum);
}                               }
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..pairing.changes import Change, Trees
from ..pieces.pieces import Piece
from ..pieces.targets import target, value
from ..reading.declarators import declared


def kept(both: Trees, change: Change) -> bool:
    """Whether what moved may be read in a round that has not set it first."""
    before, after = [*_loops(both.old, change.a)], [*_loops(both.new, change.b)]
    was = [each for each in before if both.pairs.get(each, -1) not in after]
    now = [each for each in after if both.back.get(each, -1) not in before]
    sides = ((was, both.old, change.a), (now, both.new, change.b))
    return any(loops and not _set_first(pieces, at) for loops, pieces, at in sides)


def alone(pieces: Sequence[Piece], at: int, others: Sequence[Piece]) -> bool:
    """The same of one that only this side has: what it declares is declared elsewhere on the other."""
    names = {each.name for each in declared(pieces[at])}
    there = {each.name for piece in others if piece.kind == "Simple" for each in declared(piece)}
    return bool(names & there) and any(True for _ in _loops(pieces, at)) and not _set_first(pieces, at)


def _loops(pieces: Sequence[Piece], at: int) -> Iterator[int]:
    """Those in whose rounds it stands, the innermost first."""
    while (above := pieces[at].parent) >= 0:
        if pieces[above].kind == "Loop" and pieces[at].role != "init":
            yield above
        at = above


def _set_first(pieces: Sequence[Piece], at: int) -> bool:
    """Whether each name is set, by what always runs behind it, before anything else speaks of it."""
    return all(_sets(pieces, at, each.name.encode()) for each in declared(pieces[at]))


def _sets(pieces: Sequence[Piece], at: int, name: bytes) -> bool:
    arm = pieces[at].parent, pieces[at].role
    first = next((each for each in range(at + 1, len(pieces)) if name in pieces[each].words), -1)
    if first >= 0 and pieces[first].kind == "Loop":  # `for (n = 0; n < 3; n++)`
        begins = (
            each
            for each in range(first + 1, len(pieces))
            if pieces[each].parent == first and pieces[each].role == "init" and name in pieces[each].words
        )
        here, first = first, next(begins, -1)
    else:
        here = first
    if first < 0:
        return here < 0  # nothing speaks of it
    piece = pieces[first]
    stands = (pieces[here].parent, pieces[here].role) == arm
    return (
        stands
        and target(piece) == (name,)
        and b"=" in piece.words
        and name not in value(piece)
        and _once(pieces, at, here)
    )


def _once(pieces: Sequence[Piece], at: int, first: int) -> bool:
    """Nothing jumps past it."""
    return not any(each.kind == "Label" for each in pieces[at + 1 : first])
