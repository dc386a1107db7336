"""From a C-family file to what its grammar can read: same length, same lines."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from . import decorations, macro_loops
from .conditionals import Settled, settle
from .text import blank, scan

_CASE_RANGE = re.compile(rb"\bcase\b[^;:{}\n]{1,80}(\.\.\.)")  # the grammar does not know `case 1 ... 5:`
_CONDITIONAL = frozenset({b"if", b"ifdef", b"ifndef", b"elif", b"elifdef", b"elifndef", b"else", b"endif"})


@lru_cache(maxsize=4)
def settled(data: bytes, cplusplus: bool) -> Settled:
    mask, directives = scan(data)
    conditional = [d for d in directives if d.keyword in _CONDITIONAL]
    result = settle(data, mask, conditional, {b"__cplusplus": cplusplus})
    for d in directives:
        if d.keyword not in _CONDITIONAL:
            result.text[d.start:d.end] = blank(data[d.start:d.end])
    if data.startswith(b"\xef\xbb\xbf"):
        result.text[:3] = b"   "
    decorations.hide(result.text, mask)
    macro_loops.hide(result.text, mask, directives)
    for span in _CASE_RANGE.finditer(mask):
        result.text[span.start(1):span.end(1)] = b" | "
    return result


def prepare(data: bytes, cplusplus: bool) -> bytes:
    return bytes(settled(data, cplusplus).text)


def repair(text: bytes, errors: Sequence[Any]) -> bytes | None:
    return decorations.around(text, scan(text)[0], errors)
