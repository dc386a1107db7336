"""Python: the `def` of a function within another, where that is a function that is new, or gone, and told as one."""

from __future__ import annotations

from typing import Final

from ....model.syntax import Simple
from ..pairing.changes import ADDED, REMOVED, Change, Trees
from ..pieces.pieces import HEAD

TOLD: Final = "definitions of functions within functions, each of which is told by itself"
_STEADY: Final = frozenset((HEAD, "Try", "With"))  # which ask nothing


def told_as_one(both: Trees, change: Change) -> bool:
    if change.kind not in (ADDED, REMOVED):
        return False
    pieces, at = (both.new, change.b) if change.kind == ADDED else (both.old, change.a)
    piece = pieces[at]
    defines = isinstance(piece.stmt, Simple) and piece.stmt.role == "define"
    return defines and piece.said.startswith(("def ", "async def ", "@")) and pieces[piece.parent].kind in _STEADY
