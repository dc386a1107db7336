"""A function so full of macros that not all are written out: an edit above moves the place from which they are not, and steps that nobody
touched are there on one side alone. What differs in such a drawing says nothing."""

from __future__ import annotations

from ...model.diff import Added, FlowDiff, Removed
from .quiet import Told


def cut_off(diff: FlowDiff, told: Told) -> bool:
    """Whether a line on which no edit does anything has a step that the other side has not. told: lines before and after on which one
    does."""
    return any(
        isinstance(edit, Added | Removed)
        and edit.step.evidence is not None
        and edit.step.evidence.line not in told[isinstance(edit, Added)]
        for edit in diff.edits
    )
