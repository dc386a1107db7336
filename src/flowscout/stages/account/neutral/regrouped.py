"""C and C++: declarations in a row that are one, or one that is several: the same is set in the same order, where it stood.

int a = n[0];
int b = n[1];        ->        int a = n[0], b = n[1];
"""

from __future__ import annotations

from collections.abc import Sequence

from ....model.syntax import Simple
from ..pairing.changes import ADDED, CHANGED, REMOVED, Change, Trees
from ..pieces.pieces import Piece
from ..reading.declarators import declared


def regrouped(both: Trees, change: Change) -> bool:
    a, b = change.a, change.b
    if change.kind not in (ADDED, CHANGED, REMOVED) or any(
        at >= 0 and not _declares(pieces[at]) for pieces, at in ((both.old, a), (both.new, b))
    ):
        return False
    a = a if a >= 0 else _beside(both.new, b, both.back)
    b = b if b >= 0 else _beside(both.old, a, both.pairs)
    if min(a, b) < 0 or both.pairs.get(both.old[a].parent) != both.new[b].parent:
        return False
    was, now = _run(both.old, a), _run(both.new, b)
    named = [[one for at in row for one in declared(side[at])] for side, row in ((both.old, was), (both.new, now))]
    if len(was) == len(now) or named[0] != named[1] or not all(each.value for each in named[0]):
        return False
    return all((c < was[0]) == (d < now[0]) for c, d in both.pairs.items() if c not in was and d not in now)


def _declares(piece: Piece) -> bool:
    plain = isinstance(piece.stmt, Simple) and piece.stmt.role == "declare"
    return piece.kind == "Simple" and plain and bool(declared(piece))


def _run(pieces: Sequence[Piece], at: int) -> range:
    """The declarations that stand right beside each other, around one of them."""
    first, last = at, at
    while first and _goes_with(pieces, first - 1, at):
        first -= 1
    while last + 1 < len(pieces) and _goes_with(pieces, last + 1, at):
        last += 1
    return range(first, last + 1)


def _goes_with(pieces: Sequence[Piece], at: int, one: int) -> bool:
    here = pieces[at].parent == pieces[one].parent and pieces[at].role == pieces[one].role
    return here and _declares(pieces[at])


def _beside(pieces: Sequence[Piece], at: int, known: dict[int, int]) -> int:
    """On the other side, what one of those in the same row is there."""
    return next((known[each] for each in _run(pieces, at) if each in known), -1)
