"""Each way out of a function with the one that it was.

Many say the same, as `return -1` does at every check. Where one of them is gone, those that stay are known by what is released before them;
else each would be held against its neighbour, and seem to have lost what that one released."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from .holding import HeldExit

_MOST: Final = 250_000  # comparisons


def paired(was: Sequence[HeldExit], now: Sequence[HeldExit]) -> Iterator[tuple[HeldExit | None, HeldExit]]:
    found = [(-1, -1), *_alike(was, now), (len(was), len(now))]
    for (a, c), (b, d) in pairwise(found):
        yield from [(was[a], now[c])] if c >= 0 else []
        between = was[a + 1 : b], now[c + 1 : d]
        same = len(between[0]) == len(between[1])
        yield from zip(between[0] if same else [None] * len(between[1]), between[1], strict=True)


def _alike(was: Sequence[HeldExit], now: Sequence[HeldExit]) -> list[tuple[int, int]]:
    """Positions of those of the same text, as many as there are in this order, and of these the ones before which the same is released."""
    was = was[: _MOST // max(1, len(now))]
    count = min(len(was), len(now)) + 1  # more than all the releases weigh together
    weight = [[0] * (len(now) + 1) for _ in range(len(was) + 1)]
    for a in reversed(range(len(was))):
        for b in reversed(range(len(now))):
            both = _weighed(was[a], now[b], count)
            weight[a][b] = max(weight[a + 1][b], weight[a][b + 1], both and both + weight[a + 1][b + 1])
    found, a, b = list[tuple[int, int]](), 0, 0
    while a < len(was) and b < len(now):
        both = _weighed(was[a], now[b], count)
        if both and weight[a][b] == both + weight[a + 1][b + 1]:
            found.append((a, b))
            a, b = a + 1, b + 1
        elif weight[a][b] == weight[a + 1][b]:
            a += 1
        else:
            b += 1
    return found


def _weighed(one: HeldExit, other: HeldExit, count: int) -> int:
    if one.text != other.text:
        return 0
    return count + (one.had - one.held == other.had - other.held)
