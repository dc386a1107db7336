"""Matching the steps of two scenarios."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from ...engine.dominators import immediate_dominators
from ...model.diff import Added, Changed, Edit, FlowDiff, Kept, Moved, Removed
from ...model.sfm import BRANCHING, DECISION, END, ERROR, START, TERMINAL, VALIDATION, ScenarioFlowModel, ScenarioStep

LIKE_ENOUGH = 0.5
MOST_PAIRS = 20_000  # beyond, only steps of one kind and first word are weighed against each other
_FAMILY = {DECISION: "test", VALIDATION: "test", END: "end", ERROR: "end"}


class Side(NamedTuple):
    """One scenario with what matching reads: positions in drawing order, neighbours, contexts."""

    steps: tuple[ScenarioStep, ...]
    place: dict[str, int]
    before: tuple[tuple[int, ...], ...]
    after: tuple[tuple[int, ...], ...]
    contexts: tuple[tuple[int, str], ...]


def compare(before: ScenarioFlowModel | None, after: ScenarioFlowModel | None) -> FlowDiff:
    """None stands for a function that is not there."""
    if after is None:
        return FlowDiff(before.entry_function if before else "", before, None, tuple(map(Removed, before.steps if before else ())))
    name = after.entry_function
    if before is None:
        return FlowDiff(name, None, after, tuple(map(Added, after.steps)))
    old, new = side(before), side(after)
    pairs = match(old, new)
    return FlowDiff(name, before, after, tuple(_edits(old, new, pairs)))


def side(sfm: ScenarioFlowModel) -> Side:
    place = {step.step_id: i for i, step in enumerate(sfm.steps)}
    after = tuple(tuple(place[t.target] for t in step.transitions) for step in sfm.steps)
    arriving: list[list[int]] = [[] for _ in sfm.steps]
    for source, targets in enumerate(after):
        for target in targets:
            arriving[target].append(source)
    entry = place[sfm.start_step]
    return Side(sfm.steps, place, tuple(map(tuple, arriving)), after, _contexts(sfm, after, arriving, entry))


def _contexts(
    sfm: ScenarioFlowModel, after: Sequence[Sequence[int]], arriving: Sequence[Sequence[int]], entry: int
) -> tuple[tuple[int, str], ...]:
    """For each step the nearest branching step one branch of which it needs, and that branch's label; (-1, "") for none."""
    dominator = immediate_dominators(after, entry)
    found: list[tuple[int, str]] = []
    for position in range(len(sfm.steps)):
        child, parent = position, dominator[position]
        while parent >= 0 and parent != child:
            step = sfm.steps[parent]
            labels = [t.label for t, target in zip(step.transitions, after[parent], strict=True) if target == child]
            if step.step_type in BRANCHING and len(labels) == 1 and _only_through(child, parent, arriving, dominator):
                found.append((parent, labels[0]))
                break
            child, parent = parent, dominator[parent]
        else:
            found.append((-1, ""))
    return tuple(found)


def _only_through(child: int, parent: int, arriving: Sequence[Sequence[int]], dominator: Sequence[int]) -> bool:
    """Whether every other way to a step comes back from behind it: where branches meet again, none of them is needed."""
    return all(source == parent or _dominated(source, child, dominator) for source in arriving[child])


def _dominated(step: int, by: int, dominator: Sequence[int]) -> bool:
    while step != by and dominator[step] not in (step, -1):
        step = dominator[step]
    return step == by


def match(old: Side, new: Side) -> dict[int, int]:
    """Position before -> position after."""
    pairs: dict[int, int] = {}
    left, right = _grouped(old.steps), _grouped(new.steps)
    for key in sorted(left.keys() & right.keys()):
        pairs.update(_align(left[key], right[key], old, new))
    _by_likeness(old, new, pairs)
    return pairs


def _grouped(steps: Sequence[ScenarioStep]) -> dict[tuple[str, str], list[int]]:
    groups: dict[tuple[str, str], list[int]] = defaultdict(list)
    for position, step in enumerate(steps):
        groups[(step.step_type, "" if step.step_type == START else step.whole)].append(position)
    return groups


def _align(left: list[int], right: list[int], old: Side, new: Side) -> Iterable[tuple[int, int]]:
    """Pairs of equal text, in order, so that as many neighbours as possible agree."""
    if len(left) == len(right):
        return zip(left, right, strict=True)
    score = [[0.0] * (len(right) + 1) for _ in range(len(left) + 1)]
    for i in range(len(left) - 1, -1, -1):
        for j in range(len(right) - 1, -1, -1):
            score[i][j] = max(
                score[i + 1][j], score[i][j + 1],
                score[i + 1][j + 1] + 1 + _neighbours_alike(old, left[i], new, right[j]),
            )
    pairs, i, j = [], 0, 0
    while i < len(left) and j < len(right):
        if score[i][j] == score[i + 1][j]:
            i += 1
        elif score[i][j] == score[i][j + 1]:
            j += 1
        else:
            pairs.append((left[i], right[j]))
            i, j = i + 1, j + 1
    return pairs


