"""Ways out that are new, or gone, together with steps that they pass: all that stayed runs as before, and yet they decide over those steps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ..pairing.changes import ADDED, REMOVED, Change, Trees
from ..pieces.pieces import Piece

_EXITS: Final = frozenset(("Return", "Raise", "Jump"))
_STEPS: Final = frozenset(("Simple", "If", "Loop", "Switch", "With", "Try"))


def passing(both: Trees, found: Sequence[Change]) -> frozenset[Change]:
    """Those exits."""
    sides = ((ADDED, both.new), (REMOVED, both.old))
    return frozenset(change for kind, pieces in sides for change in _passing(found, kind, pieces))


def _passing(found: Sequence[Change], kind: str, pieces: Sequence[Piece]) -> Iterator[Change]:
    alone = {max(change.a, change.b): change for change in found if change.kind == kind}
    steps = [at for at in alone if pieces[at].kind in _STEPS]
    for at, change in alone.items() if steps else ():
        if pieces[at].kind not in _EXITS:
            continue
        arms = list(_arms(pieces, at))
        if any(step > at and (pieces[step].parent, pieces[step].role) in arms for step in steps):
            yield change


def _arms(pieces: Sequence[Piece], at: int) -> Iterator[tuple[int, str]]:
    """Those that stand round an exit, but for its own, as far as it passes what is behind it there."""
    keyword = getattr(pieces[at].stmt, "keyword", "") if pieces[at].kind == "Jump" else ""
    here = pieces[at].parent
    while here > 0:
        if keyword in ("break", "continue") and pieces[here].kind in ("Loop", "Switch"):
            return
        if pieces[here].kind != "Block":
            yield pieces[here].parent, pieces[here].role
        here = pieces[here].parent
