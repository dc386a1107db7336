"""C and C++: a local without a value that is declared in a loop on one side alone: outside of it, it keeps its value from round to round.

int sum;                        while (a--) {
while (a--) {                       int sum;
    if (a == 3)        ->           if (a == 3)
        sum = a;                        sum = a;
    use(&sum);                      use(&sum);
}                               }
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache

from ....engine.same import KEPT, Same
from ..pairing.changes import Change, Trees
from ..pieces.pieces import Piece
from ..pieces.targets import target, value
from ..reading.declarators import declared
from ..reading.spoken import spoken


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
    return (
        bool(names & _declared(Same(others))) and any(True for _ in _loops(pieces, at)) and not _set_first(pieces, at)
    )


@lru_cache(maxsize=KEPT)
def _declared(pieces: Same[Sequence[Piece]]) -> frozenset[str]:
    return frozenset(each.name for piece in pieces.value if piece.kind == "Simple" for each in declared(piece))


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
    places = spoken(Same(pieces)).get(name, ())
    first = next(iter(places[bisect_right(places, at) :]), -1)
    if first >= 0 and pieces[first].kind == "Loop":  # `for (n = 0; n < 3; n++)`
        begins = (
            each
            for each in places[bisect_right(places, first) :]
            if pieces[each].parent == first and pieces[each].role == "init"
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
    labels = _labels(Same(pieces))
    return bisect_right(labels, at) == bisect_left(labels, first)


@lru_cache(maxsize=KEPT)
def _labels(pieces: Same[Sequence[Piece]]) -> list[int]:
    return [at for at, piece in enumerate(pieces.value) if piece.kind == "Label"]
