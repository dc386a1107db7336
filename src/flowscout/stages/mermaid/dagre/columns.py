"""Where nodes stand within their rows: four alignments, each leaning to one corner, and the middle of them.

A *block* is a column of nodes that are each the median neighbour of the next; an edge between two points of long edges
wins over whatever crosses it. Blocks are pushed together from one side, then apart again as far as there is room.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from ....model.record import NamedTuple

Rows = Sequence[Sequence[int]]


class Alignment(NamedTuple):
    """rows: as they are gone through. root: the first node of each node's block. mirrored: they are pushed to the right."""

    rows: Rows
    root: Sequence[int]
    mirrored: bool


def alignments(layers: Rows, count: int, real: int, links: Sequence[tuple[int, int]]) -> tuple[Alignment, ...]:
    """The four of them; how wide anything is does not matter. real: how many are nodes, the rest are points of edges."""
    above: list[list[int]] = [[] for _ in range(count)]
    below: list[list[int]] = [[] for _ in range(count)]
    for upper, lower in links:
        below[upper].append(lower)
        above[lower].append(upper)
    crossed = _crossed(layers, above, real)
    found: list[Alignment] = []
    for rows, neighbours in ((list(layers), above), (list(layers)[::-1], below)):
        for mirrored in (False, True):
            turned = [list(row)[::-1] for row in rows] if mirrored else rows
            found.append(Alignment(turned, _blocks(turned, neighbours, crossed), mirrored))
    return tuple(found)


def columns(
    aligned: Sequence[Alignment], widths: Sequence[float], real: int, beside: float, along: float
) -> list[float]:
    """x of each node."""

    def apart(one: int, other: int) -> float:
        return (
            widths[one] + widths[other] + (beside if one < real else along) + (beside if other < real else along)
        ) / 2

    found: list[list[float]] = []
    for rows, root, mirrored in aligned:
        x = _compact(rows, root, apart)
        found.append([-at for at in x] if mirrored else x)
    return _balanced(found, widths)


def _crossed(layers: Rows, above: Sequence[Sequence[int]], real: int) -> set[tuple[int, int]]:
    """Edges that cross one between two points."""
    place = {node: at for layer in layers for at, node in enumerate(layer)}
    found = set[tuple[int, int]]()
    for before, layer in pairwise(layers):
        left = scanned = 0
        for at, node in enumerate(layer):
            inner = next((other for other in above[node] if other >= real), None) if node >= real else None
            if inner is None and at < len(layer) - 1:
                continue
            right = len(before) if inner is None else place[inner]
            for each in layer[scanned : at + 1]:
                found.update(
                    (other, each)
                    for other in above[each]
                    if not left <= place[other] <= right and not (other >= real and each >= real)
                )
            scanned, left = at + 1, right
    return found


def _blocks(layers: Rows, neighbours: Sequence[Sequence[int]], crossed: set[tuple[int, int]]) -> list[int]:
    """The first node of each node's block."""
    place = {node: at for layer in layers for at, node in enumerate(layer)}
    root = list(range(len(neighbours)))
    align = list(range(len(neighbours)))
    for layer in layers:
        last = -1
        for node in layer:
            near = sorted(neighbours[node], key=place.__getitem__)
            for at in range((len(near) - 1) // 2, len(near) // 2 + 1) if near else ():
                other = near[at]
                if (
                    align[node] == node
                    and last < place[other]
                    and (other, node) not in crossed
                    and (node, other) not in crossed
                ):
                    align[other] = node
                    align[node] = root[node] = root[other]
                    last = place[other]
    return root


def _compact(layers: Rows, root: Sequence[int], apart: Callable[[int, int], float]) -> list[float]:
    """As far left as the neighbours allow, then as far right as they leave room."""
    gaps: dict[int, dict[int, float]] = {}
    before: dict[int, dict[int, float]] = {}
    for layer in layers:
        for one, other in pairwise(layer):
            here, there = root[one], root[other]
            gap = max(apart(one, other), gaps.setdefault(here, {}).get(there, 0.0))
            gaps[here][there] = before.setdefault(there, {})[here] = gap
    order = _sorted({root[node]: None for layer in layers for node in layer}, gaps, before)
    x = [0.0] * len(root)
    for block in order:
        x[block] = max((x[other] + gap for other, gap in before.get(block, {}).items()), default=0.0)
    for block in reversed(order):
        if after := gaps.get(block):
            x[block] = max(x[block], min(x[other] - gap for other, gap in after.items()))
    return [x[first] for first in root]


def _sorted(
    blocks: dict[int, None], gaps: dict[int, dict[int, float]], before: dict[int, dict[int, float]]
) -> list[int]:
    """From left to right."""
    waits = {block: len(before.get(block, ())) for block in blocks}
    order = [block for block in blocks if not waits[block]]
    for block in order:
        for other in gaps.get(block, ()):
            waits[other] -= 1
            if not waits[other]:
                order.append(other)
    return order + [block for block in blocks if waits[block] > 0]


def _balanced(found: Sequence[list[float]], widths: Sequence[float]) -> list[float]:
    """Moved to the edges of the narrowest; then the mean of the two in the middle."""

    def wide(x: Sequence[float]) -> float:
        return max(at + width / 2 for at, width in zip(x, widths, strict=True)) - min(
            at - width / 2 for at, width in zip(x, widths, strict=True)
        )

    narrow = min(found, key=wide)
    left, right = min(narrow), max(narrow)
    moved = []
    for number, x in enumerate(found):
        shift = (left - min(x) if number % 2 == 0 else right - max(x)) if x is not narrow else 0.0
        moved.append([at + shift for at in x])
    return [sum(sorted(each)[1:3]) / 2 for each in zip(*moved, strict=True)]
