"""Two long statements that begin alike, so that what differs is seen."""

from __future__ import annotations

from .assigning import assignment
from .lexing import BEFORE
from .pieces import Piece, differing
from .quoting import MOST, joined


def seen(one: Piece, other: Piece) -> tuple[Piece, Piece]:
    """Of two long statements that begin alike what differs."""
    if one.said != other.said or one.words == other.words or len(one.said) < MOST:
        return one, other
    at = max(0, differing(one, other) - BEFORE)
    sets = assignment(one.said) if b"=" in one.words[:at] else None
    begins = f"{sets[0]} = …" if sets else "…"
    return (
        one._replace(said=f"{begins} {joined(one.words[at:])}"),
        other._replace(said=f"{begins} {joined(other.words[at:])}"),
    )
