"""A statement that the branches of a choice had each, and that stands once behind or before it now; and the other way round.

That the branches have it no longer is told with the one. So is what stood in many places, and stands in one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ..pairing.changes import ADDED, MOVED, REMOVED, Change, Trees, across
from ..pieces.pieces import Piece
from ..reading import conditions, going_on
from ..reading.saying import ORDER, Said, subject

ONCE: Final = "steps that stand once for all branches now or did"
Arm = tuple[int, str]
_PLACES: Final = 2  # that are gone, beside the one that moved


def once(both: Trees, found: Sequence[Change]) -> dict[Change, Said | None]:
    """By what moved; None for the others of its kind, which say nothing by themselves."""
    told: dict[Change, Said | None] = {}
    for change in found:
        if change.kind == MOVED and both.old[change.a].words == both.new[change.b].words:
            for new in (False, True):
                told.update(_told(both, change, found, new))
            told.update(_gathered(both, change, found) if change not in told else ())
    return told


def _gathered(both: Trees, change: Change, found: Sequence[Change]) -> Iterator[tuple[Change, Said | None]]:
    """A call that stood in many places, each under something of its own, and stands in one: `out: close(fd);`."""
    piece = both.old[change.a]
    same = [each for each in found if each.kind == REMOVED and both.old[each.a].words == piece.words]
    if len(same) < _PLACES or piece.kind != "Simple" or b"(" not in piece.words:
        return
    yield change, Said(ORDER, f"{subject(piece)} stands in one place, where it stood in {len(same) + 1}.", 2)
    yield from ((each, None) for each in same)


def _told(both: Trees, change: Change, found: Sequence[Change], new: bool) -> Iterator[tuple[Change, Said | None]]:
    """new: the branches have it on the new side."""
    pieces, below = (both.new, both.new_below) if new else (both.old, both.old_below)
    at, alone = (change.b, change.a) if new else (change.a, change.b)
    level = across((both.old if new else both.new)[alone].parent, both.pairs if new else both.back)
    choice = _choice(pieces, at, level)
    if choice < 0:
        return
    kind = ADDED if new else REMOVED
    lone = {(each.b if new else each.a): each for each in found if each.kind == kind}
    others = {here: each for here, each in lone.items() if pieces[here].words == pieces[at].words}
    arms = list(_arms(pieces, below, choice))
    having = [arm for arm in arms if any(each in (at, *others) for each in _held(pieces, below, arm))]
    deep = len(having) < 2 and b"(" in pieces[at].words and pieces[at].kind == "Simple"
    if deep:
        known, words = both.back if new else both.pairs, pieces[at].words
        alike = {at, *[each for each, piece in enumerate(pieces) if piece.words == words and each not in known]}
        having = [arm for arm in arms if not alike.isdisjoint(_within(pieces, below, arm))]
    if len(having) < 2:
        return
    rest = [arm for arm in arms if arm not in having and not going_on.ends(pieces, below, *arm)]
    said = _sentence(pieces[at], len(having), bool(rest) or deep, new, deep)
    yield change, Said(ORDER, said, 2 if rest or deep else 5)
    held = _within if deep else _held
    yield from ((others[each], None) for arm in having for each in held(pieces, below, arm) if each in others)


def _within(pieces: Sequence[Piece], below: Sequence[Sequence[int]], arm: Arm) -> list[int]:
    return [inner for each in _held(pieces, below, arm) for inner in (each, *conditions.under(below, each))]


def _sentence(piece: Piece, many: int, more: bool, new: bool, deep: bool) -> str:
    if deep:
        own = "by conditions of their own"
        told = f"within {many} branches of a choice, {own}, no longer once for all"
        told = told if new else f"once for all branches of a choice, no longer within {many} of them, {own}"
        return f"{subject(piece)} stands {told}."
    if new:
        gone = ", and no longer in the others" if more else ""
        return f"{subject(piece)} stands in {many} branches of a choice, no longer once for all{gone}."
    came = ", and runs for the others too" if more else ""
    return f"{subject(piece)} stands once for all branches of a choice, no longer in {many} of them{came}."


def _choice(pieces: Sequence[Piece], at: int, level: int) -> int:
    """The outermost `if` or `switch` round it that stands where the other side has the statement itself; -1 for none."""
    here = at
    while here >= 0 and pieces[here].parent != level:
        here = pieces[here].parent
    return here if here >= 0 and here != at and pieces[here].kind in ("If", "Switch") else -1


def _arms(pieces: Sequence[Piece], below: Sequence[Sequence[int]], at: int) -> Iterator[Arm]:
    if pieces[at].kind == "Switch":
        yield from ((each, "body") for each in below[at] if pieces[each].kind == "Arm")
        return
    while True:
        yield at, "then"
        other = _held(pieces, below, (at, "else"))
        if len(other) != 1 or pieces[other[0]].kind != "If":
            yield at, "else"
            return
        at = other[0]


def _held(pieces: Sequence[Piece], below: Sequence[Sequence[int]], arm: Arm) -> list[int]:
    return [each for each in below[arm[0]] if pieces[each].role == arm[1]]
