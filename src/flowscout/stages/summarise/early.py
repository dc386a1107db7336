"""A sentence that only says that there are other ways out, with when one is taken, where little has to give way for it.

Calls `tree.insert` several times, sets `pos` to `2`; may return early.
Calls `tree.insert` several times; returns early where self.found holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Final

from ...model.pattern import regex
from ...words.whole_clauses import LONGEST
from .clauses import DOES, LEAVES, Clause
from .shorter import shorter
from .telling import AMONG

TRIED: Final = 6  # ways out, of a function that has hundreds
_AS_MUCH: Final = 1  # by how much less it weighs that is done whatever holds, and stays all the same
_OPEN: Final = regex(r"; may (?:fail|(?:end|return) early|[a-z]{1,12} `[^`]{1,80}`(?: early)?)\.$")


def told_when(
    told: str, best: Sequence[Clause], leaves: Sequence[Clause], say: Callable[[Sequence[Clause]], str]
) -> Sequence[Clause]:
    """The clauses of such a sentence; those of `told` where there is none. leaves: ways out with what they hang on."""
    if not _OPEN.search(told):
        return best
    asked = (way for way in leaves if way.after.startswith("where ") and not way.may and way not in best)
    tries = (
        each
        for way in islice(asked, TRIED)
        for kept in _fewer(best)
        for end in shorter(way)
        for each in _closed([*kept, end], say)
    )
    return next(tries, best)


def _fewer(best: Sequence[Clause]) -> Iterator[list[Clause]]:
    """All of it, then without the last and least of what is done."""
    best = [each for each in best if each.kind != LEAVES or each.after or not each.may]
    yield best
    deeds = [each for each in best if each.kind == DOES]
    perhaps = [each for each in deeds if each.may or each.after.startswith("where ")]
    sure = [each for each in deeds if each not in perhaps]
    apart = perhaps and sure and max(each.weight for each in sure) > max(each.weight for each in perhaps) - _AS_MUCH
    among = perhaps if apart else deeds
    for gone in reversed(among) if len(deeds) > 1 and not all(each.may for each in deeds) else ():
        if gone.weight <= min(each.weight for each in among):
            yield [each for each in best if each is not gone]


def _closed(clauses: Sequence[Clause], say: Callable[[Sequence[Clause]], str]) -> Iterator[Sequence[Clause]]:
    said = say(clauses)
    if len(said) <= LONGEST and not _OPEN.search(said) and AMONG not in said and "; may " not in said:
        yield clauses
