"""A review as marks on lines: annotations of a pull request, and results for code scanning. One for each sentence of the product's code,
weightiest first; what is lost is a warning, all else a notice."""

from __future__ import annotations

from ...model.account import FILE, LISTED, NEUTRAL, NEW, Answer
from ...model.publication import Annotation
from ...model.review import Review
from ..entrypoints import is_test
from .words import name

LOST = 0  # the rank of a check, a release, a lock that is gone
CHANGED = "changed"


def marks(review: Review) -> tuple[Annotation, ...]:
    """What is said of one line is said there once; one sentence that is of both sides where it stands now."""
    stands = {(one.unit, one.sentence) for one in review.account if one.after.line}
    told = [one for one in review.account if _marked(one)]
    told = [one for one in told if one.after.line or (one.unit, one.sentence) not in stands]
    told.sort(key=lambda one: one.rank)
    found: dict[tuple[str, int], Annotation] = {}
    for mark in (_mark(one) for one in told):
        known = found.get((mark.path, mark.line))
        if known is None:
            found[mark.path, mark.line] = mark
        elif mark.message not in known.message.split("\n"):
            found[mark.path, mark.line] = known._replace(
                message=f"{known.message}\n{mark.message}", end_line=max(known.end_line, mark.end_line)
            )
    return tuple(found.values())


def _marked(one: Answer) -> bool:
    """What is new as a whole is seen in the difference itself."""
    if (
        not one.sentence
        or one.how in (LISTED, NEUTRAL)
        or one.twin
        or one.rule in (NEW, FILE)
        or is_test(one.place.path)
    ):
        return False
    return bool(one.after.line or one.near)


def _mark(one: Answer) -> Annotation:
    place = one.after if one.after.line else one.before
    first, last = (one.after.line, max(one.after.line, one.after.end_line)) if one.after.line else (one.near, one.near)
    unit = name(one.unit) if "::" in one.unit else one.unit
    level = "warning" if one.rank == LOST else "notice"
    return Annotation(
        place.path,
        first,
        last,
        level,
        " ".join(filter(None, ("Flow of", unit))) if unit else "Flow review",
        one.sentence,
        f"{one.rule}-{CHANGED}",
    )
