"""C and C++: a table in which an `#if` stands is read up to there; that its end is not read then is no change of it."""

from __future__ import annotations

from .pieces import Piece


def closes_alike(one: Piece, other: Piece) -> bool:
    """Whether a table is the same but for its end."""
    was, now = sorted((one.words, other.words), key=len)
    return one.kind == "Assign" and was[-1:] == (b"{",) and now[len(was) :] == (b"}", b";") and now[: len(was)] == was
