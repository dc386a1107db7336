"""C and C++: a case that goes on to another one than it did, for one of the two changed places."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..neutral.cases import leaves_at_its_end
from ..pairing.changes import Trees
from ..pieces.pieces import Piece
from ..reading.saying import ORDER, Said, subject

_PYTHON: Final = (b"def", b"async")  # whose cases end by themselves
_RANK: Final = 1


def into_another(both: Trees, b: int) -> Said | None:
    """Of a case that changed places, or the one before it."""
    if both.new[b].kind != "Arm" or both.new[0].opens in _PYTHON:
        return None
    arms = both.new_below[both.new[b].parent]
    at = arms.index(b)
    for each in (b, *arms[at - 1 : at]):
        if each not in both.back or both.old[both.back[each]].kind != "Arm":
            continue
        was, now = _next(both.old, both.old_below, both.back[each]), _next(both.new, both.new_below, each)
        if both.back.get(now, -1) == was:
            continue
        whom = subject(both.new[each])
        if now >= 0:
            no_longer = f", no longer to {subject(both.old[was])}" if was >= 0 else ""
            return Said(ORDER, f"{whom} goes on to {subject(both.new[now])} now{no_longer}.", _RANK)
        return Said(ORDER, f"{whom} no longer goes on to {subject(both.old[was])}.", _RANK)
    return None


def _next(pieces: Sequence[Piece], below: Sequence[Sequence[int]], arm: int) -> int:
    """The case that it goes on to, -1 for none."""
    arms = below[pieces[arm].parent]
    at = arms.index(arm) + 1
    alike = all(pieces[each].kind == "Arm" for each in arms)
    return -1 if at == len(arms) or not alike or leaves_at_its_end(pieces, below, arm) else arms[at]
