"""Questions of one arm that hold the same each, as guards that all leave alike: each is the one that asks of the same as before.

`if (p->size < 12) fail(); if (p->kind != 3) fail();` became `if (p->kind != 4) fail(); if (p->size < 16) fail();`: what they hold does not say
which is which, nor does their order.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..pieces.pieces import Piece
from .uncrossing import asked_names

_MOST: Final = 24  # questions of one arm that are looked at
_Arm = tuple[int, str]


def by_what_they_ask(old: Sequence[Piece], new: Sequence[Piece], pairs: dict[int, int]) -> None:
    mine, others = _asking(old), _asking(new)
    for (parent, role), asking in mine.items():
        there = others.get((pairs.get(parent, -2), role), [])
        if len(asking) > 1 and there and max(len(asking), len(there)) <= _MOST:
            _of_one_arm(old, new, pairs, asking, there)


def _asking(pieces: Sequence[Piece]) -> dict[_Arm, list[int]]:
    found: dict[_Arm, list[int]] = {}
    for at, piece in enumerate(pieces):
        if piece.kind == "If":
            found.setdefault((piece.parent, piece.role), []).append(at)
    return found


def _of_one_arm(
    old: Sequence[Piece], new: Sequence[Piece], pairs: dict[int, int], asking: Sequence[int], there: Sequence[int]
) -> None:
    every = [asked_names(old[a]) for a in asking] + [asked_names(new[b]) for b in there]
    common = set[bytes].intersection(*every)
    was = {a: asked_names(old[a]) - common for a in asking}
    now = {b: asked_names(new[b]) - common for b in there}
    for a in asking:
        b = pairs.get(a, -1)
        if not was[a] or (b >= 0 and (b not in now or was[a] & now[b])):
            continue
        back = {there: here for here, there in pairs.items()}
        free = [
            each
            for each in there
            if was[a] & now[each] and ((here := back.get(each, -1)) < 0 or (here in was and not was[here] & now[each]))
        ]
        if len(free) == 1:
            _change_over(old, new, pairs, a, free[0], back.get(free[0], -1))


def _change_over(old: Sequence[Piece], new: Sequence[Piece], pairs: dict[int, int], a: int, b: int, other: int) -> None:
    """The one that it was taken for goes to whose this was, where all of these hold the same in the same arms, and what they hold is taken
    for nothing else."""
    left = pairs.get(a, -1)
    mine, theirs = [each for each in (a, other) if each >= 0], [each for each in (b, left) if each >= 0]
    shapes = [_shape(old, each) for each in mine] + [_shape(new, each) for each in theirs]
    size = len(shapes[0]) + 1
    olds, news = ({at for each in places for at in range(each, each + size)} for places in (mine, theirs))
    if any(each != shapes[0] for each in shapes) or any((x in olds) != (y in news) for x, y in pairs.items()):
        return
    for each in olds:
        pairs.pop(each, None)
    pairs.update({a + n: b + n for n in range(size)})
    if other >= 0 and left >= 0:
        pairs.update({other + n: left + n for n in range(size)})


def _shape(pieces: Sequence[Piece], at: int) -> list[tuple[object, ...]]:
    return [(each.words, each.kind, each.role, each.parent - at) for each in _held(pieces, at)]


def _held(pieces: Sequence[Piece], at: int) -> Sequence[Piece]:
    """All that stands under it, in the order of the text."""
    end = at + 1
    while end < len(pieces) and pieces[end].parent >= at:
        end += 1
    return pieces[at + 1 : end]
