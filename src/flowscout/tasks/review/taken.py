"""Which parameters a sentence says that a function takes now: "No longer takes `a`; now takes `b` and `c`, by default `0`"."""

from __future__ import annotations

from typing import Final

from ...model.pattern import regex

_TAKES: Final = regex(r"(?:^|; )[Nn]ow takes (`[^`\n]{1,200}`(?:(?:, | and )`[^`\n]{1,200}`){0,40})")
_NAME: Final = regex(r"`\*{0,2}(\w{1,80})`")


def taken(said: str) -> list[str]:
    return [name for those in _TAKES.findall(said) for name in _NAME.findall(those)]
