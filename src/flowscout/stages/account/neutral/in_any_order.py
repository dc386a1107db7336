"""Python: a class that changed places with what needs it for nothing, and which it needs for nothing, when the file is read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..pairing.changes import REORDERED, Change, Trees
from ..pieces.called import name_of
from ..pieces.nesting import words_of
from ..pieces.outside import FUNCTION
from ..pieces.pieces import Piece
from ..reading.passing import passed
from . import constant_tables

_BINDS: Final = frozenset(("Assign", "Class", "Declared", "Declaration"))


def free(both: Trees, change: Change, quotes: bool) -> bool:
    """What stands in functions runs later. quotes: Python; a variable of another language's file: see `constant_tables`."""
    if not quotes:
        return constant_tables.free(both, change)
    if change.kind != REORDERED or both.new[change.b].kind != "Class" or both.new[change.b].parent >= 0:
        return False
    name, own = name_of(both.new[change.b]).encode(), _words(both.new, change.b)
    return bool(name) and all(_apart(both.new, each, name, own) for each in passed(both, change))


def _apart(pieces: Sequence[Piece], at: int, name: bytes, own: set[bytes]) -> bool:
    piece, words = pieces[at], _words(pieces, at)
    if piece.kind in (FUNCTION, "Import"):
        return piece.kind == FUNCTION or not words & own
    if piece.kind not in _BINDS:
        return not words & own
    bound = {name_of(piece).encode(), *piece.words[: piece.words.index(b"=") if b"=" in piece.words else 0]}
    return name not in words and not bound & own


def _words(pieces: Sequence[Piece], at: int) -> set[bytes]:
    """The names in it, and in all that stands under it."""
    return {word for word in words_of(pieces, at) if word[:1].isalpha() or word[:1] == b"_"}
