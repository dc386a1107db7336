"""What stands right under each piece, and beside it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from functools import lru_cache

from ....engine.same import KEPT, Same
from .pieces import Piece


def children(pieces: Sequence[Piece]) -> tuple[tuple[int, ...], ...]:
    """By the position of each, the positions of its own parts, in their order."""
    found: list[list[int]] = [[] for _ in pieces]
    for at, piece in enumerate(pieces):
        if piece.parent >= 0:
            found[piece.parent].append(at)
    return tuple(map(tuple, found))


def beside(pieces: Sequence[Piece], at: int) -> Sequence[int]:
    """What stands under the same as it, itself included, in their order."""
    return under(pieces, pieces[at].parent)


def under(pieces: Sequence[Piece], above: int) -> Sequence[int]:
    """above: -1 for what stands under nothing."""
    return _rows(Same(pieces)).get(above, ())


def place(row: Sequence[int], at: int) -> int:
    """Where in a row of rising positions it stands; -1 for nowhere."""
    found = bisect_left(row, at)
    return found if row[found : found + 1] and row[found] == at else -1


@lru_cache(maxsize=KEPT)
def _rows(pieces: Same[Sequence[Piece]]) -> Mapping[int, Sequence[int]]:
    found: dict[int, list[int]] = {}
    for at, piece in enumerate(pieces.value):
        found.setdefault(piece.parent, []).append(at)
    return found
