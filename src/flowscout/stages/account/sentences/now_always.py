"""The one end that is left of several: `if a: return True` before `return False` that is `return True` alone now.

That `True` is no longer returned when `a` would be false: it is returned whatever `a` is. One sentence says it, with what each way gave;
the questions that are gone are told with that.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ..pairing.changes import CHANGED, MOVED, REMOVED, Change, Trees
from ..pieces.pieces import Piece
from ..reading.declarators import says_little
from ..reading.governing import governing
from ..reading.saying import EXIT, Said, q

ENDS: Final = "ends that one stands for now"
_WAYS: Final = 4  # out of it that are told
_ASKS: Final = frozenset(("If", "Loop"))


def told(both: Trees, found: Sequence[Change]) -> dict[Change, Said]:
    """By the end that is gone, or another one now; of the others the rule alone."""
    last, now = _end(both, False), _end(both, True)
    if last < 0 or now < 0 or both.renamed_words(last) == both.new[now].words:
        return {}
    gone = next((each for each in found if each.a == last and each.kind in (REMOVED, CHANGED)), None)
    if gone is None or (gone.kind == CHANGED and gone.b != now):
        return {}
    asked = _asked_before(both, last, now)
    ways = [at for at in asked if both.old[at].kind == "Return"]
    value, was = both.new[now].said, both.old[last].said
    if ways and len(ways) <= _WAYS:
        cases = ", or ".join([governing(both.old, at) for at in sorted(ways)])
        said = f"At its end now always returns {q(value)}; before only {cases}, else {q(was)}."
        rest = {each: Said(ENDS, "", 9) for each in found if _with_it(each, asked, now)}
        return {**rest, gone: Said(EXIT, said, 0)}
    stood = both.back.get(now, -1)
    if gone.kind == REMOVED and stood >= 0 and both.old[stood].parent not in both.pairs:
        return {gone: Said(EXIT, f"At its end returns {q(value)}, no longer {q(was)}.", 1)}
    return {}


def still_given(both: Trees, at: int) -> bool:
    """Whether the arm that the question of this way out stood in, or the whole, ends with what it gave."""
    one, asks = both.old[at], both.old[both.old[at].parent]
    above = both.pairs.get(asks.parent, -1)
    arm = [each for each in both.new_below[above] if both.new[each].role == asks.role] if above >= 0 else []
    ends = [each for each in (max(arm, default=-1), _end(both, True)) if each >= 0]
    return one.kind == "Return" and any(
        both.new[each].kind == "Return" and both.new[each].words == both.renamed_words(at) for each in ends
    )


def _end(both: Trees, new: bool) -> int:
    """The `return` of a value that stands last of all; -1 for none."""
    pieces, below = (both.new, both.new_below) if new else (both.old, both.old_below)
    last = max(below[0], default=-1) if below else -1
    return last if last >= 0 and pieces[last].kind == "Return" and pieces[last].said else -1


def _asked_before(both: Trees, last: int, now: int) -> set[int]:
    """All that stands right before an end, is gone, and only asks whether to give what is given now."""
    found = set[int]()
    for at in sorted(both.old_below[0], reverse=True):
        if at == last:
            continue
        inner = {at, *_under(both, at)}
        kinds = {each: both.old[each].kind for each in inner if not _begins(both.old[each])}
        ways = [each for each, kind in kinds.items() if kind == "Return"]
        asks = both.old[at].kind in _ASKS and at not in both.pairs and {*kinds.values()} <= {*_ASKS, "Return"}
        if not asks or not ways or any(both.renamed_words(each) != both.new[now].words for each in ways):
            break
        if any(both.pairs.get(each, now) != now for each in inner):
            break
        found |= inner
    return found


def _begins(piece: Piece) -> bool:
    """What only counts from somewhere on in the head of a loop."""
    return piece.role == "init" and says_little(piece)


def _under(both: Trees, at: int) -> Iterator[int]:
    for each in both.old_below[at]:
        yield each
        yield from _under(both, each)


def _with_it(change: Change, asked: set[int], now: int) -> bool:
    return (change.kind == REMOVED and change.a in asked) or (change.kind == MOVED and change.b == now)
