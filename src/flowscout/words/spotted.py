"""Two long texts that differ in one place: `"…--technique=U --dbs --banner"` and `"…--technique=U --banner"`."""

from __future__ import annotations

from typing import Final

from ..model.pattern import regex
from .terms import DOTS

_TEXT: Final = regex(r"""'(?:\\.|[^'\\])*+'|"(?:\\.|[^"\\])*+\"""")
_BESIDE: Final = 16  # signs on either side of what differs, and up to as many more to where a word begins or ends


def text_apart(one: str, other: str) -> tuple[str, str] | None:
    """None where they are no texts in the same quotes."""
    if one[:1] != other[:1] or one == other or not _TEXT.fullmatch(one) or not _TEXT.fullmatch(other):
        return None
    quote, was, now = one[0], one[1:-1], other[1:-1]
    least = min(len(was), len(now))
    same = next((at for at in range(least) if was[at] != now[at]), least)
    tail = next((at for at in range(least - same) if was[-1 - at] != now[-1 - at]), least - same)
    begin, end = max(same - _BESIDE, 0), max(tail - _BESIDE, 0)
    begin = max(was.rfind(" ", max(begin - _BESIDE, 0), begin) + 1, 0) or (begin if begin > _BESIDE else 0)
    blank = was.find(" ", len(was) - end, len(was) - end + _BESIDE) if end else -1
    end = len(was) - blank if blank >= 0 else (end if end > _BESIDE else 0)
    before, behind = DOTS * (begin > 0), DOTS * (end > 0)
    shown = [f"{quote}{before}{text[begin : len(text) - end]}{behind}{quote}" for text in (was, now)]
    return shown[0], shown[1]
