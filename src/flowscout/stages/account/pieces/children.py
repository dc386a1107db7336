"""What stands right under each piece."""

from __future__ import annotations

from collections.abc import Sequence

from .pieces import Piece


def children(pieces: Sequence[Piece]) -> tuple[tuple[int, ...], ...]:
    """By the position of each, the positions of its own parts, in their order."""
    found: list[list[int]] = [[] for _ in pieces]
    for at, piece in enumerate(pieces):
        if piece.parent >= 0:
            found[piece.parent].append(at)
    return tuple(map(tuple, found))
