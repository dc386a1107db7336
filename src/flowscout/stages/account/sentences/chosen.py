"""A `switch` that was put round steps which ran in any case, or taken from round them: in which of its cases they run, and what the others do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ....model.syntax import Switch
from ..pairing.changes import Trees
from ..pieces.pieces import Piece
from ..reading import conditions
from ..reading.counted import whose
from ..reading.doing import doing
from ..reading.saying import CONDITION, Said, chained, q, under, when

_OTHERS: Final = 2  # cases of which is told what they do
_STEPS: Final = 2  # of each
_CASES: Final = 8  # of a choice that is told as a whole


def wrapped(both: Trees, at: int, kept: Sequence[int], new: bool) -> Said | None:
    """kept: positions after the change of what stands in it on this side, and stays. None where other questions stand for it on the other
    side: what ran by them is told by itself."""
    if any(conditions.apart(both, both.back[b], b)[0 if new else 1] for b in kept):
        return _with_new(both, at, new)
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
        return _with_new(both, at, new)
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


def _with_new(both: Trees, at: int, new: bool) -> Said | None:
    """As a whole, where there is more to it than what stands on both sides: that is told by itself."""
    below, known = (both.new_below, both.back) if new else (both.old_below, both.pairs)
    pieces = both.new if new else both.old
    inside = [each for arm in below[at] for each in conditions.under(below, arm)]
    alone = any(each not in known and pieces[each].kind not in ("Jump", "Arm") for each in inside)
    return Said(CONDITION, f"{as_a_whole(pieces, below, at, new)}.", 3) if alone else None


def as_a_whole(pieces: Sequence[Piece], below: Sequence[Sequence[int]], at: int, new: bool) -> str:
    """A choice, with what is done in each of its cases; a bare `break` does nothing."""
    arms = [arm for arm in below[at] if pieces[arm].kind == "Arm"]
    steps = {arm: [each for each in below[arm] if not _breaks(pieces[each])] for arm in arms}
    falls = isinstance(pieces[at].stmt, Switch) and pieces[at].stmt.falls
    told = [
        f"{_in_case(pieces[arm])} it {doing(pieces, below, own)}"
        f"{', with no `break`' if falls and arm != arms[-1] and not _leaves(pieces, below, arm) else ''}"
        for arm, own in steps.items()
        if own
    ]
    left = len(told) - _CASES
    told = [*told[:_CASES], *([f"and {left} more cases"] if left > 0 else [])]
    first = f"{'Now' if new else 'No longer'} chooses by {q(pieces[at].said)}{when(pieces, at)}"
    return f"{first}: {'; '.join(told)}" if told else first


def _in_case(arm: Piece) -> str:
    named = arm.said.removesuffix(", default")
    return under(arm, "") if named == arm.said else f"in case {q(named)} or the default one"


def _leaves(pieces: Sequence[Piece], below: Sequence[Sequence[int]], arm: int) -> bool:
    """Or may: a block, a question is not looked into."""
    return not below[arm] or pieces[below[arm][-1]].kind != "Simple"


def _breaks(piece: Piece) -> bool:
    return piece.kind == "Jump" and piece.words[:1] == (b"break",)


def _deeds(pieces: Sequence[Piece], below: Sequence[Sequence[int]], those: Sequence[int]) -> str:
    return f"{doing(pieces, below, those[:_STEPS])}{', then …' if len(those) > _STEPS else ''}"


def _in(both: Trees, arms: Sequence[int], new: bool) -> str:
    pieces = both.new if new else both.old
    return " and ".join(chained([under(pieces[arm], "")]) for arm in arms)
