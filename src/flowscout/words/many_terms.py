"""A condition of many terms in a line: whole where that takes a few rows, else its first terms and how many more there are.

If a is set and fits(b, c) and 2 more conditions: …       no term loses its middle
If a is set and 1 more condition (sets b): …              what is set in those that are counted is named
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..model import limits
from ..model.pattern import regex
from .cutting import torn, whole
from .folding import split

_MOST: Final = 240  # letters of one that is told whole
_NAMES: Final = 3  # that are set in what is only counted
_TEXT: Final = regex(r"\"(?:[^\"\\]++|\\.)*+\"?+|(?<!\w)'(?:[^'\\]++|\\.){0,80}+'")
_SETS: Final = regex(r"(?<!\w)\((\*?+(?:\([^()]{1,60}\))?+[\w.\[\]>-]{1,60}) :?= ")


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
        told = f"{word.join(terms[:kept])}{word}{more} more condition{'s' if more > 1 else ''}{_setting(terms[kept:])}{mark}"
        if len(told) <= most and not torn(told):
            return told
    return ""


def _setting(terms: Sequence[str]) -> str:
    """What they set besides asking: who reads on would hold it for what it was."""
    names = list(dict.fromkeys(name for term in terms for name in _SETS.findall(_TEXT.sub("''", term))))
    more = [f"{len(names) - _NAMES} more"] if len(names) > _NAMES else []
    return f" (set{'s' if len(terms) == 1 else ''} {', '.join([*names[:_NAMES], *more])})" if names else ""


def _joined(question: str) -> str:
    """What stands between its terms, "" where it is one alone."""
    return next((each for each in (" or ", " and ") if len(split(question, each)) > 1), "")
