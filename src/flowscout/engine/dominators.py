"""Who must be passed on the way to whom: immediate dominators (Cooper, Harvey, Kennedy), iterative."""

from __future__ import annotations

from collections.abc import Sequence


def reverse_postorder(successors: Sequence[Sequence[int]], entry: int = 0) -> list[int]:
    """The reachable nodes; of several successors, the last one's part comes first."""
    seen, order = {entry}, []
    stack = [(entry, iter(successors[entry]))]
    while stack:
        node, rest = stack[-1]
        fresh = next((target for target in rest if target not in seen), None)
        if fresh is None:
            order.append(node)
            stack.pop()
        else:
            seen.add(fresh)
            stack.append((fresh, iter(successors[fresh])))
    return order[::-1]


def immediate_dominators(successors: Sequence[Sequence[int]], entry: int = 0) -> list[int]:
    """Of each node; the entry's own is itself, an unreachable node's is -1."""
    order = reverse_postorder(successors, entry)
    place = {node: at for at, node in enumerate(order)}
    predecessors: list[list[int]] = [[] for _ in successors]
    for node in order:
        for target in successors[node]:
            predecessors[target].append(node)
    dominator = [-1] * len(successors)
    dominator[entry] = entry
    changed = True
    while changed:
        changed = False
        for node in order[1:]:
            # The furthest down first: then each meeting climbs on from the last one, and not from the bottom again.
            known = sorted([p for p in predecessors[node] if dominator[p] >= 0], key=place.__getitem__, reverse=True)
            best = known[0]
            for other in known[1:]:
                best = _meet(best, other, dominator, place)
            if dominator[node] != best:
                dominator[node] = best
                changed = True
    return dominator


def _meet(one: int, other: int, dominator: Sequence[int], place: dict[int, int]) -> int:
    while one != other:
        while place[one] > place[other]:
            one = dominator[one]
        while place[other] > place[one]:
            other = dominator[other]
    return one
