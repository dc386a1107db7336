"""`DEF_CALL(0)` above `DEF_PRIMITIVE(add) {`, as far in: macros that each have a line of their own and no semicolon."""

from __future__ import annotations

import re
from typing import Final

from ...model.pattern import regex
from .text import NESTED

_LINE: Final = rb"[A-Za-z_]\w*+[ \t]*+" + NESTED + rb"[ \t\r]*+"
_RUN = regex(rb"(?:\A|\s*?\n)([ \t]*+)" + _LINE + rb"(?:\s*?\n\1" + _LINE + rb")*+\s*?\n\1\Z")
_FAR: Final = 4096


def above(mask: bytes, start: int) -> re.Match[bytes] | None:
    """The run above what begins a line at `start`; nothing where that line goes on with a declaration."""
    floor = max(0, start - _FAR)
    if not mask[floor:start].rstrip().endswith(b")"):
        return None
    before = max(mask.rfind(edge, floor, start) for edge in (b";", b"{", b"}"))
    return _RUN.match(mask, max(before + 1, floor), start)
