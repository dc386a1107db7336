"""Decorators of classes: whose they are, and which are told with a class that is new, or gone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..pairing.changes import ADDED, REMOVED, Change, Trees
from ..pieces.pieces import Piece

TOLD: Final = "decorators told together with their class"


def class_behind(pieces: Sequence[Piece], at: int) -> int:
    """Position of the class that it stands before; -1 for none."""
    while at < len(pieces) and pieces[at].kind == "Decorator":
        at += 1
    return at if at < len(pieces) and pieces[at].kind == "Class" else -1


def above(pieces: Sequence[Piece], at: int) -> list[str]:
    """Those that stand before a class."""
    first = at
    while first and pieces[first - 1].kind == "Decorator":
        first -= 1
    return [each.said for each in pieces[first:at]]


def told_with_the_class(both: Trees, change: Change) -> bool:
    """A decorator of a class that is new with it, or gone with it."""
    pieces, at, known = (both.new, change.b, both.back) if change.b >= 0 else (both.old, change.a, both.pairs)
    if change.kind not in (ADDED, REMOVED) or pieces[at].kind != "Decorator":
        return False
    behind = class_behind(pieces, at)
    return behind >= 0 and behind not in known
