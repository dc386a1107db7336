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
    word = next((each for each in (" or ", " and ") if len(split(question, each)) > 1), "")
    if not word:
        return whole(question, room)
    if len(question) <= _MOST:
        return question
    terms = split(question, word)
    for kept in range(len(terms) - 1, 0, -1):
        more = len(terms) - kept
        told = f"{word.join(terms[:kept])}{word}{more} more condition{'s' if more > 1 else ''}"
        if len(told) <= _MOST and not torn(told):
            return told
    return whole(question, room)