def _neighbours_alike(old: Side, a: int, new: Side, b: int) -> float:
    mine = {old.steps[n].whole for n in (*old.before[a], *old.after[a])}
    other = {new.steps[n].whole for n in (*new.before[b], *new.after[b])}
    return len(mine & other) / max(1, len(mine | other))


def _by_likeness(old: Side, new: Side, pairs: dict[int, int]) -> None:
    taken = set(pairs.values())
    left = [i for i in range(len(old.steps)) if i not in pairs]
    right = [j for j in range(len(new.steps)) if j not in taken]
    narrow = len(left) * len(right) > MOST_PAIRS
    scored = sorted(
        (-likeness(old, i, new, j, pairs), i, j)
        for i in left for j in right
        if _family(old.steps[i]) == _family(new.steps[j]) and (not narrow or _first(old.steps[i]) == _first(new.steps[j]))
    )
    for minus, i, j in scored:
        if -minus >= LIKE_ENOUGH and i not in pairs and j not in taken:
            pairs[i] = j
            taken.add(j)


def likeness(old: Side, i: int, new: Side, j: int, pairs: dict[int, int]) -> float:
    """0..1: words count 0.6, matched neighbours 0.4; of an end the way to it counts most, so another end of the same way is it changed."""
    one, other = old.steps[i], new.steps[j]
    words = SequenceMatcher(None, one.whole.split(), other.whole.split(), autojunk=False).ratio()
    around = [pairs.get(n) in new.before[j] for n in old.before[i]] + [pairs.get(n) in new.after[j] for n in old.after[i]]
    total = max(len(around), len(new.before[j]) + len(new.after[j]), 1)
    share = 0.4 if one.step_type not in TERMINAL else 0.6
    return (1 - share) * words + share * sum(around) / total


def _family(step: ScenarioStep) -> str:
    return _FAMILY.get(step.step_type, step.step_type if step.step_type in ("LOOP", START) else "do")


def _first(step: ScenarioStep) -> str:
    return step.whole.split(" ", 1)[0]


def _edits(old: Side, new: Side, pairs: dict[int, int]) -> Iterable[Edit]:
    """In the order of the new scenario; what was removed stands behind its old predecessor."""
    back = {j: i for i, j in pairs.items()}
    settled = _longest_rising([(j, back[j]) for j in sorted(back)])
    gone: dict[int, list[int]] = defaultdict(list)
    anchor = -1
    for i in range(len(old.steps)):
        if i in pairs:
            anchor = pairs[i]
        else:
            gone[anchor].append(i)
    yield from (Removed(old.steps[i]) for i in gone[-1])
    for j, step in enumerate(new.steps):
        if j not in back:
            yield Added(step)
        else:
            yield _paired(old, new, back[j], j, pairs, j in settled)
        yield from (Removed(old.steps[i]) for i in gone[j])


def _paired(old: Side, new: Side, i: int, j: int, pairs: dict[int, int], settled: bool) -> Edit:
    one, other = old.steps[i], new.steps[j]
    if (one.step_type, one.whole, one.flags) != (other.step_type, other.whole, other.flags):
        return Changed(one, other) if one.step_type != START else Kept(one, other)
    if one.step_type not in (START, END, ERROR) and not (settled and _same_context(old, new, i, j, pairs)):
        return Moved(one, other)
    return Kept(one, other)


def _same_context(old: Side, new: Side, i: int, j: int, pairs: dict[int, int]) -> bool:
    """Branches that only one side has are climbed over: wrapping steps in a new test does not move them."""
    back = {b: a for a, b in pairs.items()}
    here, label = old.contexts[i]
    while here >= 0 and here not in pairs:
        here, label = old.contexts[here]
    there, other = new.contexts[j]
    while there >= 0 and there not in back:
        there, other = new.contexts[there]
    if here < 0 or there < 0:
        return here == there
    flipped = old.steps[here].whole != new.steps[there].whole
    return pairs[here] == there and (label == other or flipped)


def _longest_rising(pairs: Sequence[tuple[int, int]]) -> set[int]:
    """Keys of a longest subsequence whose values rise (patience sorting)."""
    tails: list[int] = []
    ends: list[int] = []
    came: list[int] = []
    for position, (_, value) in enumerate(pairs):
        at = bisect_left(tails, value)
        came.append(ends[at - 1] if at else -1)
        tails[at:at + 1] = [value]
        ends[at:at + 1] = [position]
    chosen: set[int] = set()
    position = ends[-1] if ends else -1
    while position >= 0:
        chosen.add(pairs[position][0])
        position = came[position]
    return chosen
