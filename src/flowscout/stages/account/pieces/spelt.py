"""Where the same is written in a function."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from ....engine.same import KEPT, Same
from .pieces import Piece
from .targets import Words


def steps_of(pieces: Sequence[Piece], words: Words) -> Sequence[int]:
    """The steps that are written so, in order."""
    return _steps(Same(pieces)).get(words, ())


@lru_cache(maxsize=KEPT)
def _steps(pieces: Same[Sequence[Piece]]) -> Mapping[Words, Sequence[int]]:
    found: dict[Words, list[int]] = {}
    for at, piece in enumerate(pieces.value):
        if piece.kind == "Simple":
            found.setdefault(piece.words, []).append(at)
    return found
