"""What a change does not do is no mark in a drawing: a step of which each edit does nothing stays, with the words that it has now.

`if (p != NULL)` became `if (p)`; a local goes by another name; a guess at a type words an untouched question otherwise.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence, Set
from typing import TypeAlias

from ...model.diff import Added, Changed, Edit, FlowDiff, Kept, Moved, Removed
from ...model.sfm import BRANCHING, START, TERMINAL, ScenarioFlowModel, ScenarioStep
from .merging import turned_to

Told: TypeAlias = tuple[Set[int], Set[int]]


def quiet(diff: FlowDiff, told: Told, stays: Mapping[int, int]) -> FlowDiff:
    """told: lines before and after on which an edit does something. stays: of lines before those after that do the same."""
    if diff.before is None or diff.after is None:
        return diff
    same = _same(diff.before, diff.after, told, stays) if diff.before.steps and diff.after.steps else []
    places = {each.after.step_id: at for at, each in enumerate(diff.edits) if isinstance(each, Changed | Moved | Kept)}
    edits: list[Edit | None] = [_known_otherwise(each, told) for each in diff.edits]
    gone = {each.step.step_id: at for at, each in enumerate(edits) if isinstance(each, Removed)}
    came = {each.step.step_id: at for at, each in enumerate(edits) if isinstance(each, Added)}
    reworded: dict[str, ScenarioStep] = {}
    there = {each.before.step_id: each.after.step_id for each in diff.edits if isinstance(each, Changed | Moved | Kept)}
    there |= {old.step_id: new.step_id for old, new in same}
    for old, new in same:
        at = places.get(new.step_id, -1)
        pair = edits[at] if at >= 0 else None
        changed = isinstance(pair, Changed | Kept) and pair.before.step_id == old.step_id and old.label != new.label
        fresh = old.step_id in gone and new.step_id in came
        word = turned_to(old, new, there) if changed or fresh else None
        if word is None:
            continue
        reworded[old.step_id] = word
        if fresh:
            edits[gone[old.step_id]] = None
            at = came[new.step_id]
        edits[at] = Kept(word, new)
    before = diff.before._replace(steps=tuple(reworded.get(each.step_id, each) for each in diff.before.steps))
    return diff._replace(before=before, edits=tuple(each for each in edits if each is not None))


def _known_otherwise(edit: Edit, told: Told) -> Edit:
    """A step of an untouched line that says the same stays, whatever is known of what it calls."""
    if not isinstance(edit, Changed) or (edit.before.whole, edit.before.label) != (edit.after.whole, edit.after.label):
        return edit
    lines = [each.evidence.line if each.evidence else 0 for each in (edit.before, edit.after)]
    stays = all(line and line not in side for line, side in zip(lines, told, strict=True))
    return Kept(edit.before, edit.after) if stays else edit


def _same(
    before: ScenarioFlowModel, after: ScenarioFlowModel, told: Told, stays: Mapping[int, int]
) -> list[tuple[ScenarioStep, ScenarioStep]]:
    """Steps of lines that do the same, where there are as many of a kind on both."""
    old, new = _by_line(before, told[0]), _by_line(after, told[1])
    found = [(before.steps[0], after.steps[0])]  # its name, which is told by itself
    for line, own in old.items():
        there = new.get(stays.get(line, 0), [])
        if [_kind(each) for each in own] == [_kind(each) for each in there]:
            found += zip(own, there, strict=True)
    return found


def _by_line(model: ScenarioFlowModel, told: Set[int]) -> dict[int, Sequence[ScenarioStep]]:
    found: dict[int, list[ScenarioStep]] = defaultdict(list)
    for step in model.steps:
        if step.evidence is not None and step.step_type != START:
            found[step.evidence.line].append(step)
    return {
        line: own
        for line, own in found.items()
        if told.isdisjoint(range(line, max(each.evidence.end_line for each in own if each.evidence) + 1))
    }


def _kind(step: ScenarioStep) -> str:
    return "asks" if step.step_type in BRANCHING else "ends" if step.step_type in TERMINAL else "does"
