"""What a statement has passed on its way out of an arm, or into one, that changes what the arm's question asks.

`if (n == 1) …; else if (bad) return` behind `n++` and `if (n && bad) return` before it ask of two values: that `bad` is "now also asked
when `n == 1`" would be of neither. Its order to `n++` is what can be said.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..pairing.changes import Trees
from ..pieces.pieces import Piece
from ..pieces.targets import target
from .conditions import Held
from .conditions import under as beneath
from .still_so import COUNTS, changes


def crossed(both: Trees, b: int, held: Sequence[Held]) -> int:
    """The nearest such step, by its place after the change; -1 for none. held: under what the statement stood."""
    questions = [each for each in held if both.old[each.at].kind == "If"]
    asked = [tuple([word for word in each.asked if isinstance(word, bytes)]) for each in questions]
    found = [each for each in _passed(both, b) if any(changes(both.new[each], words) for words in asked)]
    named = {word for words in asked for word in words}
    return min(found, key=lambda each: (_set_last(both.new[each]) not in named, abs(each - b)), default=-1)


def _set_last(piece: Piece) -> bytes:
    """`n` of `s->n++` and of `s->n = 0`."""
    words = target(piece) or tuple([word for word in piece.words if word not in COUNTS])
    return words[-1] if words else b""


def _passed(both: Trees, b: int) -> Iterator[int]:
    """What stands in the same words on both sides, and on its other side now; not what stood in another arm, of which one runs."""
    a = both.back[b]
    arms = _arms(both.old, a)
    for each, was in both.back.items():
        if (was < a) == (each > b) and each != b and both.old[was].words == both.new[each].words:
            others = _arms(both.old, was)
            if all(others.get(above, role) == role for above, role in arms.items()):
                yield each


def _arms(pieces: Sequence[Piece], at: int) -> dict[int, str]:
    found: dict[int, str] = {}
    while pieces[at].parent >= 0:
        found[pieces[at].parent] = pieces[at].role
        at = pieces[at].parent
    return found


def concerned(both: Trees, b: int, passed: Sequence[tuple[int, bool]]) -> Sequence[tuple[int, bool]]:
    """Of what a statement has passed, what speaks of something that it sets; all, where nothing does."""
    set_there = {_set_last(each) for each in _all_of(both, b) if target(each) or COUNTS & {*each.words}} - {b""}
    found = [row for row in passed if any(set_there & {*each.words} for each in _all_of(both, row[0]))]
    return found or passed


def _all_of(both: Trees, at: int) -> Iterator[Piece]:
    """It, and what stands under it."""
    yield from [both.new[each] for each in (at, *beneath(both.new_below, at))]
