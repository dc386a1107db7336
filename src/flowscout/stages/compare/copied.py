"""Copies of a step that stays, on a way that is new or gone.

What a `finally` does stands once in the code, and is a step on each way that comes through it. Where a handler is new, there is one
more of those steps: a new way to what was done before, and nothing that is done anew.

try:                                    flush() -- on OSError --> print('')  -- new is the way, not the step
    flush()
except OSError: raise Failed            flush() --> print('')
finally: print('')
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Final

from ...model.sfm import START, TERMINAL, ScenarioStep
from .order import OrderedSide, ahead, family
from .staying import Lines

COPIED: Final = "copied"  # the flag of such a step
_NONE: Final = frozenset[int]()


def copied(
    old: OrderedSide, new: OrderedSide, pairs: Mapping[int, int], lines: Lines
) -> tuple[frozenset[int], frozenset[int]]:
    """Positions before and after of steps that only one side has, and of which the other has one of the same words in the same line that
    did not change. None where one of two comes before the other: that is done twice."""
    back = {there: here for here, there in lines.items()}
    kept = list(pairs.items())
    gone = _of(old, [i for i, j in kept if _stays(old, i, new, j, lines)], {*pairs}, lines)
    came = _of(new, [j for i, j in kept if _stays(old, i, new, j, lines)], {*pairs.values()}, back)
    return gone, came


def flagged(step: ScenarioStep) -> ScenarioStep:
    return step._replace(flags=" ".join(sorted({*step.flags.split(), COPIED})))


def _stays(old: OrderedSide, i: int, new: OrderedSide, j: int, lines: Lines) -> bool:
    one, other = _place(old.steps[i]), _place(new.steps[j])
    return lines.get(one[0], 0) == other[0] and one[1:] == other[1:]


def _of(side: OrderedSide, kept: Sequence[int], known: set[int], lines: Lines) -> frozenset[int]:
    twins: dict[tuple[int, str, str], list[int]] = defaultdict(list)
    for at in kept:
        twins[_place(side.steps[at])].append(at)
    fresh = [
        at
        for at, step in enumerate(side.steps)
        if at not in known and (place := _place(step)) in twins and place[0] in lines and not step.has("sub")
    ]
    if not fresh:
        return _NONE
    reached = ahead(side)
    return frozenset(
        at
        for at in fresh
        if not any(reached[at] >> each & 1 or reached[each] >> at & 1 for each in twins[_place(side.steps[at])])
    )


def _place(step: ScenarioStep) -> tuple[int, str, str]:
    """Its line, and what it says there; of no end."""
    if step.evidence is None or step.step_type == START or step.step_type in TERMINAL:
        return -1, "", ""
    return step.evidence.line, family(step), step.whole
