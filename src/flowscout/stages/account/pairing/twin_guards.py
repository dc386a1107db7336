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
        held = [piece.words for piece in _held(old, a)]
        free = [
            each
            for each in there
            if was[a] & now[each] and [piece.words for piece in _held(new, each)] == held
            if (here := back.get(each, -1)) < 0
            or (here in was and not was[here] & now[each] and len(_held(old, here)) == len(held))
        ]
        if len(free) == 1:
            _change_over(old, new, pairs, a, free[0], back.get(free[0], -1))


def _change_over(old: Sequence[Piece], new: Sequence[Piece], pairs: dict[int, int], a: int, b: int, other: int) -> None:
    """The one that it was taken for goes to whose this was."""
    size = len(_held(old, a)) + 1
    left = [pairs.pop(a + n, -1) for n in range(size)]
    for n in range(size if other >= 0 else 0):
        pairs.pop(other + n, -1)
        if left[n] >= 0:
            pairs[other + n] = left[n]
    pairs.update({a + n: b + n for n in range(size)})


def _held(pieces: Sequence[Piece], at: int) -> Sequence[Piece]:
    """All that stands under it, in the order of the text."""
    end = at + 1
    while end < len(pieces) and pieces[end].parent >= at:
        end += 1
    return pieces[at + 1 : end]
