"""Lines of `#if` within an expression, in words."""

from __future__ import annotations

import re
from typing import Final

from ..model.pattern import regex

_DIRECTIVE: Final = regex(r"(?m)^[ \t]{0,80}#[ \t]{0,8}if(n?def)?\b([^\n]{0,160})$\n?")
_ELSE_IF: Final = regex(r"(?m)^[ \t]{0,80}#[ \t]{0,8}elif(n?def)?\b([^\n]{0,160})$\n?")
_ELSE: Final = regex(r"(?m)^[ \t]{0,80}#[ \t]{0,8}else\b[^\n]{0,160}$\n?")
_END_IF: Final = regex(r"(?m)\s{0,80}^[ \t]{0,80}#[ \t]{0,8}endif\b[^\n]{0,160}$\n?")

OF_A_BUILD: Final = " #if "  # behind a case's value the condition under which it is there


def in_any(values: str) -> str:
    """Values of a case without the builds in which they are there."""
    return ", ".join([each.partition(OF_A_BUILD)[0] for each in values.split(", ")]) if OF_A_BUILD in values else values


def by_build(text: str) -> str:
    """Lines of `#if` within: `n > 0 [where STRICT is defined: && m > 0]`."""
    text = _DIRECTIVE.sub(lambda found: f"[where {_defined(found)}: ", text)
    text = _ELSE_IF.sub(lambda found: f"else where {_defined(found)}: ", text)
    text = _END_IF.sub("] ", _ELSE.sub("else: ", text))
    left_open = not text.startswith("[where ") and text.count("[where ") > text.count("] ")
    return f"{text.rstrip()}]" if left_open else text  # where the range ends before the `#endif`


def _defined(found: re.Match[str]) -> str:
    word, condition = found[1] or "", found[2].strip()
    return f"{condition} is not defined" if word.startswith("n") else f"{condition} is defined" if word else condition
