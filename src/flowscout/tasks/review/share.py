"""How much of a change each edit is, in lines: what most of it does is told first, whatever it may break.

An edit in many places is as large as all of them; a function that changed in many small edits is led by its weightiest one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Sequence
from typing import Final

from ...model.account import LISTED, Answer, Side
from ...model.product import is_aside
from ..entrypoints import is_test

EDIT: Final = 0.12  # of the lines of a change, from which an edit is much of it
FUNCTION: Final = 0.3  # and a function
FEWEST: Final = 24  # lines of a change, both sides counted, of which not all is read at once
SLIGHT: Final = (
    8  # the rank from which an edit is told behind others however long it is: what a log says, what is brought in
)
LARGEST: Final = 2  # the rank of the edit that most of the change is
LARGE: Final = 3  # of others that are much of it


def by_share(told: Sequence[Answer], called: Container[str] = ()) -> dict[Answer, int]:
    """The ranks of edits that much of the change is, where they weigh less by themselves. called: see `beside`."""
    ours = [one for one in told if _counts(one, called)]
    total = sum(map(_lines, ours))
    if total < FEWEST:
        return {}
    deeds, units = Counter[str](), Counter[str]()
    for one in ours:
        deeds[_deed(one)] += _lines(one)
        units[one.unit] += _lines(one)
    heads = {deed for deed, lines in deeds.items() if lines >= EDIT * total}
    most = max(heads, key=lambda deed: deeds[deed], default="")
    found = {
        one: min(one.rank, LARGEST if _deed(one) == most else LARGE)
        for one in ours
        if _deed(one) in heads and one.rank < SLIGHT
    }
    for unit in [unit for unit, lines in units.items() if unit and lines >= FUNCTION * total]:
        own = [one for one in ours if one.unit == unit and one.rank < SLIGHT]
        if own and not any(one.rank <= LARGE or _deed(one) in heads for one in own):
            found[min(own, key=lambda one: (one.rank, -_lines(one)))] = LARGE
    return found


def _deed(one: Answer) -> str:
    return one.core or one.sentence


def _counts(one: Answer, called: Container[str]) -> bool:
    aside = is_test(one.place.path) or (is_aside(one.place.path) and one.place.path not in called)
    return not one.twin and one.how != LISTED and not aside


def _lines(one: Answer) -> int:
    return _of_side(one.before) + _of_side(one.after)


def _of_side(side: Side) -> int:
    return max(side.end_line, side.line) - side.line + 1 if side.line else 0
