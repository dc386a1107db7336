"""What a review says of an edit: a `review` fence, all of it; a `screen` fence, what its comment tells before anything is opened; a
`marked` fence, what its drawings mark, an `outline` fence, its outlines. The plain difference bears it out, but for the kinds that the case names: what the text does not show can still be so."""

from __future__ import annotations

from flowscout.model.review import Review
from flowscout.tasks.review.document import markdown
from flowscout.tasks.review.review import review
from flowscout.tasks.review.text import text
from witness.claims import Texts, unborne
from witness.reading import drawings

from .driver import Case, Source
from .notation import project


def reviewed(case: Case) -> str:
    return text(_review(case))


def screened(case: Case) -> str:
    return markdown(_review(case)).partition("\n<details>")[0].removeprefix("# Flow review\n\n")


def marked(case: Case) -> str:
    """What the drawings of a comment mark, step by step; of ways and of what stays nothing."""
    return "\n".join(
        f"{one.name}: {row.sign} {row.text}" for one in drawings(markdown(_review(case))) for row in one.chart
    )


def outlined(case: Case) -> str:
    return "\n".join(f"{row.sign}{row.text}" for one in drawings(markdown(_review(case))) for row in one.outline)


def _review(case: Case) -> Review:
    edit = case.edits[0]
    changed = {source.path: source for source in (*case.sources, *edit.sources)}
    for path in (*edit.gone, *[old for old, _ in edit.moved]):
        changed.pop(path, None)
    sides = [project(tuple(sorted(each)), case.semantics) for each in (case.sources, _moved(case, changed))]
    found = review(sides[0], sides[1], ("before", "after"), dict(edit.moved))
    kinds = {one.kind for one in unborne(found, Texts(sides[0], sides[1], dict(edit.moved)))}
    assert ", ".join(sorted(kinds)) == case.options.get("unborne", ""), f"{case.name}: what no text bears out"
    return found


def _moved(case: Case, changed: dict[str, Source]) -> list[Source]:
    """A moved file stands at its new place as it was, unless the case says otherwise."""
    old = {source.path: source for source in case.sources}
    moved = {new: old[before]._replace(path=new) for before, new in case.edits[0].moved}
    return list({**moved, **changed}.values())
