"""A block beside one that begins alike: `{ Row r; r.put(1); … }` put before `{ Row r; r.put(2); … }` is the new one, though both open with `Row r`.

Which of two that ask the same, or nothing, is the old one is said by all that they hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from ....model.alignment import matching
from ..pieces.keyed import Key, key_of
from ..pieces.nesting import inside
from ..pieces.pieces import Piece

_MOST: Final = 64  # that wait for one; of more the nearest are looked at
_TESTED: Final = frozenset(("If", "Loop", "With"))
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


def stay_in_their_arms(old: Sequence[Piece], new: Sequence[Piece], pairs: dict[int, int]) -> None:
    """A block is no other arm's that reads now as it did, where one stands in its own arm and both hold what they held.

    if (a) for (; *r;) f();                    if (a) for (;;) f();
    else for (; *r; r += n) g();     ->        else for (; *r;) g();
    """
    moved = [(a, b) for a, b in sorted(pairs.items()) if old[a].kind in _TESTED and _leaves_its_arm(old, new, pairs, a)]
    if not moved:
        return
    back = {b: a for a, b in pairs.items()}
    was, now = _tested(old, pairs), _tested(new, back)
    for a, b in moved:
        home, there = (pairs[old[a].parent], old[a].role), (back.get(new[b].parent, -1), new[b].role)
        stayed, came = (side.get((*arm, old[a].kind), []) for side, arm in ((now, home), (was, there)))
        if len(stayed) == len(came) == 1 and _hold_the_same(old, new, ((a, stayed[0]), (came[0], b))):
            _pair_within(old, new, pairs, ((a, stayed[0]), (came[0], b)))
            stayed.clear()
            came.clear()


def _leaves_its_arm(old: Sequence[Piece], new: Sequence[Piece], pairs: Mapping[int, int], a: int) -> bool:
    one, other = old[a], new[pairs[a]]
    return one.parent in pairs and (pairs[one.parent], one.role) != (other.parent, other.role)


def _tested(pieces: Sequence[Piece], known: Mapping[int, int]) -> dict[tuple[int, str, str], list[int]]:
    """Those that nothing is known of, by where they stand."""
    found: dict[tuple[int, str, str], list[int]] = {}
    for at, piece in enumerate(pieces):
        if at not in known and piece.kind in _TESTED:
            found.setdefault((piece.parent, piece.role, piece.kind), []).append(at)
    return found


def _hold_the_same(old: Sequence[Piece], new: Sequence[Piece], both: tuple[tuple[int, int], tuple[int, int]]) -> bool:
    """Whether either holds something of what it held, and no less than the other one does."""
    (a, c), (d, b) = both
    held = {at: Counter(_inner(old, at)) for at in (a, d)}
    holds = {at: Counter(_inner(new, at)) for at in (b, c)}
    own, crossed = (held[a] & holds[c], held[d] & holds[b]), (held[a] & holds[b], held[d] & holds[c])
    return all(own) and sum(each.total() for each in own) >= sum(each.total() for each in crossed)


def _pair_within(
    old: Sequence[Piece], new: Sequence[Piece], pairs: dict[int, int], both: Sequence[tuple[int, int]]
) -> None:
    left = {each for a, _ in both for each in (a, *inside(old, a))}
    right = {each for _, b in both for each in (b, *inside(new, b))}
    for at in left:
        if pairs.get(at, -1) in right:
            del pairs[at]
    taken = {*pairs.values()}
    for a, b in both:
        mine = [at for at in inside(old, a) if at not in pairs]
        others = [at for at in inside(new, b) if at not in taken]
        pairs[a] = b
        for x, y, size in matching([key_of(old[at]) for at in mine], [key_of(new[at]) for at in others]):
            pairs.update(zip(mine[x : x + size], others[y : y + size], strict=True))
