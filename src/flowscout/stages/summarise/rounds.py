"""What a loop does beside what weighs most in it, where the two cannot be told along with each other.

for (…) { if (old(f)) unlink(f); rescan(d, f); }        unlinks `f` for each f where old(f) holds, calls `rescan(d, f)` for each f
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from .clauses import FOREMOST, TOLD_ALONG, Clause, Course, heaviest, placed, plain

_HANGING: Final = 0.2  # how much more it takes for what hangs on something
_SETS: Final = ("set `", "increment `", "decrement `", "add `", "subtract `", "append `")


def rounds(top: Clause, way: Course, loop: Callable[[Clause], Clause]) -> tuple[Clause, list[Clause]]:
    """What weighs most, and what else is told. loop: says of a clause in which rounds it is done."""
    told = loop(top)
    more = [loop(each) for each in _beside(top, way)]
    return _with(told, more), [each for each in more if each.after != told.after]


def _beside(top: Clause, way: Course) -> list[Clause]:
    """What is called as well and weighs about as much as the first, where it cannot be told along with that, for one of the two
    hangs on something."""
    told = {each.partition("(")[0] for each in (top.phrase, top.also, top.other) if each}
    alone = plain(top._replace(also=""))
    rest = [
        each
        for each in way.clauses
        if not (
            each.heads[1] or each.asks or each.phrase.startswith(_SETS)
        )  # what an author says may stand before a guard
        and each.phrase.partition("(")[0] not in told
        and plain(each) != alone
        and each.weight >= max(TOLD_ALONG + _HANGING * alone, top.weight - FOREMOST)
    ]
    found = None if top.heads[1] else heaviest(rest)
    return [found] if found else []


def _with(one: Clause, more: list[Clause]) -> Clause:
    """Both where they hang on the same in words."""
    other = more[0] if more else one
    if other is one or other.after != one.after or one.may or other.may or any((one.also, one.other, other.also)):
        return one
    first, then = sorted((one, other), key=lambda each: each.at)
    spots = (*placed(first), *placed(then))
    return first._replace(also=then.phrase, at=then.at, weight=one.weight, spots=spots)
