"""Whether a step stands where another one stood: in the same arm, behind and before the same that stayed."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ..pairing.changes import Trees
from ..pieces.pieces import Piece


def in_its_place(both: Trees, a: int, b: int) -> bool:
    was, now = both.old[a], both.new[b]
    if was.parent < 0 or was.role != now.role or both.pairs.get(was.parent) != now.parent:
        return False
    olds = _beside(both.old, both.old_below, a, {each: there for each, there in both.pairs.items() if there != b})
    news = _beside(both.new, both.new_below, b, both.back)
    return [both.pairs.get(each, -1) for each in olds] == news


def _beside(pieces: Sequence[Piece], below: Sequence[Sequence[int]], at: int, known: Collection[int]) -> list[int]:
    """The nearest before and behind it in its arm that are there on both sides."""
    arm = [each for each in below[pieces[at].parent] if pieces[each].role == pieces[at].role and each in known]
    return [*[each for each in arm if each < at][-1:], -1, *[each for each in arm if each > at][:1]]
