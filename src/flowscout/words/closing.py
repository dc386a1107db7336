"""A text that was cut, closed again: what was left open is closed behind the dots, what is closed was opened before them.

f(a, g(b…           f(a, g(b…))
…, c) and d         (…, c) and d
log("opening th…    log("opening th…")
"""

from __future__ import annotations

from typing import Final

from .terms import DOTS

_OPEN: Final = {"(": ")", "[": "]", "{": "}"}
_CLOSE: Final = {close: sign for sign, close in _OPEN.items()}
_QUOTE: Final = '"'


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
    """With one blank for many, but within quotes where they close."""
    parts = text.split(_QUOTE)
    inside, found = False, list[str]()
    for at, part in enumerate(parts):
        found.append(part.replace("\n", " ") if inside else _one_blank(part))
        escaped = part.endswith("\\") and inside
        inside ^= at < len(parts) - 1 and not escaped
    return " ".join(text.split()) if inside else _QUOTE.join(found).strip()


def _one_blank(part: str) -> str:
    plain = " ".join(part.split())
    return f"{' ' * part[:1].isspace()}{plain}{' ' * (part[-1:].isspace() and bool(plain))}"
