"""Many steps of which the same is said: the first by its code, a way out too, the others counted.

A way out decides what the rest of the function does; it is never among those that are only counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from .changes import Trees
from .pieces import Piece
from .saying import EXITS, subject

_OUT: Final = ("`return`", "`return ", "`raise`", "`raise ", "`throw`", "`throw ", "`goto ", "`break`", "`continue`")


def whose(held: Sequence[Piece], those: Sequence[int]) -> str:
    """One or two by name, of more the first."""
    out = [held[each].kind in EXITS for each in those]
    return listed([subject(held[each]) for each in those], out, 2)


def first_of(told: Sequence[str]) -> str:
    """Of steps that are told by their quoted code."""
    return listed(told, [each.startswith(_OUT) for each in told], 0)


def listed(told: Sequence[str], out: Sequence[bool], all_of: int) -> str:
    """all_of: how many are told each."""
    if len(told) <= all_of or len(told) == 1:
        return " and ".join(told)
    leaves = next((one for one, leaving in zip(told[1:], out[1:], strict=True) if leaving and not out[0]), "")
    left = len(told) - 1 - bool(leaves)
    shown = ", ".join(filter(None, (told[0], leaves)))
    return f"{shown} and {left} more"


def out_beside(both: Trees, b: int) -> list[int]:
    """The way out of the arm that a step stands in, on both sides: what holds of the step holds of it."""
    above = both.old[both.back[b]].parent
    arm = [each for each in both.new_below[both.new[b].parent] if each in both.back and both.new[each].kind in EXITS]
    was = {each: both.old[both.back[each]] for each in arm}
    return [each for each in arm if was[each].parent == above and was[each].words == both.new[each].words]
