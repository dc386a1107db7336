"""From a C-family file to what its grammar can read: same length, same lines."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from ...model.pattern import regex
from . import (
    bare_questions,
    compound_literals,
    decorations,
    emitting,
    hints,
    macro_cases,
    macro_conditions,
    macro_endings,
    macro_guards,
    macro_heads,
    macro_labels,
    macro_loops,
    macro_spaces,
    operators,
    type_arguments,
)
from .conditionals import Settled, settle
from .text import blank, scan

_CASE = regex(rb"(?:\A|[;:{}\s])case\b[^;:{}]*\Z")
_CONDITIONAL = frozenset({b"if", b"ifdef", b"ifndef", b"elif", b"elifdef", b"elifndef", b"else", b"endif"})


@lru_cache(maxsize=4)
def settled(data: bytes, cplusplus: bool) -> Settled:
    everything, directives = scan(data)
    conditional = [d for d in directives if d.keyword in _CONDITIONAL]
    result = settle(data, everything, conditional, {b"__cplusplus": cplusplus})
    bare_questions.hide(result.text, result.mask)
    mask = bytes(result.mask)  # of the arms that were kept
    for d in directives:
        if d.keyword not in _CONDITIONAL:
            result.text[d.start : d.end] = blank(data[d.start : d.end])
    if data.startswith(b"\xef\xbb\xbf"):
        result.text[:3] = b"   "
    hints.hide(result.text, mask)
    decorations.hide(result.text, mask)
    macro_heads.hide(result.text, mask, cplusplus)
    macro_labels.hide(result.text, mask, directives)
    macro_cases.hide(result.text, mask, directives)
    macro_loops.hide(result.text, mask, directives)
    macro_conditions.hide(result.text, mask, directives)
    macro_endings.hide(result.text, mask, directives)
    macro_guards.hide(result.text, mask, directives)
    operators.hide(result.text, mask)
    if cplusplus:
        macro_spaces.hide(result.text, mask)
        emitting.hide(result.text, mask)
    compound_literals.hide(result.text, mask, cplusplus)
    type_arguments.hide(result.text, mask)
    if b"case" in mask:
        _join_case_ranges(result.text, mask)
    return result


def _join_case_ranges(text: bytearray, mask: bytes) -> None:
    """The grammar does not know `case 1 ... 5:`; it gets to see an operator there."""
    at = mask.find(b"...")
    while at >= 0:
        if _CASE.search(mask, max(0, at - 120), at):
            text[at : at + 3] = b" | "
        at = mask.find(b"...", at + 3)


def prepare(data: bytes, cplusplus: bool) -> bytes:
    return bytes(settled(data, cplusplus).text)


def repair(text: bytes, errors: Sequence[Any]) -> bytes | None:
    return decorations.around(text, scan(text)[0], errors)
