"""A statement that stands in another order, and has passed nothing that it could meet: it runs as it did."""

from __future__ import annotations

from typing import Final

from ..pairing.changes import Trees
from .plain_stores import apart

STORES: Final = "stores in another order"


def past_what_it_never_meets(both: Trees, b: int) -> bool:
    """Whether all that a statement has passed stands in the other arm of its question, of which one runs, or is a store that nobody
    tells from it."""
    return _passed(both, b) in (0, 1)


def stores(both: Trees, b: int) -> bool:
    """Whether one of those is such a store."""
    return _passed(both, b) == 1


def _passed(both: Trees, b: int) -> int:
    """0: other arms alone; 1: stores as well; -1: something else, or nothing."""
    above, mine, a = both.new[b].parent, both.new[b], both.back[b]
    beside = {each for each in both.new_below[above] if each in both.back} if above >= 0 else set()
    beside |= {both.pairs[each] for each in both.old_below[both.old[a].parent] if each in both.pairs}
    passed = [each for each in beside - {b} if (both.back[each] < a) == (each > b)]
    rest = [
        each
        for each in passed
        if not (both.new[each].parent == above and both.new[above].kind == "If" and both.new[each].role != mine.role)
    ]
    plain = all(apart(both.new, each, b) and apart(both.old, both.back[each], a) for each in rest)
    return int(bool(rest)) if passed and plain else -1
