"""Steps that were taken out: a function that is called there does them now. A drawing needs no more of them than how many they are."""

from __future__ import annotations

from collections.abc import Set
from typing import Final

from ...model.diff import FlowDiff, Removed

TAKEN: Final = "taken"  # flag of a step


def taken_out(diff: FlowDiff, lines: Set[int]) -> FlowDiff:
    """lines: before, of what was taken out."""
    if not lines:
        return diff
    edits = [
        Removed(each.step._replace(flags=" ".join(sorted({*each.step.flags.split(), TAKEN}))))
        if isinstance(each, Removed) and each.step.evidence and each.step.evidence.line in lines
        else each
        for each in diff.edits
    ]
    return diff._replace(edits=tuple(edits))
