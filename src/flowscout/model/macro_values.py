"""What a macro without parameters stands for where it is called like a function.

`(at(__LINE__), fail)` is `fail`; `SET_STATE(fail)` is what `SET_STATE` gives back of what it is handed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from .pattern import regex

_LAST: Final = regex(r"(?:[(\s]*+[^\"'?;{}]{0,200},)?[(\s]*+([A-Za-z_]\w*)[)\s]*+\Z")
_HANDED: Final = regex(r"[(\s]*+([A-Za-z_]\w*)\(([\w\s,]{1,200})\)[)\s]*+\Z")


def given_back(text: str) -> str:
    """The name that is the value of a replacement, "" where it is no name."""
    found = _LAST.match(text)
    return found[1] if found else ""


def handed(text: str) -> tuple[str, tuple[str, ...]]:
    """Which macro a replacement hands which names; "" where it is nothing of that kind."""
    found = _HANDED.match(text)
    return (found[1], tuple(part.strip() for part in found[2].split(","))) if found else ("", ())


def chosen(params: Sequence[str], text: str, given: Sequence[str]) -> str:
    """Which of the names that it is given a macro with parameters gives back, "" none."""
    value = given_back(text)
    at = params.index(value) if value in params else len(given)
    return given[at] if at < len(given) else ""
