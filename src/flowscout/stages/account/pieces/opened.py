"""Blocks of their own, as pieces that what stands in them stands under."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence

from .cutting import Span

BLOCK = "Block"


def opened(spans: Sequence[Span], blocks: Iterable[tuple[int, int]]) -> list[Span]:
    """With each such block as a piece before the first of those in it. Spans are numbered as they came, then blocks, until all have
    their places: a function may have thousands of both."""
    found, parents = [*spans], [span.parent for span in spans]
    order, starts = list(range(len(spans))), [span.start for span in spans]
    in_order = starts[1:] == sorted(starts[1:])
    for start, end in sorted(blocks, key=lambda block: (block[0], -block[1])):
        some = range(bisect_left(starts, start, 1), bisect_right(starts, end, 1)) if in_order else range(1, len(order))
        inside = [at for at in some if start <= starts[at] and found[order[at]].end <= end]
        if not inside:
            continue
        first, number = inside[0], len(found)
        block = found[order[first]]._replace(kind=BLOCK, start=start, end=end, stmt=None)
        parent = parents[order[first]]
        for each in [order[at] for at in inside if parents[order[at]] == parent]:
            parents[each], found[each] = number, found[each]._replace(role="body")
        found.append(block)
        parents.append(parent)
        order.insert(first, number)
        starts.insert(first, start)
        in_order = in_order and (first == 1 or starts[first - 1] <= start)
    place = {number: at for at, number in enumerate(order)} | {-1: -1}
    return [found[number]._replace(parent=place[parents[number]]) for number in order]
