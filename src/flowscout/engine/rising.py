"""What stays in order of what was put in another."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence


def longest_rising(values: Sequence[int]) -> set[int]:
    """Positions of a longest rising subsequence (patience sorting)."""
    tails: list[int] = []
    ends: list[int] = []
    came: list[int] = []
    for position, value in enumerate(values):
        at = bisect_left(tails, value)
        came.append(ends[at - 1] if at else -1)
        tails[at : at + 1] = [value]
        ends[at : at + 1] = [position]
    chosen: set[int] = set()
    position = ends[-1] if ends else -1
    while position >= 0:
        chosen.add(position)
        position = came[position]
    return chosen
