"""Python: a question of the file itself that is asked the other way round, with what stood under it and under its `else` changed over.

if A:              if not A:
    x = 1    ->        x = 2
else:              else:
    x = 2              x = 1
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..pairing.changes import CHANGED, Change, Trees
from ..pieces.pieces import Piece
from ..pieces.questions import plain

_ELSE: Final = (b"else", b":")


def turned(both: Trees, found: Sequence[Change]) -> frozenset[int]:
    """Positions of such questions, and of what stands under them, on the new side."""
    return frozenset(
        [
            at
            for change in found
            if change.kind == CHANGED and _opposite(both.old[change.a], both.new[change.b])
            for at in _changed_over(both, change.a, change.b)
        ]
    )


def _opposite(one: Piece, other: Piece) -> bool:
    if one.words[:1] != (b"if",) or other.words[:1] != (b"if",) or one.words[-1:] != other.words[-1:] != (b":",):
        return False
    (was, held), (now, holds) = plain(one.words[:-1]), plain(other.words[:-1])
    return was == now and held != holds


def _changed_over(both: Trees, a: int, b: int) -> list[int]:
    """[] where something else came or went with it."""
    last, other = otherwise(both.old, a), otherwise(both.new, b)
    if last < 0 or other < 0:
        return []
    arms = [both.new_below[b], both.new_below[other]]
    stood = [both.old_below[last], both.old_below[a]]
    same = all([both.back.get(each, -1) for each in now] == list(was) for now, was in zip(arms, stood, strict=True))
    return [b, *arms[0], *arms[1]] if same else []


def otherwise(pieces: Sequence[Piece], at: int) -> int:
    """The `else` of an `if`, where that has no other arm; -1 for none."""
    behind = next((n for n in range(at + 1, len(pieces)) if pieces[n].parent == pieces[at].parent), -1)
    return behind if behind >= 0 and pieces[behind].words == _ELSE else -1


def asks(pieces: Sequence[Piece], at: int) -> int:
    """The `if` or `elif` that an `else` belongs to; -1 for none."""
    before = next((n for n in range(at - 1, -1, -1) if pieces[n].parent == pieces[at].parent), -1)
    return before if before >= 0 and pieces[before].words[:1] in ((b"if",), (b"elif",)) else -1
