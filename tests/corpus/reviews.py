"""What a review says of an edit: a `review` fence."""

from __future__ import annotations

from flowscout.tasks.review import review
from flowscout.tasks.review_text import text

from .driver import Case, Source
from .notation import project


def reviewed(case: Case) -> str:
    edit = case.edits[0]
    changed = {source.path: source for source in (*case.sources, *edit.sources)}
    for path in (*edit.gone, *[old for old, _ in edit.moved]):
        changed.pop(path, None)
    sides = [project(tuple(sorted(each)), case.semantics) for each in (case.sources, _moved(case, changed))]
    return text(review(sides[0], sides[1], ("before", "after"), dict(edit.moved)))


def _moved(case: Case, changed: dict[str, Source]) -> list[Source]:
    """A moved file stands at its new place as it was, unless the case says otherwise."""
    old = {source.path: source for source in case.sources}
    moved = {new: old[before]._replace(path=new) for before, new in case.edits[0].moved}
    return list({**moved, **changed}.values())
