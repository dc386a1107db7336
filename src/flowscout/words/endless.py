"""A run of steps in which what goes round for ever, until something in it leaves, is a loop: `for (;;)` asks nothing at its head, and
what leads back to a step from below by itself repeats all that lies between.

Where all who leave such a loop, but for those who end, come to one place, that is where it goes on when it is done.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import Final

from ..model.sfm import BRANCHING, LOOP, ScenarioStep, Transition
from .dominated import RunAround, StraightRun

_REPEAT: Final = "Repeat"
_HEAD: Final = "repeat "  # no id holds a space
_MOST: Final = 8  # loops of a run


def looped(steps: Sequence[ScenarioStep], around: RunAround) -> StraightRun:
    """The run with a head for each of its loops, and with where each goes on."""
    run = StraightRun(steps, around)
    heads = [at for at in run.place.values() if _repeats(run, at)][:_MOST]
    if heads:
        run = _headed(run, heads)
    loops = [at for at, after in run.after.items() if not after][:_MOST]
    left = {at: to for at in loops if (to := _left(run, at))}
    if not left:
        return run
    made = list(run.steps)
    for at, to in left.items():
        step = made[at - 1]
        made[at - 1] = step._replace(transitions=(*step.transitions, Transition(to, "done", "exit-loop")))
    return StraightRun(made, run.around)


def _repeats(run: StraightRun, at: int) -> bool:
    """Whether something below leads back here whatever is asked; a question that does says so itself."""
    name = run.step(at).step_id
    return run.step(at).step_type != LOOP and any(
        run.step(each).step_type not in BRANCHING and any(way.target == name for way in run.step(each).transitions)
        for each in run.inside(at)
    )


def _headed(run: StraightRun, heads: Sequence[int]) -> StraightRun:
    names = {run.step(at).step_id: _HEAD + run.step(at).step_id for at in heads}
    made: list[ScenarioStep] = []
    for step in run.steps:
        if step.step_id in names:
            turned = (Transition(step.step_id),)
            made.append(
                step._replace(step_id=names[step.step_id], step_type=LOOP, label=_REPEAT, transitions=turned, flags="")
            )
        ways = tuple(way._replace(target=names.get(way.target, way.target)) for way in step.transitions)
        made.append(step._replace(transitions=ways))
    entries = frozenset(names.get(name, name) for name in run.around.entries)
    return StraightRun(made, run.around._replace(entries=entries))


def _left(run: StraightRun, loop: int) -> str:
    """Where all who leave a loop go on, that is in the run or next behind it; "" nowhere, or in several places."""
    rounds: Set[int] = run.rounds[loop] | {loop}
    ways = [way for at in rounds for way in run.step(at).transitions if way.kind != "raise"]
    out = {way.target for way in ways if run.place.get(way.target) not in rounds} - run.ends.keys()
    tails = {to for to in out if (at := run.place.get(to)) and _leads_to(run, at, out - {to})}
    out = out - tails if tails < out else out
    to = next(iter(out)) if len(out) == 1 else ""
    if len(out) > 1 and run.around.next in out and run.place.keys().isdisjoint(out):
        return run.around.next  # the others lead elsewhere, and say where
    return to if to == run.around.next or run.place.get(to, 0) > loop else ""


def _leads_to(run: StraightRun, at: int, others: Set[str]) -> bool:
    """What is still done on the way out: who goes there comes where others who leave go on."""
    ways = {way.target for way in run.out(at) if way.kind != "raise"} - run.ends.keys()
    return bool(ways) and ways <= others
