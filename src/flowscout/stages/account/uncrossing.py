"""Changed pieces of one arm that were paired crosswise: in their order where they are as like as that.

`contact->GetA()->wake(); contact->GetB()->wake();` became `a->wake(); b->wake();`: nothing of the words says which is which, so what stood
first stands first, and no order has changed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from .pieces import Piece

_MOST: Final = 24  # pairs of one arm that are looked at


def uncross(old: Sequence[Piece], new: Sequence[Piece], pairs: dict[int, int]) -> None:
    arms: dict[tuple[int, int, str, str], list[int]] = {}
    for a, b in sorted(pairs.items()):
        one, other = old[a], new[b]
        if a and one.kind == other.kind and one.role == other.role and one.words != other.words:
            arms.setdefault((one.parent, other.parent, one.role, one.kind), []).append(a)
    for members in arms.values():
        if len(members) <= _MOST:
            _in_order(old, new, pairs, members)


def _in_order(old: Sequence[Piece], new: Sequence[Piece], pairs: dict[int, int], members: Sequence[int]) -> None:
    for at, a in enumerate(members):
        for other in members[at + 1 :]:
            b, c = pairs[a], pairs[other]
            if b > c and _like(old[a], new[c]) + _like(old[other], new[b]) >= _like(old[a], new[b]) + _like(
                old[other], new[c]
            ):
                pairs[a], pairs[other] = c, b


def _like(one: Piece, other: Piece) -> int:
    return (Counter(one.words) & Counter(other.words)).total()
