"""A block beside one that begins alike: `{ Row r; r.put(1); … }` put before `{ Row r; r.put(2); … }` is the new one, though both open with `Row r`.

Which of two that ask the same, or nothing, is the old one is said by all that they hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Final

from ..pieces.keyed import Key, key_of
from ..pieces.nesting import inside
from ..pieces.pieces import Piece

_MOST: Final = 64  # that wait for one; of more the nearest are looked at
_HOLDING: Final = frozenset(("If", "Loop", "With", "Block", "Try"))


def slide(old: Sequence[Piece], new: Sequence[Piece], pairs: dict[int, int]) -> None:
    """Pairs again, with what they hold, those that another one of the same words and place holds more of."""
    back = {b: a for a, b in pairs.items()}
    free: dict[tuple[Key, int, str], list[int]] = {}
    for b, piece in enumerate(new):
        if b not in back and piece.kind in _HOLDING:
            free.setdefault((key_of(piece), piece.parent, piece.role), []).append(b)
    holds = cache(lambda at: Counter(_inner(new, at)))
    for a, b in sorted(pairs.items()) if free else ():
        waiting = free.get((key_of(new[b]), new[b].parent, new[b].role), [])
        if key_of(old[a]) != key_of(new[b]) or not waiting:
            continue
        mine = Counter(_inner(old, a))
        near = waiting if len(waiting) <= _MOST else sorted(sorted(waiting, key=lambda each: abs(each - b))[:_MOST])
        held = {each: sum((mine & holds(each)).values()) for each in (b, *near)}
        best = max(near, key=lambda each: held[each])
        if held[best] > held[b]:
            _along(old, new, pairs, (a, b), best)
            waiting[waiting.index(best)] = b


def _along(old: Sequence[Piece], new: Sequence[Piece], pairs: dict[int, int], pair: tuple[int, int], best: int) -> None:
    a, b = pair
    pairs[a] = best
    taken = set(pairs.values())
    free: dict[Key, list[int]] = {}
    for at in inside(new, best):
        if at not in taken:
            free.setdefault(key_of(new[at]), []).append(at)
    left = {*inside(new, b)}
    for at in inside(old, a):
        if pairs.get(at, -1) in left:
            same = free.get(key_of(old[at]))
            if same:
                pairs[at] = same.pop(0)
            else:
                del pairs[at]


def _inner(pieces: Sequence[Piece], at: int) -> list[Key]:
    return [key_of(pieces[each]) for each in inside(pieces, at)]
