"""A `match` whose cases have guards, as one choice: who answers a case and not its guard is asked for the cases below, so each
case is told with its guard, in their order, and the question once.

    Which event? -- {"key": k} --> k is bound? -- yes --> run            Which event? -- {"key": k}, if k is bound --> run
                               no, and otherwise --> Which event? …                   -- {"key": k} --> insert …
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

from ...model import limits
from ...model.sfm import DECISION, VALIDATION, ScenarioStep, Transition
from ...words.clauses import clause
from ...words.supposing import supposed

_REST: Final = "otherwise"
_ORDERED: Final = 24  # choices of a function


def guarded_cases(linked: list[ScenarioStep]) -> list[ScenarioStep]:
    steps = {step.step_id: step for step in linked}
    sources = Counter(way.target for step in linked for way in step.transitions)
    found: list[str] = []
    for step in reversed(linked):  # the last choice first: those above take over what it has become
        while made := _taken_over(steps.get(step.step_id, step), steps, sources):
            whole, gone = made
            steps[step.step_id] = whole
            found.append(step.step_id)
            for name in gone:
                del steps[name]
    left = [steps[step.step_id] for step in linked if step.step_id in steps]
    for name in list(dict.fromkeys(name for name in found if name in steps))[:_ORDERED]:
        left = _in_order(left, next(at for at, step in enumerate(left) if step.step_id == name))
    return left


def _in_order(steps: list[ScenarioStep], at: int) -> list[ScenarioStep]:
    """The cases of a choice as they stand in the source, where what leads on still does."""
    line = _line(steps[at])
    end = next((n for n in range(at + 1, len(steps)) if _line(steps[n]) <= line), len(steps))
    run = sorted(steps[at + 1 : end], key=_line)
    was = {step.step_id: n for n, step in enumerate(steps[at + 1 : end])}
    now = {step.step_id: n for n, step in enumerate(run)}
    ways = [(step.step_id, way.target) for step in run for way in step.transitions if way.target in now]
    kept = all(now[one] < now[other] for one, other in ways if was[one] < was[other])
    return [*steps[: at + 1], *run, *steps[end:]] if line and kept else steps


def _one_statement(step: ScenarioStep, guard: ScenarioStep, below: ScenarioStep) -> bool:
    """Not equal words, but the very same question: the guard stands behind where both stand."""
    same = below.whole == step.whole and below.evidence is not None and below.evidence == step.evidence
    return same and _line(guard) > _line(step)


def _line(step: ScenarioStep) -> int:
    return step.evidence.line if step.evidence else 0


def _taken_over(
    step: ScenarioStep, steps: Mapping[str, ScenarioStep], sources: Mapping[str, int]
) -> tuple[ScenarioStep, tuple[str, str]] | None:
    """With the guard of its last case, and the cases below; and what goes."""
    if step.step_type != DECISION or not step.whole.startswith("Which ") or step.step_id not in steps:
        return None
    *cases, rest = [way for way in step.transitions if way.label != _REST] + [
        way for way in step.transitions if way.label == _REST
    ]
    below = steps.get(rest.target)
    guard = steps.get(cases[-1].target) if cases else None
    if (
        rest.label != _REST
        or below is None
        or guard is None
        or below.step_type != DECISION
        or not _one_statement(step, guard, below)
        or guard.step_type not in (DECISION, VALIDATION)
        or sources[guard.step_id] != 1
        or sources[below.step_id] != 2
        or {way.label for way in guard.transitions} != {"yes", "no"}
    ):
        return None
    held = [way for way in guard.transitions if way.target != below.step_id]
    if len(held) != 1 or len(guard.transitions) != 2:
        return None
    label = f"{cases[-1].label}, {clause(supposed(guard.whole, held[0].label))}"
    if len(label) > limits.STEP_TEXT:
        return None
    ways = (*cases[:-1], Transition(held[0].target, label, cases[-1].kind), *below.transitions)
    asked = (step, guard, below) if len({way.target for way in below.transitions}) > 1 else (step, guard)
    members = tuple(name for each in asked for name in (each.members or (each.step_id,)))
    callees = tuple(dict.fromkeys((*step.callees, *guard.callees)))
    flags = " ".join(sorted({*step.flags.split(), *guard.flags.split()}))
    whole = step._replace(transitions=ways, members=members, callees=callees, flags=flags)
    return whole, (guard.step_id, below.step_id)
