"""Questions in a row that do the same, and are one now; and the other way round: `if (a) r(); if (b) r();` -> `if (a || b) r();`.

What all of them do was done for each that held, and is done once now: that is no drop of a question."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..pairing.changes import ADDED, CHANGED, REMOVED, Change, Trees
from ..pieces.pieces import Piece
from ..pieces.questions import Words, bare, operands
from ..reading import counted
from ..reading.conditions import under
from ..reading.doing import doing
from ..reading.saying import CONDITION, Said, q, when

_MOST: Final = 60  # questions in a row
Arms = list[tuple[int, str, Words]]


def told(both: Trees, change: Change) -> Said | None:
    if change.kind not in (ADDED, REMOVED, CHANGED):
        return None
    olds, news = (both.old, both.old_below), (both.new, both.new_below)
    for at, known, (pieces, below), (joined, others) in (
        (change.a, both.pairs, olds, news),
        (change.b, both.back, news, olds),
    ):
        row = _row(pieces, below, at)
        one = next((known[each] for each in row if each in known), -1)
        alone = sum(each in known for each in row) == 1 < len(row)
        if not alone or joined[one].kind != "If" or _arms(joined, others, one) != _arms(pieces, below, row[0]):
            continue
        parts = [part for each in row for part in _any_of(pieces[each].words)]
        deed = doing(pieces, below, below[row[0]])
        if deed and parts == _any_of(joined[one].words):
            parted = pieces is both.new
            each_ = f"for {counted.first_of([q(pieces[each].said) for each in row])} each"
            once = f"once when {q(joined[one].said)}"
            now, was = (each_, once) if parted else (once, each_)
            where = when(both.new, row[0] if parted else one)
            return Said(CONDITION, f"Now {deed} {now}, no longer {was}{where}.", 3)
    return None


def _row(pieces: Sequence[Piece], below: Sequence[Sequence[int]], at: int) -> list[int]:
    """The questions one behind another that do the same where they hold, and nothing else, of which one stands at a place."""
    if at < 0 or pieces[at].kind != "If" or pieces[at].parent < 0:
        return []
    if any(pieces[each].role != "then" for each in below[at]):
        return []
    beside = [each for each in below[pieces[at].parent] if pieces[each].role == pieces[at].role]
    own = _arms(pieces, below, at)
    first = last = beside.index(at)
    while first and _does(pieces, below, beside[first - 1], own) and last - first < _MOST:
        first -= 1
    while last + 1 < len(beside) and _does(pieces, below, beside[last + 1], own) and last - first < _MOST:
        last += 1
    return beside[first : last + 1] if last - first < _MOST else []


def _does(pieces: Sequence[Piece], below: Sequence[Sequence[int]], at: int, what: Arms) -> bool:
    return pieces[at].kind == "If" and _arms(pieces, below, at) == what


def _any_of(words: Words) -> list[Words]:
    """The questions of which one has to hold."""
    own, every = operands(bare(words))
    return [bare(words)] if every else [bare(each) for each in own]


def _arms(pieces: Sequence[Piece], below: Sequence[Sequence[int]], at: int) -> Arms:
    return [(pieces[each].parent - at, pieces[each].role, pieces[each].words) for each in under(below, at)]
