"""How an edit is written down: texts put for others, a name put for another, lines that stand elsewhere."""

from __future__ import annotations

import re
from collections.abc import Callable

Edit = Callable[[str], str]


def put(*pairs: tuple[str, str]) -> Edit:
    """Each text, wherever it stands, in the place of another."""

    def change(text: str) -> str:
        for was, now in pairs:
            text = text.replace(was, now)
        return text

    return change


def called(was: str, now: str) -> Edit:
    return lambda text: re.sub(rf"\b{was}\b", now, text)


def moved(first: str, behind: str, before: str) -> Edit:
    """What begins with a line and ends before another stands before a third."""

    def change(text: str) -> str:
        part = text[text.index(first) : text.index(behind)]
        rest = text.replace(part, "")
        return rest.replace(before, part + before, 1)

    return change
