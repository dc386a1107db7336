"""The steps of a model as a dominator tree: what can only be reached through what."""

from __future__ import annotations

from ...engine.dominators import immediate_dominators
from ...model.record import NamedTuple
from ...model.sfm import ScenarioFlowModel


class Regions(NamedTuple):
    """By position in `sfm.steps`. successors in the order of the transitions; children in drawing order; size counts
    the step itself and all that it dominates; rank: its place in a walk that visits what a step dominates right after
    it."""

    place: dict[str, int]
    successors: list[list[int]]
    parent: list[int]
    children: list[list[int]]
    size: list[int]
    rank: list[int]

    def dominates(self, above: int, at: int) -> bool:
        return self.rank[above] <= self.rank[at] < self.rank[above] + self.size[above]


def regions(sfm: ScenarioFlowModel) -> Regions:
    place = {step.step_id: at for at, step in enumerate(sfm.steps)}
    successors = [[place[t.target] for t in step.transitions] for step in sfm.steps]
    parent = immediate_dominators(successors, place[sfm.start_step])
    children: list[list[int]] = [[] for _ in sfm.steps]
    for at, above in enumerate(parent):
        if above != at:
            children[above].append(at)
    root = place[sfm.start_step]
    return Regions(place, successors, parent, children, _sizes(children, root), _ranks(children, root))


def _ranks(children: list[list[int]], root: int) -> list[int]:
    rank, count, stack = [0] * len(children), 0, [root]
    while stack:
        at = stack.pop()
        rank[at], count = count, count + 1
        stack += children[at]
    return rank


def _sizes(children: list[list[int]], root: int) -> list[int]:
    size = [1] * len(children)
    order = [root]
    for at in order:
        order.extend(children[at])
    for at in reversed(order):
        size[at] += sum(size[child] for child in children[at])
    return size


def inside(tree: Regions, root: int) -> set[int]:
    """The step and all that it dominates."""
    order = [root]
    for at in order:
        order.extend(tree.children[at])
    return set(order)
