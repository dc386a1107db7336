"""How wide a layered drawing becomes: rows of things with widths, lines between them.

As dagre does it, in short: an edge that passes rows takes a little room in each, rows are sorted by where their neighbours
stand, and everything is moved under its neighbours as far as order and room allow.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final

from ...model.record import NamedTuple

_SWEEPS: Final = 6


class Thing(NamedTuple):
    row: int
    width: float


def width(things: Sequence[Thing], lines: Sequence[tuple[int, int]], apart: float) -> float:
    """lines: from a thing to one of the row below it."""
    above: list[list[int]] = [[] for _ in things]
    below: list[list[int]] = [[] for _ in things]
    for upper, lower in lines:
        below[upper].append(lower)
        above[lower].append(upper)
    rows: list[list[int]] = [[] for _ in range(max(thing.row for thing in things) + 1)]
    for at, thing in enumerate(things):
        rows[thing.row].append(at)
    centre = [0.0] * len(things)
    for row in rows:
        _sorted(row, above, centre, things, apart)
    for sweep in range(_SWEEPS):
        upward = sweep % 2 == 0
        for row in rows[::-1] if upward else rows:
            if sweep < _SWEEPS - 2:
                _sorted(row, below if upward else above, centre, things, apart)
            else:
                _placed(row, below if upward else above, centre, things, apart)
    left = min(x - thing.width / 2 for x, thing in zip(centre, things, strict=True))
    return max(x + thing.width / 2 for x, thing in zip(centre, things, strict=True)) - left


def _wish(neighbours: Sequence[Sequence[int]], centre: Sequence[float]) -> Callable[[int], float]:
    def wish(at: int) -> float:
        found = neighbours[at]
        return sum(centre[other] for other in found) / len(found) if found else centre[at]

    return wish


def _sorted(row: list[int], neighbours: Sequence[Sequence[int]], centre: list[float], things: Sequence[Thing], apart: float) -> None:
    wish = _wish(neighbours, centre)
    row.sort(key=wish)
    _placed(row, neighbours, centre, things, apart)


def _placed(row: Sequence[int], neighbours: Sequence[Sequence[int]], centre: list[float], things: Sequence[Thing], apart: float) -> None:
    """As near to the wishes as order and room allow: least squares, neighbours that push each other move as one."""
    wish = _wish(neighbours, centre)
    offset, offsets = 0.0, [0.0]
    for one, other in pairwise(row):
        offset += (things[one].width + things[other].width) / 2 + apart
        offsets.append(offset)
    blocks: list[tuple[float, float]] = []  # (mean, how many)
    for step, gone in zip(row, offsets, strict=True):
        mean, count = wish(step) - gone, 1.0
        while blocks and blocks[-1][0] > mean:
            before, more = blocks.pop()
            mean, count = (mean * count + before * more) / (count + more), count + more
        blocks.append((mean, count))
    placed = [mean for mean, count in blocks for _ in range(int(count))]
    for step, middle, gone in zip(row, placed, offsets, strict=True):
        centre[step] = middle + gone
