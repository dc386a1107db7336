"""A macro of the file's own whose text ends its statement itself, invoked without a semicolon: of `#define leave(x) rc = x; goto out;` a line
`leave (ERROR)`; and whatever name stands alone on a line before a statement that begins with a keyword, as `BEGIN_THREADS` before `if (…) {`. The
grammar is shown one, in the indentation of the next line; else it reads all that follows as part of the function, or `if` as the name of one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from ...model.pattern import regex
from .text import NESTED, Directive

_ENDS: Final = (b";", b"}")
_MOST: Final = 200  # macros of a file
_BEHIND: Final = regex(rb"[ \t]*+" + NESTED + rb"[ \t]*+\r?\n[ \t]++(?=[A-Za-z_~}])")
_ALONE: Final = regex(
    rb"\n[ \t]++([A-Za-z_]\w{0,80}+)[ \t]*+\r?\n[ \t]++(?=(?:if|for|while|switch|return|goto|do|break|continue)\b)"
)
_KEYWORDS: Final = frozenset((b"else", b"do", b"try", b"co_return", b"return", b"throw"))
_NEAR: Final = 200
_STANDS_BEHIND: Final = b";{}:)"


def hide(text: bytearray, mask: bytes, directives: Sequence[Directive]) -> None:
    names = {name for each in directives if (name := _ending(each))}
    patterns = [rb"(?<![\w.>])" + re.escape(name) + rb"\b" for name in sorted(names)] if len(names) <= _MOST else []
    for found in re.finditer(b"|".join(patterns), mask) if patterns else ():
        before = mask[max(0, found.start() - _NEAR) : found.start()].rstrip()[-1:]
        behind = _BEHIND.match(mask, found.end()) if before and before in _STANDS_BEHIND else None
        if behind:
            text[behind.end() - 1] = ord(";")
    for found in _ALONE.finditer(mask):
        before = mask[max(0, found.start() - _NEAR) : found.start()].rstrip()[-1:]
        if before and before in _STANDS_BEHIND and found[1] not in _KEYWORDS:
            text[found.end() - 1] = ord(";")


def _ending(define: Directive) -> bytes:
    """The name of a macro whose text ends a statement; b"" of another."""
    name, text = define.function
    return name if text.endswith(_ENDS) else b""
