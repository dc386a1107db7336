"""What a review says, edit by edit."""

from __future__ import annotations

from typing import NamedTuple

from flowscout.model.account import DECLARATION, FLOW, LISTED, NEUTRAL, Answer, Side
from flowscout.model.review import Review

Span = tuple[int, int]
NOWHERE: Span = (0, -1)


class Told(NamedTuple):
    """spans: lines of either side that it is about. how: told, listed or neutral. sentences: of what is told."""

    path: str
    old: Span
    new: Span
    how: str
    rule: str
    sentences: tuple[str, ...]


_HOW = {FLOW: "told", DECLARATION: "told", LISTED: "listed", NEUTRAL: "neutral"}


def told(review: Review) -> list[Told]:
    return [_told(each) for each in review.account]


def _told(answer: Answer) -> Told:
    said = (answer.sentence,) if answer.sentence else ()
    return Told(answer.place.path, _span(answer.before), _span(answer.after), _HOW[answer.how], answer.rule, said)


def _span(side: Side) -> Span:
    return (side.line, max(side.line, side.end_line)) if side.line else NOWHERE
