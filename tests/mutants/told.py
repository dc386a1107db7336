"""What a review says, edit by edit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from flowscout.model.diff import Added, Kept, Removed
from flowscout.model.review import FunctionChange, Review
from flowscout.model.sfm import ScenarioStep

Span = tuple[int, int]
NOWHERE: Span = (0, -1)


class Told(NamedTuple):
    """spans: lines of either side that it is about. how: told (in a sentence), listed (before and after in code)."""

    path: str
    old: Span
    new: Span
    how: str
    sentences: tuple[str, ...]


def told(review: Review) -> list[Told]:
    return [each for change in review.changes for each in _edits(change)]


def _edits(change: FunctionChange) -> Iterator[Told]:
    path = (change.after or change.before).split("::", 1)[0]
    for edit in change.diff.edits:
        if not isinstance(edit, Kept):
            old = NOWHERE if isinstance(edit, Added) else _span(edit.step if isinstance(edit, Removed) else edit.before)
            new = NOWHERE if isinstance(edit, Removed) else _span(edit.step if isinstance(edit, Added) else edit.after)
            yield Told(path, old, new, "told", change.sentences)
    yield from (Told(path, (each.old, each.old), (each.new, each.new), "told", change.sentences) for each in change.resources)
    if all(isinstance(edit, Kept) for edit in change.diff.edits) and not change.resources:
        yield Told(path, NOWHERE, NOWHERE, "told", change.sentences)


def _span(step: ScenarioStep) -> Span:
    return (step.evidence.line, step.evidence.end_line) if step.evidence is not None else NOWHERE
