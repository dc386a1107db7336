"""Python: two imports that bind one name to two things; the later one holds, so that their order is no matter of taste.

from a import f
from b import f
"""

from __future__ import annotations

from collections.abc import Sequence

from ..pieces.outside import FUNCTION
from ..pieces.pieces import Piece
from .imports import BroughtName, bound, brought

_EVERY = "*"


def binds_over(one: Piece, other: Piece) -> bool:
    """What `import *` brings nobody knows here: it may be what the other brings too."""
    was, now = brought(one), brought(other)
    mine, theirs = dict(map(bound, was)), dict(map(bound, now))
    named = any(mine[name] != theirs[name] for name in mine.keys() & theirs.keys())
    return named or _all_of(was, now) or _all_of(now, was)


def defined(one: Piece) -> str:
    """The name of a function: `f` of `a.py::f`."""
    return one.words[-1].rpartition(b"::")[2].decode("utf-8", "replace") if one.kind == FUNCTION else ""


def defines_over(one: Piece, import_: Piece) -> bool:
    """Whether one is a function whose name an import binds too."""
    name = defined(one)
    return bool(name) and any(bound(each)[0] == name for each in brought(import_))


def _all_of(one: Sequence[BroughtName], other: Sequence[BroughtName]) -> bool:
    sources = {each.source for each in one if each.name == _EVERY}
    return any(each.source and each.source not in sources for each in other) if sources else False
