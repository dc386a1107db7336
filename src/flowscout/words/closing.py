"""A text that was cut, closed again: what was left open is closed behind the dots, what is closed was opened before them.

f(a, g(b…           f(a, g(b…))
…, c) and d         (…, c) and d
log("opening th…    log("opening th…")
"""

from __future__ import annotations

import re
from typing import Final

from ..model.pattern import regex
from .terms import DOTS

_OPEN: Final = {"(": ")", "[": "]", "{": "}"}
_CLOSE: Final = {close: sign for sign, close in _OPEN.items()}
_QUOTE: Final = '"'
_QUOTES: Final = ('"', "'")
_PART: Final = regex(
    r""""(?:[^"\\]|\\.)*+"|(?:(?<!\w)|(?<=\b[bBfFrRuUL]))'(?:[^'\\]|\\.)*+'|\s++|[^\s"'\\]++|\\.|.""", re.DOTALL
)


def closed(text: str) -> str:
    """As it is where there is nothing to close, or no dots stand where that would be, first or behind."""
    if DOTS not in text:
        return text
    text = _quoted(text)
    open_: list[tuple[str, int]] = []
    before: dict[int, str] = {}
    behind: dict[int, str] = {}
    last, inside = -1, False
    for at, sign in enumerate(text):
        inside ^= sign == _QUOTE and text[at - 1 : at] != "\\"
        if not inside and (sign == DOTS or (sign == _QUOTE and text[at - 1 : at] == DOTS)):
            last = at
        if inside or _is_letter(text, at):
            continue
        if sign in _OPEN:
            open_.append((sign, at))
        elif sign in _CLOSE and open_ and open_[-1][0] == _CLOSE[sign]:
            open_.pop()
        elif sign in _CLOSE:
            if open_ or not text.startswith(DOTS) or sign == "]":
                return text
            before[0] = _CLOSE[sign] + before.get(0, "")
    for sign, at in reversed(open_):
        if last < at:
            return text
        behind[last] = behind.get(last, "") + _OPEN[sign]
    return "".join(f"{before.get(at, '')}{sign}{behind.get(at, '')}" for at, sign in enumerate(text))


def _is_letter(text: str, at: int) -> bool:
    """Whether a sign stands alone between single quotes: `'{'`."""
    return text[at - 1 : at] == text[at + 1 : at + 2] == "'"


def _quoted(text: str) -> str:
    quotes = sum(sign == _QUOTE and text[at - 1 : at] != "\\" for at, sign in enumerate(text))
    if not quotes % 2:
        return text
    return text + _QUOTE if text.endswith(DOTS) else _QUOTE + text if text.startswith(DOTS) else text


def squeezed(text: str) -> str:
    """With one blank for many, but within quotes where they close; `1'000` and `don't` open none."""
    parts = _PART.findall(text)
    return "".join(
        [" " if part.isspace() else part.replace("\n", " ") if part[0] in _QUOTES else part for part in parts]
    ).strip()
