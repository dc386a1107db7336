"""Handlers of one place, told as one step that lists them: where there is no room for a way each.

    On an error:
    • ConnectionError: report(e); Return 3
    • OSError: Return 4

Of `_LEAST` handlers or more that do a few plain things and go on where the others go, or leave by an exit of their own.
They are listed as they are tried. Whatever else a handler does (it decides, it loops, it cannot be taken back) it stays
a way of its own. Where each of them is led to by the same steps the way says so, else its line does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import Final

from ...model.sfm import ACTION, END, ERROR, ScenarioFlowModel, ScenarioStep, Transition
from ...words.dominated import error
from .reasons import raises
from .several import Several, exit_of, replaced
from .table import TableArm, TableFlow, listing

_LEAST: Final = 3
_ON: Final = "on "
_HEAD: Final = "On an error:"
_WAY: Final = "on an error"


def handled(model: ScenarioFlowModel) -> ScenarioFlowModel:
    groups = list(_groups(model.steps))
    flow = TableFlow(model.by_id(), _sources(model.steps, groups))
    found = [(group, each) for group in groups for each in [_listed(group[0], flow)] if each]
    made = replaced(model, [each for _, some in found for each in some])
    led, known = {step.step_id for group, _ in found for step in group}, model.by_id()
    lists = {step.step_id for step in made.steps if step.step_id not in known}
    return made._replace(steps=tuple(_once(step, lists) if step.step_id in led else step for step in made.steps))


def _caught(step: ScenarioStep) -> tuple[str, ...]:
    return tuple([way.target for way in step.transitions if raises(way) and way.label.startswith(_ON)])


def _groups(steps: Sequence[ScenarioStep]) -> Iterator[list[ScenarioStep]]:
    """Steps that lead to the same handlers."""
    found: dict[tuple[str, ...], list[ScenarioStep]] = {}
    for step in steps:
        if len(caught := _caught(step)) >= _LEAST:
            found.setdefault(caught, []).append(step)
    yield from found.values()


def _sources(steps: Sequence[ScenarioStep], groups: Sequence[Sequence[ScenarioStep]]) -> dict[str, list[str]]:
    """Who leads to each; those of a group count as one where nobody else does, and they themselves only where that has failed."""
    sources: dict[str, list[str]] = {}
    for step in steps:
        for transition in step.transitions:
            sources.setdefault(transition.target, []).append(step.step_id)
    usual = {way.target for step in steps for way in step.transitions if not raises(way)}
    for group in groups:
        own, caught = {step.step_id for step in group}, set(_caught(group[0])) - usual
        sources |= {name: [group[0].step_id] for name in caught if own.issuperset(sources[name])}
    return sources


def _listed(step: ScenarioStep, flow: TableFlow) -> list[Several]:
    """What stands for the handlers that this step leads to, and what for their exits; nothing where too few are small."""
    arms = [flow.arm(way.label, way.target) for way in step.transitions if raises(way) and way.label.startswith(_ON)]
    arms = [arm for arm in arms if arm.small and arm.steps]
    meeting = Counter(arm.to for arm in arms if not flow.own_exit(arm.to))
    join = next((to for to, many in meeting.most_common() if to != step.step_id and many > 1), "")
    arms = [arm for arm in arms if arm.to == join or flow.own_exit(arm.to)]
    if len(arms) < _LEAST:
        return []
    own = [flow.known[arm.to] for arm in arms if arm.to != join]
    ends = [
        Several(exit_of(some), tuple(each.step_id for each in some))
        for kind in (END, ERROR)
        if (some := [each for each in own if each.step_type == kind])
    ]
    return [_table(arms, join, ends, flow), *ends]


def _table(arms: Sequence[TableArm], join: str, ends: Sequence[Several], flow: TableFlow) -> Several:
    inside = [each for arm in arms for each in arm.steps]
    ways = list(_ways(arms, join, ends))
    same = len({arm.label.removeprefix(_error(arm)) for arm in arms}) == 1
    lines = [arm._replace(label=(_error(arm) if same else arm.label).removeprefix(_ON)) for arm in arms]
    step = listing(_HEAD, lines, inside, ways, flow, ordered=True)
    return Several(step._replace(step_type=ACTION), tuple(each.step_id for each in inside))


def _error(arm: TableArm) -> str:
    return error(Transition("", arm.label, "raise"))


def _ways(arms: Sequence[TableArm], join: str, ends: Sequence[Several]) -> Iterator[Transition]:
    labels = {END: "returns", ERROR: "fails"} if len(ends) + bool(join) > 1 else {}
    if join:
        last = {arm.steps[-1].transitions[0].label for arm in arms if arm.to == join}
        yield Transition(join, last.pop() if len(last) == 1 else "")
    yield from (Transition(end.step.step_id, labels.get(end.step.step_type, "")) for end in ends)


def _once(step: ScenarioStep, lists: AbstractSet[str]) -> ScenarioStep:
    """One way for those that the table took. lists: such tables, and exits of several."""
    many = Counter(way.target for way in step.transitions if raises(way))
    seen = set[str]()
    ways: list[Transition] = []
    for way in step.transitions:
        if not raises(way) or many[way.target] == 1 or way.target not in lists:
            ways.append(way)
        elif way.target not in seen:
            seen.add(way.target)
            same = [each.label for each in step.transitions if raises(each) and each.target == way.target]
            reach = {label.removeprefix(error(Transition("", label, "raise"))) for label in same}
            ways.append(way._replace(label=_WAY + (reach.pop() if len(reach) == 1 else "")))
    return step._replace(transitions=tuple(ways))
