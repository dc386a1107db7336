"""Where a way out of a loop, or past what stands below, goes on: by the name of the step there."""

from __future__ import annotations

from typing import Final

from ..model.sfm import BRANCHING, LOOP, ScenarioStep, Transition
from .clauses import clause
from .cutting import headed, whole
from .dominated import StraightRun
from .supposing import supposed

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
    return f"{'Again from' if to <= at else 'On to'}: {_apart(run, to) or whole(headed(step.label), _AWAY)}"


def _apart(run: StraightRun, to: int) -> str:
    """Of a question that another one reads like what is done where its answer is yes; "" of others."""
    step = run.step(to)
    others = [*(run.step(at) for at in run.place.values() if at != to), *run.around.steps.values()]
    if step.step_type not in BRANCHING or step.label not in [other.label for other in others]:
        return ""
    yes = next((run.place.get(way.target, 0) for way in step.transitions if way.label == "yes"), 0)
    return (
        whole(f"{supposed(headed(step.label), 'yes')}: {clause(headed(run.step(yes).label))}", 2 * _AWAY) if yes else ""
    )
