"""Two long statements that begin alike, so that what differs is seen."""

from __future__ import annotations

from .lexing import BEFORE
from .pieces import Piece, differing
from .quoting import MOST, joined


def seen(one: Piece, other: Piece) -> tuple[Piece, Piece]:
    """Of two long statements that begin alike what differs."""
    if one.said != other.said or one.words == other.words or len(one.said) < MOST:
        return one, other
    at = max(0, differing(one, other) - BEFORE)
    return one._replace(said=f"… {joined(one.words[at:])}"), other._replace(said=f"… {joined(other.words[at:])}")
