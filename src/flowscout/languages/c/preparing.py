"""From a C-family file to what its grammar can read: same length, same lines."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from . import decorations
from .conditionals import Settled, settle
from .text import blank, scan

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
    return result


def prepare(data: bytes, cplusplus: bool) -> bytes:
    return bytes(settled(data, cplusplus).text)


def repair(text: bytes, errors: Sequence[Any]) -> bytes | None:
    return decorations.around(text, scan(text)[0], errors)
