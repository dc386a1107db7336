"""A `switch` that was put round steps which ran in any case, or taken from round them: in which of its cases they run, and what the others do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from . import conditions
from .changes import Trees
from .counted import whose
from .pieces import Piece
from .saying import CONDITION, Said, chained, doing, q, under, when

_OTHERS: Final = 2  # cases of which is told what they do
_STEPS: Final = 2  # of each


def wrapped(both: Trees, at: int, kept: Sequence[int], new: bool) -> Said | None:
    """kept: positions after the change of what stands in it on this side, and stays. None where other questions stand for it on the other
    side: what ran by them is told by itself."""
    if any(conditions.apart(both, both.back[b], b)[0 if new else 1] for b in kept):
        return None
    pieces, below, known = (both.new, both.new_below, both.back) if new else (both.old, both.old_below, both.pairs)
    arms = [each for each in below[at] if pieces[each].kind == "Arm"]
    inside = {arm: [arm, *conditions.under(below, arm)] for arm in arms}
    groups: dict[tuple[int, ...], list[int]] = {}
    for b in kept:
        words = both.new[b].words
        having = tuple([arm for arm in arms if any(pieces[each].words == words for each in inside[arm])])
        groups.setdefault(having, []).append(b)
    least = min(map(len, filter(None, groups)), default=0)
    groups = {own: those for own, those in groups.items() if len(own) == least and least < max(len(arms), 2)}
    if not groups:
        return None
    how = "now {run} only" if new else "no longer {run} only"
    told = [
        f"{whose(both.new, those)} {how.format(run='run' if len(those) > 1 else 'runs')} {_in(both, own, new)}"
        for own, those in groups.items()
    ]
    home = {arm for own in groups for arm in own}
    fresh = {arm: [each for each in below[arm] if each not in known and pieces[each].kind != "Jump"] for arm in arms}
    others = [
        f"{under(pieces[arm], '')} it {'' if new else 'no longer '}{_deeds(pieces, below, fresh[arm])}"
        for arm in arms
        if arm not in home and fresh[arm]
    ]
    left = len(others) - _OTHERS
    shown = [*others[:_OTHERS], *([f"and {left} more"] if left > 0 else [])]
    first = f"{'; '.join(told)} of a choice by {q(pieces[at].said)}{when(pieces, at)}"
    return Said(CONDITION, f"{'; '.join([first, *shown])}.", 3 if new else 2)


def _deeds(pieces: Sequence[Piece], below: Sequence[Sequence[int]], those: Sequence[int]) -> str:
    return f"{doing(pieces, below, those[:_STEPS])}{', then …' if len(those) > _STEPS else ''}"


def _in(both: Trees, arms: Sequence[int], new: bool) -> str:
    pieces = both.new if new else both.old
    return " and ".join(chained([under(pieces[arm], "")]) for arm in arms)
