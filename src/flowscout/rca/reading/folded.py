"""Text that was wrapped at blanks, made whole again: `fold -s`, a pager, a console that keeps words whole.

Such a line ends before its width because the next word did not fit. In a log *folded at w* no line is longer than w, nearly every long
line was ended there, and most of what goes on begins with a small letter. As with other wrapped text, the whole line stands at
its first, and the others become empty.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Final

from ...model.limits import LOG_LINE

_WIDEST: Final = 200
_NARROWEST: Final = 30
_LEAST: Final = 12  # folded lines below which it may be chance
_JOINS: Final = 12  # lines that one may have been broken into
# What begins a message of its own, though with a small letter.
_FRESH: Final = re.compile(
    r"\A(?:[\w./\\+-]{1,200}[:(]\d|(?:error|warning|fatal|note|info|debug|panic|make|npm|ok|not ok|gmake|ninja)\b ?(?:[:\[(]|ERR|\d))"
)


def width(lines: list[str]) -> int:
    """At which the log is folded; 0 if it is not."""
    widest = max(map(len, lines), default=0)
    if not _NARROWEST <= widest <= _WIDEST:
        return 0
    long = [(a, b) for a, b in pairwise(lines) if 2 * len(a) > widest and b]
    ended = [(a, b) for a, b in long if _ended(a, b, widest)]
    small = sum(b[:1].islower() for _, b in ended)
    uneven = 3 * len({len(line) for line, _ in ended}) > min(
        len(ended), 12
    )  # broken within words, lines are of one length
    told = len(ended) >= _LEAST and len(ended) >= 0.9 * len(long) and 2 * small > len(ended)
    return widest if told and uneven and 5 * len(ended) > len(lines) else 0


def _ended(line: str, following: str, wide: int) -> bool:
    """Whether the next line's first word did not fit any more."""
    word = following.split(" ", 1)[0]
    return bool(word) and len(line.rstrip()) + 1 + len(word) >= wide  # `fold -s` wants room for the blank too


def joined(lines: list[str], wide: int) -> list[str]:
    """As many lines as before."""
    out = list(lines)
    most = min(_JOINS, LOG_LINE // wide - 1)
    at = 0
    while at < len(lines):
        end = at
        while end + 1 < len(lines) and end - at < most and _goes_on(lines[end], lines[end + 1], wide):
            end += 1
        if end > at:
            out[at] = " ".join(part.rstrip() for part in lines[at : end + 1])
            out[at + 1 : end + 1] = [""] * (end - at)
        at = end + 1
    return out


def _goes_on(line: str, following: str, wide: int) -> bool:
    begins = following[:1].islower() or (following[:1] in "'\"`(" and following[1:2].isalpha())
    return bool(line.strip()) and begins and _ended(line, following, wide) and _FRESH.match(following) is None
