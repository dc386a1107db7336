"""The order within each row: barycentres of the row above, then of the row below, as long as crossings become fewer."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Sequence
from typing import Final

_PATIENCE: Final = 4  # sweeps without a better order


def sorted_rows(rows: Sequence[int], links: Sequence[tuple[int, int]]) -> list[list[int]]:
    """rows: of each node; links: from a row to the next one."""
    above: list[list[int]] = [[] for _ in rows]
    below: list[list[int]] = [[] for _ in rows]
    for upper, lower in links:
        below[upper].append(lower)
        above[lower].append(upper)
    own: list[list[int]] = [[] for _ in range(max(rows) + 1)]
    for node, row in enumerate(rows):
        own[row].append(node)
    layers = _first(rows, below, len(own))
    place = [0] * len(rows)
    _put(layers, place)
    best, fewest, idle, sweep = layers, -1, 0, 0
    while idle < _PATIENCE:
        down = sweep % 2 == 1
        layers = list(layers)
        for row in range(1, len(own)) if down else range(len(own) - 2, -1, -1):
            layers[row] = _by_neighbours(own[row], above if down else below, place, sweep % 4 >= 2)
            for at, node in enumerate(layers[row]):
                place[node] = at
        crossings = sum(_crossings(layer, below, place) for layer in layers[:-1])
        idle += 1
        if fewest < 0 or crossings < fewest:
            best, fewest, idle = layers, crossings, 1
        sweep += 1
    return best


def _put(layers: Sequence[Sequence[int]], place: list[int]) -> None:
    for layer in layers:
        for at, node in enumerate(layer):
            place[node] = at


def _first(rows: Sequence[int], below: Sequence[Sequence[int]], count: int) -> list[list[int]]:
    """As a search from the top meets them."""
    layers: list[list[int]] = [[] for _ in range(count)]
    seen = set[int]()
    for start in sorted(range(len(rows)), key=rows.__getitem__):
        waiting = [start]
        while waiting:
            node = waiting.pop()
            if node not in seen:
                seen.add(node)
                layers[rows[node]].append(node)
                waiting += reversed(below[node])
    return layers


def _by_neighbours(
    own: Sequence[int], neighbours: Sequence[Sequence[int]], place: Sequence[int], right: bool
) -> list[int]:
    """Who has no neighbour there keeps its number. right: of equal ones the later comes first."""
    wishes = [
        (sum(place[other] for other in neighbours[node]) / len(neighbours[node]), -at if right else at, node)
        for at, node in enumerate(own)
        if neighbours[node]
    ]
    free = [(at, node) for at, node in enumerate(own) if not neighbours[node]][::-1]
    found: list[int] = []

    def settle() -> None:
        while free and free[-1][0] <= len(found):
            found.append(free.pop()[1])

    settle()
    for _, _, node in sorted(wishes):
        found.append(node)
        settle()
    return found


def _crossings(layer: Sequence[int], below: Sequence[Sequence[int]], place: Sequence[int]) -> int:
    ends: list[int] = []
    crossed = 0
    for node in layer:
        for at in sorted(place[other] for other in below[node]):
            crossed += len(ends) - bisect_left(ends, at + 1)
            insort(ends, at)
    return crossed
