"""What comes before what in a scenario, and under which condition.

The order in which steps are listed is the drawing's; two branches are listed one after the other though neither comes
first. *Ahead* is what counts: the steps a step leads to without going round a loop again. The *context* of a step is
the nearest branching step that dominates it, with the branch taken.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ...engine.dominators import immediate_dominators
from ...model.record import NamedTuple
from ...model.sfm import (
    BRANCHING,
    DECISION,
    END,
    ERROR,
    LOOP,
    START,
    TERMINAL,
    VALIDATION,
    ScenarioFlowModel,
    ScenarioStep,
)

_DONE = "done"
_FAMILY = {DECISION: "test", VALIDATION: "test", END: "end", ERROR: "end", LOOP: LOOP, START: START}


class OrderedSide(NamedTuple):
    """One scenario by positions in drawing order: neighbours, contexts."""

    steps: tuple[ScenarioStep, ...]
    place: dict[str, int]
    before: tuple[tuple[int, ...], ...]
    after: tuple[tuple[int, ...], ...]
    contexts: tuple[tuple[int, str], ...]
    entry: int


def side(sfm: ScenarioFlowModel) -> OrderedSide:
    place = {step.step_id: i for i, step in enumerate(sfm.steps)}
    after = tuple(tuple(place[t.target] for t in step.transitions) for step in sfm.steps)
    arriving: list[list[int]] = [[] for _ in sfm.steps]
    for source, targets in enumerate(after):
        for target in targets:
            arriving[target].append(source)
    entry = place[sfm.start_step]
    return OrderedSide(
        sfm.steps, place, tuple(map(tuple, arriving)), after, _contexts(sfm, after, arriving, entry), entry
    )


def family(step: ScenarioStep) -> str:
    """Steps of one can become one another."""
    return _FAMILY.get(step.step_type, "do")


def inverted(old: OrderedSide, was: Sequence[int], now: Sequence[int], pairs: Mapping[int, int], i: int) -> bool:
    """Whether the order of step `i` to some other one has turned round. was, now: what is ahead of each step, before and after."""
    j = pairs[i]
    return any(
        (was[k] >> i & 1 and now[j] >> m & 1) or (was[i] >> k & 1 and now[m] >> j & 1)
        for k, m in pairs.items()
        if k != i and old.steps[k].step_type not in TERMINAL
    )


def ahead(one: OrderedSide) -> tuple[int, ...]:
    """For each step the set of steps ahead of it, as bits, found from the ends backwards."""
    found = [0] * len(one.steps)
    for here, back in _finished(one):
        for there in one.after[here]:
            if there not in back:
                found[here] |= found[there] | 1 << there
    return tuple(found)


def _finished(one: OrderedSide) -> Iterator[tuple[int, set[int]]]:
    """Steps in the order in which a depth-first walk leaves them, each with its targets that are still being walked."""
    state = {one.entry: 1}
    stack = [(one.entry, iter(one.after[one.entry]))]
    while stack:
        here, ways = stack[-1]
        there = next((t for t in ways if t not in state), None)
        if there is not None:
            state[there] = 1
            stack.append((there, iter(one.after[there])))
        else:
            stack.pop()
            yield here, {t for t in one.after[here] if state.get(t) == 1}
            state[here] = 2


def _left_there_alone(sfm: ScenarioFlowModel, after: Sequence[Sequence[int]], loop: int, behind: int) -> bool:
    """Whether all rounds of a loop lead to what stands behind it, so that this hangs on nothing."""
    inside: set[int] = set()
    todo = [there for there in after[loop] if there != behind]
    while todo:
        if (here := todo.pop()) != loop and here not in inside:
            inside.add(here)
            todo += after[here]
    return behind not in inside and not any(sfm.steps[here].step_type in TERMINAL for here in inside)


def _contexts(
    sfm: ScenarioFlowModel, after: Sequence[Sequence[int]], arriving: Sequence[Sequence[int]], entry: int
) -> tuple[tuple[int, str], ...]:
    """For each step the nearest branching step one branch of which it needs, and that branch's label; (-1, "") for
    none."""
    dominator = immediate_dominators(after, entry)
    known: dict[int, tuple[int, str]] = {}
    for position in range(len(sfm.steps)):
        way, child, needed = list[int](), position, (-1, "")
        while child not in known:
            way.append(child)
            parent = dominator[child]
            if parent < 0 or parent == child:
                break
            step = sfm.steps[parent]
            labels = _labels(step, after[parent], child) if step.step_type in BRANCHING else []
            always = step.step_type == LOOP and labels == [_DONE] and _left_there_alone(sfm, after, parent, child)
            if len(labels) == 1 and not always and _only_through(child, parent, arriving, dominator):
                needed = (parent, labels[0])
                break
            child = parent
        else:
            needed = known[child]
        known.update(dict.fromkeys(way, needed))
    return tuple([known[position] for position in range(len(sfm.steps))])


def _labels(step: ScenarioStep, after: Sequence[int], child: int) -> list[str]:
    return [t.label for t, target in zip(step.transitions, after, strict=True) if target == child]


def _only_through(child: int, parent: int, arriving: Sequence[Sequence[int]], dominator: Sequence[int]) -> bool:
    """Whether every other way to a step comes back from behind it: where branches meet again, none of them is needed."""
    return all(source == parent or _dominated(source, child, dominator) for source in arriving[child])


def _dominated(step: int, by: int, dominator: Sequence[int]) -> bool:
    while step != by and dominator[step] not in (step, -1):
        step = dominator[step]
    return step == by
