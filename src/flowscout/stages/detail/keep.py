"""Which steps stay at a level, and where each of them then leads."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from ...engine.contract import contract
from ...model.record import NamedTuple
from ...model.sfm import DECISION, TERMINAL, VALIDATION, ScenarioStep, Transition
from .fold import joined


class KeptSteps(NamedTuple):
    """on: every step that goes, with the step it leads to and the label on the way; None: it leads to none."""

    steps: dict[str, ScenarioStep]
    on: dict[str, tuple[str, str] | None]

    def after(self, transition: Transition) -> tuple[str, str] | None:
        """(target that stays, label from there on)."""
        return self.on.get(transition.target, (transition.target, ""))

    def onward(self, step: ScenarioStep) -> tuple[Transition, ...]:
        found = [(transition, self.after(transition)) for transition in step.transitions]
        linked = [t._replace(target=to[0], label=joined(t.label, to[1])) for t, to in found if to is not None]
        return tuple(dict.fromkeys(linked))


def _way(steps: dict[str, ScenarioStep], on: dict[str, str | None], name: str) -> tuple[str, str] | None:
    """Where a step that goes leads, with the labels of the plain stretch of the way, in order."""
    target, labels, here = on[name], list[str](), name
    while here in on and len(steps[here].transitions) == 1 and len(labels) < 3:
        labels.append(steps[here].transitions[0].label)
        here = steps[here].transitions[0].target
    return None if target is None else (target, joined(*labels))


def _ending(leads: Mapping[str, Collection[str]], ends: Iterable[str]) -> set[str]:
    """Everything from which an end can be reached."""
    sources: dict[str, list[str]] = {}
    for name, targets in leads.items():
        for target in targets:
            sources.setdefault(target, []).append(name)
    queue = list(ends)
    seen = set(queue)
    for here in queue:
        fresh = [source for source in sources.get(here, ()) if source not in seen]
        seen.update(fresh)
        queue += fresh
    return seen


def _nearest_end(steps: dict[str, ScenarioStep], start: str) -> str:
    queue, seen = [start], {start}
    for here in queue:
        if steps[here].step_type in TERMINAL:
            return here
        fresh = [t.target for t in steps[here].transitions if t.target not in seen]
        seen.update(fresh)
        queue += fresh
    return ""


def _stranded(steps: dict[str, ScenarioStep], leads: Mapping[str, Collection[str]], on: dict[str, str | None]) -> str:
    """An end that has to stay, because a step that stays could reach an end and no longer can; "" when there is none."""
    ends = [name for name in steps if steps[name].step_type in TERMINAL]
    linked = {name: {to for t in leads[name] if (to := on.get(t, t))} for name in steps if name not in on}
    lost = _ending(leads, ends).difference(_ending(linked, [end for end in ends if end not in on]), on)
    last = max(lost, key=list(steps).index, default="")
    return _nearest_end(steps, last) if last else ""


def _rank(step: ScenarioStep) -> int:
    """Who stays first where somebody has to: the step of the highest level, one that cannot collapse."""
    return (step.step_type in (DECISION, VALIDATION)) - 2 * len(step.detail_levels)


def kept(steps: dict[str, ScenarioStep], start: str, level: str) -> KeptSteps:
    going = {name for name, step in steps.items() if level not in step.detail_levels and name != start}
    leads = {name: [t.target for t in step.transitions] for name, step in steps.items()}
    while True:
        on = contract(list(steps), leads.__getitem__, going, lambda name: _rank(steps[name]))
        end = _stranded(steps, leads, on)
        if not end:
            return KeptSteps(steps, {name: _way(steps, on, name) for name in on})
        going.discard(end)
