"""Where a way out of a loop, or past what stands below, goes on: by the name of the step there."""

from __future__ import annotations

from typing import Final

from ..model.sfm import LOOP, ScenarioStep, Transition
from .cutting import headed, whole
from .dominated import StraightRun

BREAK: Final = "Leave the loop"
ROUND: Final = "Next round"
_AWAY: Final = 48  # letters of where a way goes on


def led_out(run: StraightRun, loop: int, way: Transition) -> str:
    """Out of a loop: behind it, or where else."""
    to = run.around.steps.get(way.target)
    behind = way.target == run.after[loop] or run.breaks(loop, way.target) if loop else way.target in run.around.left
    if to is None or behind:
        return BREAK
    before = way.target in run.around.before
    if before and to.step_type == LOOP:
        return next_round(to, loop > 0)
    return f"{'Again from' if before else 'On to'}: {whole(headed(to.label), _AWAY)}"


def next_round(loop: ScenarioStep, outer: bool) -> str:
    """outer: it is said within a loop that stands in this one."""
    return f"{ROUND} of: {whole(headed(loop.label), _AWAY)}" if outer else ROUND


def led_to(run: StraightRun, to: int, at: int) -> str:
    step = run.step(to)
    if step.step_type == LOOP and to <= at:
        return ROUND
    loop = run.loop(at)
    if loop and to != loop and run.breaks(loop, step.step_id):
        return BREAK
    return f"{'Again from' if to <= at else 'On to'}: {whole(headed(step.label), _AWAY)}"
