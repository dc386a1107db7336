"""Ways out that give the same, told once: "returns `-1` where a is null or b is null"."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from .clauses import Clause
from .telling import AMONG

_LONGEST_AFTER: Final = 80


def outcomes(clauses: Iterable[Clause]) -> list[Clause]:
    """Ways out that give the same are told once, those with a condition first."""
    alike: dict[tuple[str, str], list[Clause]] = {}
    for each in clauses:
        alike.setdefault((each.phrase, each.also), []).append(each)
    return sorted([_together(same) for same in alike.values()], key=lambda each: not each.after)


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
