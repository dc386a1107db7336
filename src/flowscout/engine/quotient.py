"""Parts of a graph in the place of their members: whoever led to a member leads to its part."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import TypeVar

Key = TypeVar("Key", bound=Hashable)


def leaving(
    nodes: Sequence[Key], successors: Callable[[Key], Sequence[Key]], part_of: Mapping[Key, Key]
) -> dict[Key, list[tuple[Key, int, Key]]]:
    """Of each part, in the order of its first member: (member that leaves, which of its ways, part it leads to)."""
    found: dict[Key, list[tuple[Key, int, Key]]] = {}
    for node in nodes:
        here = part_of.get(node, node)
        ways = found.setdefault(here, [])
        for at, target in enumerate(successors(node)):
            there = part_of.get(target, target)
            if there != here or node not in part_of:
                ways.append((node, at, there))
    return found
