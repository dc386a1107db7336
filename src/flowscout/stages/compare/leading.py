"""Where steps that stayed lead, what is new or gone between them left out."""

from __future__ import annotations

from collections.abc import Mapping

from ...model.diff import Added, FlowDiff, Kept, Removed
from ...model.sfm import ScenarioStep


def leading_alike(diff: FlowDiff) -> frozenset[str]:
    """Ids after of steps that are kept, read the same and lead to the same steps that stayed, by ways of the same names."""
    if diff.before is None or diff.after is None:
        return frozenset()
    stays = {each.before.step_id: each.after.step_id for each in diff.edits if not isinstance(each, Added | Removed)}
    same = {each: each for each in stays.values()}
    was, now = diff.before.by_id(), diff.after.by_id()
    return frozenset(
        each.after.step_id
        for each in diff.edits
        if isinstance(each, Kept)
        and each.before.label == each.after.label
        and _leads(was, each.before, stays) == _leads(now, each.after, same)
    )


def _leads(steps: Mapping[str, ScenarioStep], step: ScenarioStep, stays: Mapping[str, str]) -> set[tuple[str, str]]:
    """(name of the way, step that it comes to first of those that stayed)."""
    found: set[tuple[str, str]] = set()
    for way in step.transitions:
        seen, waiting = {way.target}, [way.target]
        while waiting:
            here = waiting.pop()
            if here in stays:
                found.add((way.label, stays[here]))
                continue
            fresh = {onward.target for onward in steps[here].transitions} - seen
            seen |= fresh
            waiting += fresh
    return found
