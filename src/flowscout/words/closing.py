"""A text that was cut, closed again: what was left open is closed behind the dots, what is closed was opened before them.

f(a, g(b…           f(a, g(b…))
f(a) and f(b) and   f(a) and f(…) and …, where the cut goes through the second call
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

_TWO_SIGNS: Final = frozenset(("&&", "||", "==", "!=", "<=", ">=", "->", "::"))
_JOINS: Final = regex(r"(?:&&|\|\||[=!<>]=|(?:and|or|if|else|in|is)\b|[-+*/%<>|&^?:=])")


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


def cut_off(text: str, most: int) -> str:
    """The beginning of a longer text. Of what stands behind a bracket that is cut through, dots are left: `f(a) && f(…)` asks less."""
    most += text[most - 1 : most + 1] in _TWO_SIGNS
    begun = text[:most].rstrip()
    short = closed(begun + DOTS)
    closing = short[len(begun) + len(DOTS) :]
    if short[: len(begun)] != begun or not closing or not _CLOSE.keys() >= {*closing}:
        return short
    told, here = begun + DOTS, most
    for sign in closing:
        end = _closes(text, here)
        told += sign
        if end < 0:
            continue
        here = end + 1
        rest = text[here:].lstrip()
        if rest and rest[0] not in _CLOSE and rest[0] not in ";{":
            told += _going_on(rest)
    return told


def _closes(text: str, start: int) -> int:
    """Where the bracket closes in which a place stands; -1 for nowhere."""
    depth, quoted = 0, ""
    for at in range(start, len(text)):
        sign = text[at]
        if quoted or sign in _QUOTES:
            quoted = "" if quoted == sign and text[at - 1] != "\\" else quoted or sign
        elif sign in _OPEN:
            depth += 1
        elif sign in _CLOSE:
            depth -= 1
            if depth < 0:
                return at
    return -1


def _going_on(rest: str) -> str:
    sign = _JOINS.match(rest)
    return f", {DOTS}" if rest[0] == "," else f" {sign[0]} {DOTS}" if sign else DOTS


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
