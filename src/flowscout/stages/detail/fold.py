"""Groups put in the place of their members."""

from __future__ import annotations

from ...model.sfm import ScenarioFlowModel, ScenarioStep, Transition


def _led(step: ScenarioStep, stands_for: dict[str, str]) -> ScenarioStep:
    moved = tuple(t._replace(target=stands_for.get(t.target, t.target)) for t in step.transitions)
    return step._replace(transitions=tuple(dict.fromkeys(moved)))


def folded(sfm: ScenarioFlowModel) -> dict[str, ScenarioStep]:
    """Steps by id, in drawing order; a group stands where its first member stood."""
    groups = {group.step_id: group for group in sfm.groups}
    stands_for = {member: group.step_id for group in sfm.groups for member in group.members}
    steps: dict[str, ScenarioStep] = {}
    for step in sfm.steps:
        name = stands_for.get(step.step_id, step.step_id)
        if name not in steps:
            steps[name] = _led(groups.get(name, step), stands_for)
    return steps


def joined(*labels: str) -> str:
    """Labels of contracted edges, in order."""
    return ", ".join(filter(None, labels))


def merged(transitions: tuple[Transition, ...]) -> tuple[Transition, ...]:
    """One transition per target: what leads to the same place for several reasons says them all."""
    by_target: dict[str, Transition] = {}
    for transition in transitions:
        known = by_target.get(transition.target)
        if known is None:
            by_target[transition.target] = transition
        elif transition.label not in known.label.split(", "):
            by_target[transition.target] = known._replace(label=joined(known.label, transition.label))
    return tuple(by_target.values())
