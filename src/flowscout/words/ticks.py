"""A backtick in code that a sentence quotes between backticks: a sign that looks like it stands for it until it is shown."""

from __future__ import annotations

from typing import Final

_INSIDE: Final = "\u02cb"  # modifier letter grave accent


def inside(code: str) -> str:
    return code.replace("`", _INSIDE)


def shown(code: str) -> str:
    return code.replace(_INSIDE, "`")
