"""Where Mermaid will place the steps of a drawing: its layout engine dagre, as far as charts need it.

Source: dagre-d3-es, `src/dagre/{acyclic,nesting-graph,rank,normalize,order,position}` and the papers it names (Gansner
et al., *A technique for drawing directed graphs*; Barth et al., *Bilayer cross counting*; Brandes and Köpf, *Fast and
simple horizontal coordinate assignment*). Ties are broken as it breaks them, for the width hangs on them: the order of
nodes and edges matters.

1. **ranks**    edges that close a circle are turned round; each node gets a row so that edges are short in all (`ranks`);
2. **rows**     an edge that passes rows has a point in each, its label in the middle one; rows are sorted to cross little (`rows`);
3. **columns**  long edges become straight and nodes stand near their neighbours (`columns`).

Subgraphs are not known here.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from ....model.record import NamedTuple
from .columns import Alignment, alignments, columns
from .edge import Edge as Edge
from .ranks import Pair, ranked, turned
from .rows import sorted_rows

_KEPT: Final = 64  # of the graphs met last: each is placed in several looks, and in several widths of its words


class DagreNode(NamedTuple):
    width: float
    height: float


class Rows(NamedTuple):
    """Which nodes share a row. sizes, of: of each node and, from number `real` on, of each point that a long edge has in
    a row it passes. links: from a row to the next."""

    sizes: list[DagreNode]
    of: list[int]
    links: list[tuple[int, int]]
    real: int

    def height(self, below: float) -> float:
        """below: pixels between rows."""
        highest = [0.0] * (max(self.of) + 1)
        for row, size in zip(self.of, self.sizes, strict=True):
            highest[row] = max(highest[row], size.height)
        return sum(highest) + below / 2 * (len(highest) - 1)

    def least_width(self, between: float) -> float:
        """Of the widest row, if nothing in it stands further apart than it must."""
        wide = [-between] * (max(self.of) + 1)
        for row, size in zip(self.of, self.sizes, strict=True):
            wide[row] += size.width + between
        return max(wide)


def rows(nodes: Sequence[DagreNode], edges: Sequence[Edge]) -> Rows:
    """No edge leads to its own tail."""
    rank, order = _ranks(len(nodes), tuple([(edge.tail, edge.head) for edge in edges]))
    sizes, of, links = list(nodes), list(rank), list[tuple[int, int]]()
    for at, tail, head in order:
        edge, last, middle = edges[at], tail, (rank[tail] + rank[head]) // 2
        for row in range(rank[tail] + 1, rank[head]):
            sizes.append(DagreNode(edge.width, edge.height) if row == middle else DagreNode(0.0, 0.0))
            of.append(row)
            links.append((last, len(sizes) - 1))
            last = len(sizes) - 1
        links.append((last, head))
    return Rows(sizes, of, links, len(nodes))


@lru_cache(maxsize=_KEPT)
def _ranks(count: int, ways: tuple[Pair, ...]) -> tuple[list[int], list[tuple[int, int, int]]]:
    """The row of each node; and each edge's number, with its ends as they lie. Neither hangs on how large anything is."""
    forward = turned(count, ways)
    return ranked(count, [(tail, head) for _, tail, head in forward]), forward


@lru_cache(maxsize=_KEPT)
def _aligned(of: tuple[int, ...], links: tuple[Pair, ...], real: int) -> tuple[Alignment, ...]:
    return alignments(sorted_rows(of, links), len(of), real, links)


def width(placed: Rows, beside: float, along: float) -> float:
    """beside, along: pixels between nodes of a row, between edges of a row."""
    aligned = _aligned(tuple(placed.of), tuple(placed.links), placed.real)
    x = columns(aligned, [size.width for size in placed.sizes], placed.real, beside, along)
    left = min(at - size.width / 2 for at, size in zip(x, placed.sizes, strict=True))
    return max(at + size.width / 2 for at, size in zip(x, placed.sizes, strict=True)) - left
