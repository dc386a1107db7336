"""Steps in a row that are told as one on one side, and of which the other side has some: each stands by itself where the two are compared.

`Run() (2 times)` here and `run(b)` there would be one step that is gone and one that is new, though `run(b)` stayed. What is all new, all gone,
or the same on both sides is still one step.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from types import MappingProxyType
from typing import TypeAlias

from ...model.record import NamedTuple
from ...model.sfm import ACTION, STATE_CHANGE, ScenarioFlowModel, ScenarioStep
from .staying import Lines

Apart: TypeAlias = tuple[Set[str], Set[str]]


class EditRun(NamedTuple):
    """says: each of its steps; lines: where they begin."""

    name: str
    says: tuple[str, ...]
    lines: tuple[int, ...]


def parted(before: ScenarioFlowModel, after: ScenarioFlowModel, lines: Lines = MappingProxyType({})) -> Apart:
    """Ids of the groups of either side that are not to stand for their members; of models that are not filtered. lines: of the file before,
    and those after that they are or became."""
    was, now, back = _runs(before), _runs(after), {there: line for line, there in lines.items()}
    same = dict(_same(was, now, lines, back))
    return (
        _parted(was, {*same}, after, now, lines),
        _parted(now, {*same.values()}, before, was, back),
    )


def _same(was: Sequence[EditRun], now: Sequence[EditRun], lines: Lines, back: Lines) -> Iterator[tuple[str, str]]:
    """Those that say the same, in the same lines; of no known lines, in their order."""
    there: dict[tuple[str, ...], list[EditRun]] = defaultdict(list)
    for run in now:
        there[run.says].append(run)
    for run in was:
        others, place = there[run.says], lines.get(run.lines[0])
        found = next(
            (each for each in others if (each.lines[0] == place if place else each.lines[0] not in back)), None
        )
        if found is not None:
            others.remove(found)
            yield run.name, found.name


def _parted(
    mine: Sequence[EditRun], same: Set[str], other: ScenarioFlowModel, theirs: Sequence[EditRun], lines: Lines
) -> frozenset[str]:
    """Those of which a step is there on the other side, as it is or as what it became, and not in a run that became this one."""
    said = {step.whole for step in other.steps}
    begun = {step.evidence.line for step in other.steps if step.evidence}
    whole = {frozenset(run.lines) for run in theirs}
    found = set[str]()
    for run in mine:
        became = frozenset(lines[line] for line in run.lines if line in lines)
        alike = not said.isdisjoint(run.says)
        if run.name not in same and (alike or (became not in whole and not begun.isdisjoint(became))):
            found.add(run.name)
    return frozenset(found)


def _runs(model: ScenarioFlowModel) -> list[EditRun]:
    steps = model.by_id()
    runs = [group for group in model.groups if group.step_type in (ACTION, STATE_CHANGE)]
    return [_run(run.step_id, run.members, steps) for run in runs]


def _run(name: str, members: Sequence[str], steps: Mapping[str, ScenarioStep]) -> EditRun:
    own = [steps[member] for member in members]
    return EditRun(
        name, tuple(step.whole for step in own), tuple(step.evidence.line if step.evidence else 0 for step in own)
    )
