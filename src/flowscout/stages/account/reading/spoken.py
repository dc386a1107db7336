"""Which pieces speak of a name, kept once for each side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from ....engine.same import KEPT, Same
from ..pieces.pieces import Piece


@lru_cache(maxsize=KEPT)
def spoken(pieces: Same[Sequence[Piece]]) -> Mapping[bytes, Sequence[int]]:
    """By word, the pieces that have it, in their order."""
    found: dict[bytes, list[int]] = {}
    for at, piece in enumerate(pieces.value):
        for word in {*piece.words}:
            found.setdefault(word, []).append(at)
    return found
