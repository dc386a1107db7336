"""Terms of a condition that a cut made equal keep what tells them apart.

    is_set(x, A) && is_set(x, B)        is_set(…, A) && is_set(…, B), never is_set(…) && is_set(…)

What all terms are given goes first, then what all names begin with; of more terms than there is room for, the first ones stay.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from ..model.pattern import regex
from .folding import split
from .terms import DOTS

_CALL: Final = regex(r"\A([^()\"']{1,200}\()(.{1,400})(\)[^()\"']{0,80})\Z")
_BETWEEN: Final = (" && ", " || ", " and ", " or ")
_SHARED: Final = 8  # letters that all names begin with, from which they are left out


def kept_apart(text: str, short: str, room: int) -> str:
    """`short`, but where terms that differ in `text` read the same in it."""
    for between in _BETWEEN:
        whole, cut = split(text, between), split(short, between)
        if len(whole) == len(cut) > 1 and len({*cut}) < len({*whole}):
            return _fewer(_by_what_differs(whole), between, room)
    return short


def _fewer(terms: Sequence[str], between: str, room: int) -> str:
    for many in range(len(terms), 1, -1):
        told = between.join([*terms[:many], *[DOTS] * (many < len(terms))])
        if len(told) <= room:
            return told
    return between.join([terms[0], DOTS])


def _by_what_differs(terms: Sequence[str]) -> list[str]:
    """Each term without what those of its call share."""
    short: dict[str, str] = {}
    for _, group in groupby(sorted({*terms}, key=_shape), key=_shape):
        alike = [*group]
        rows = [split(found[2], ", ") for each in alike if (found := _CALL.match(each))]
        if len(alike) > 1 and len(rows) == len(alike) and len({len(row) for row in rows}) == 1:
            shape = _shape(alike[0])
            short |= {each: f"{shape[0]}{given}{shape[1]}" for each, given in zip(alike, _given(rows), strict=True)}
    return [short.get(each, each) for each in terms]


def _shape(term: str) -> tuple[str, str]:
    """What stands around what a call is given."""
    found = _CALL.match(term)
    return (found[1], found[3]) if found else (term, "")


def _given(rows: Sequence[Sequence[str]]) -> list[str]:
    columns = [_in_short(column) for column in zip(*rows, strict=True)]
    told = [[name for name, _ in groupby(row)] for row in zip(*columns, strict=True)]
    return [", ".join(row) for row in told]


def _in_short(column: Sequence[str]) -> list[str]:
    if len({*column}) == 1:
        return [DOTS] * len(column)
    first, last = min(column), max(column)
    alike = next((at for at, (one, other) in enumerate(zip(first, last, strict=False)) if one != other), 0)
    cut = first.rfind("_", 0, alike) + 1
    return [f"{DOTS}{each[cut:]}" if cut >= _SHARED and each.isidentifier() else each for each in column]
