"""What a call gives back, and whether that is given on."""

from __future__ import annotations

from collections.abc import Sequence

from .pieces import Piece


def given_back(old: Sequence[Piece], new: Sequence[Piece], pairs: dict[int, int]) -> None:
    """`return f()` and `f()` by itself, in one arm."""
    taken = set(pairs.values())
    free = {
        (piece.parent, piece.role, _unreturned(piece)): b
        for b, piece in enumerate(new)
        if b not in taken and piece.kind in ("Return", "Simple") and b"(" in piece.words
    }
    for a, piece in enumerate(old if free else ()):
        b = free.get((pairs.get(piece.parent, -2), piece.role, _unreturned(piece)), -1)
        if a not in pairs and b >= 0 and {piece.kind, new[b].kind} == {"Return", "Simple"}:
            pairs[a] = b


def _unreturned(piece: Piece) -> tuple[bytes, ...]:
    return piece.words[piece.kind == "Return" :]
