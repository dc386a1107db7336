"""Steps that say the same of code that differs: a cast, a type, what is written behind a text. Where an edit of it is told, each says its code."""

from __future__ import annotations

from collections.abc import Set
from typing import Final, TypeAlias

from ...model import limits
from ...model.diff import Changed, Edit, FlowDiff, Kept, Moved
from ...model.sfm import ACTION, STATE_CHANGE, ScenarioStep
from ...words.code import raw
from ...words.contrast import contrast

_DOES: Final = frozenset({ACTION, STATE_CHANGE})
Told: TypeAlias = tuple[Set[int], Set[int]]


def respelt(diff: FlowDiff, told: Told) -> FlowDiff:
    """told: lines before and after on which an edit does something."""
    if diff.before is None or diff.after is None:
        return diff
    was, now = dict[str, ScenarioStep](), dict[str, ScenarioStep]()
    edits: list[Edit] = []
    for edit in diff.edits:
        found = _spelt(edit.before, edit.after, told) if isinstance(edit, Kept | Moved) else None
        if found is not None:
            was[found.before.step_id], now[found.after.step_id] = found
        edits.append(found or edit)
    before = diff.before._replace(steps=tuple(was.get(each.step_id, each) for each in diff.before.steps))
    after = diff.after._replace(steps=tuple(now.get(each.step_id, each) for each in diff.after.steps))
    return diff._replace(before=before, after=after, edits=tuple(edits)) if was else diff


def _spelt(old: ScenarioStep, new: ScenarioStep, told: Told) -> Changed | None:
    plain = all(step.step_type in _DOES and not step.members and "\n" not in step.label for step in (old, new))
    if not plain or old.evidence is None or new.evidence is None:
        return None
    if old.evidence.line not in told[0] or new.evidence.line not in told[1]:
        return None
    codes = [raw(each.text.rstrip("; \n")) for each in (old.evidence, new.evidence)]
    if "".join(codes[0].split()) == "".join(codes[1].split()):
        return None
    one, other = contrast(codes[0], codes[1], limits.DEED_TEXT)
    return Changed(old._replace(label=one, words=codes[0]), new._replace(label=other, words=codes[1]))
