"""From one node to another, by their numbers."""

from __future__ import annotations

from ....model.record import NamedTuple


class Edge(NamedTuple):
    """width, height: of its label, 0 without one."""

    tail: int
    head: int
    width: float = 0.0
    height: float = 0.0
