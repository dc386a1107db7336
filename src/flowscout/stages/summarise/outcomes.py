"""Ways out that give the same, told once: "returns `-1` where a is null or b is null"."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from ...model.pattern import regex
from .aim import CLEANS
from .asides import ENDING
from .clauses import DOES, Clause
from .effects import words_of
from .telling import AMONG
from .ways_out import WayOut

_CALL: Final = regex(r"call `(?:\w{1,40}(?:\.|::)){0,6}(\w{1,80})\(")
_UNDOES: Final = (CLEANS | ENDING) - {"delete", "destroy", "remove"}
_AS_MUCH: Final = 1.5  # by how much less it may weigh
_LONGEST_AFTER: Final = 80


def outcomes(clauses: Iterable[Clause], jumps: frozenset[int]) -> list[Clause]:
    """Ways out that give the same are told once, those with a condition first. jumps: to what is done at the end in any case."""
    alike: dict[tuple[str, str, bool], list[Clause]] = {}
    for each in clauses:
        alike.setdefault((each.phrase, each.also, jumps.issuperset(each.ways)), []).append(each)
    return sorted([_together(same) for same in alike.values()], key=lambda each: not each.after)


def less_than_left(clauses: Iterable[Clause], exits: Iterable[WayOut]) -> frozenset[int]:
    """Jumps that leave out less than is done behind where they go on, or as much where that is no clean-up: they end nothing early."""
    done = [each for each in clauses if each.kind == DOES and each.weight > 1]
    found = set[int]()
    for way in exits:
        skipped = [each for each in done if way.at < each.at < way.lands]
        kept = [each for each in done if 0 < way.lands <= each.at]
        least = max([each.weight for each in (*skipped, *kept)], default=0.0) - _AS_MUCH
        left, still = ([each for each in some if each.weight >= least] for some in (skipped, kept))
        if len(still) > len(left) or (len(still) == len(left) and not all(map(_cleans, still))):
            found.add(way.at)
    return frozenset(found)


def _cleans(clause: Clause) -> bool:
    called = _CALL.match(clause.phrase)
    return called is not None and not _UNDOES.isdisjoint(words_of(called[1]))


def _together(same: Sequence[Clause]) -> Clause:
    first, ways = same[0], tuple(way for each in same for way in each.ways)
    afters = list(dict.fromkeys(each.after for each in same))
    word = first.after.partition(" ")[0]
    joined = " or ".join([afters[0], *(after.removeprefix(f"{word} ") for after in afters[1:])])
    if (
        not any(each.may for each in same)
        and all(after.startswith(("where ", "on ", "for some ")) for after in afters)
        and len(joined) <= _LONGEST_AFTER
    ):
        return first._replace(after=joined, ways=ways)
    return first if len(same) == 1 else _among(same, ways)


def _among(same: Sequence[Clause], ways: tuple[int, ...]) -> Clause:
    """Too many to be told: of those whose condition is known the shortest, and that there are more."""
    known = [each for each in same if not each.may and each.after.startswith(("where ", "on "))]
    if not known:
        return same[0]._replace(after="", may=True, ways=ways)
    short = min(known, key=lambda each: len(each.after))
    return short._replace(after=f"{short.after}{AMONG}", ways=ways)
