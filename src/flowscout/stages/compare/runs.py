"""Steps in a row that are told as one on one side, and of which the other side has some: each stands by itself where the two are compared.

`Run() (2 times)` here and `run(b)` there would be one step that is gone and one that is new, though `run(b)` stayed. What is all new, all gone,
or the same on both sides is still one step.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Set
from typing import TypeAlias

from ...model.sfm import ACTION, STATE_CHANGE, ScenarioFlowModel

Apart: TypeAlias = tuple[Set[str], Set[str]]


def parted(before: ScenarioFlowModel, after: ScenarioFlowModel) -> Apart:
    """Ids of the groups of either side that are not to stand for their members; of models that are not filtered."""
    same = Counter(_runs(before).values()) & Counter(_runs(after).values())
    return _parted(before, after, same.copy()), _parted(after, before, same.copy())


def _parted(mine: ScenarioFlowModel, other: ScenarioFlowModel, same: Counter[tuple[str, ...]]) -> frozenset[str]:
    there, found = {step.whole for step in other.steps}, set[str]()
    for name, members in _runs(mine).items():
        if same[members] > 0:
            same[members] -= 1
        elif not there.isdisjoint(members):
            found.add(name)
    return frozenset(found)


def _runs(model: ScenarioFlowModel) -> dict[str, tuple[str, ...]]:
    """What each step of a run says, by the id of the run."""
    steps = model.by_id()
    runs = [group for group in model.groups if group.step_type in (ACTION, STATE_CHANGE)]
    return {run.step_id: tuple(steps[member].whole for member in run.members) for run in runs}
