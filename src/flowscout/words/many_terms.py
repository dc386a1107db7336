"""A condition of many terms in a line: whole where that takes a few rows, else its first terms and how many more there are.

If a is set and fits(b, c) and 2 more conditions: …       no term loses its middle
"""

from __future__ import annotations

from typing import Final

from ..model import limits
from .cutting import torn, whole
from .folding import split

_MOST: Final = 240  # letters of one that is told whole


def termed(question: str, room: int = limits.STEP_TEXT) -> str:
    """As it is where there is room."""
    if len(question) <= room:
        return question
    if not _joined(question):
        return whole(question, room)
    return question if len(question) <= _MOST else counted(question, _MOST) or whole(question, room)


def counted(question: str, most: int) -> str:
    """The first terms that fit, none of them cut, and how many there are more; "" where none does."""
    mark = "?" if question.endswith("?") else ""
    word = _joined(question)
    terms = split(question.removesuffix(mark), word) if word else []
    for kept in range(len(terms) - 1, 0, -1):
        more = len(terms) - kept
        told = f"{word.join(terms[:kept])}{word}{more} more condition{'s' if more > 1 else ''}{mark}"
        if len(told) <= most and not torn(told):
            return told
    return ""


def _joined(question: str) -> str:
    """What stands between its terms, "" where it is one alone."""
    return next((each for each in (" or ", " and ") if len(split(question, each)) > 1), "")
