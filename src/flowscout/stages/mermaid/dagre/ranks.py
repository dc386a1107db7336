"""Rows for nodes, by the network simplex: a spanning tree of edges that are as short as they may be is improved until
no edge of it, cut, would let a longer one shrink."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

Pair: TypeAlias = tuple[int, int]
_LONG: Final = 2  # rows that an edge goes down: its label stands in between
_MOST: Final = 400  # exchanges; charts take some ten


def turned(count: int, pairs: Sequence[Pair]) -> list[tuple[int, int, int]]:
    """(its number, tail, head) of each edge. Edges back to a node that the search is still below are turned round, and
    come last, as they were found."""
    after: list[list[int]] = [[] for _ in range(count)]
    for at, (tail, _) in enumerate(pairs):
        after[tail].append(at)
    back, seen, open_ = dict[int, None](), set[int](), set[int]()
    for start in range(count):
        if start in seen:
            continue
        seen.add(start)
        open_.add(start)
        waiting: list[tuple[int, Iterator[int]]] = [(start, iter(after[start]))]
        while waiting:
            node, ways = waiting[-1]
            for at in ways:
                head = pairs[at][1]
                if head in open_:
                    back[at] = None
                elif head not in seen:
                    seen.add(head)
                    open_.add(head)
                    waiting.append((head, iter(after[head])))
                    break
            else:
                open_.discard(node)
                waiting.pop()
    kept = [(at, tail, head) for at, (tail, head) in enumerate(pairs) if at not in back]
    return kept + [(at, pairs[at][1], pairs[at][0]) for at in back]


def ranked(count: int, pairs: Sequence[Pair]) -> list[int]:
    """The row of each node, from 0. A root above all of them holds the graph together."""
    weights = dict.fromkeys(pairs, 0)
    for pair in pairs:
        weights[pair] += 1
    lengths = dict.fromkeys(weights, _LONG)
    for node in range(count):
        weights[count, node] = 0
        lengths[count, node] = 1
    found = _Simplex(count + 1, weights, lengths).solved()
    top = min(found[:count])
    return [rank - top for rank in found[:count]]


class _Simplex:
    """The last node is the root."""

    def __init__(self, count: int, weights: dict[Pair, int], lengths: dict[Pair, int]) -> None:
        self._count, self._weights, self._lengths = count, weights, lengths
        self._edges = list(weights)
        self._at: list[list[Pair]] = [[] for _ in range(count)]
        for tail, head in self._edges:
            self._at[head].append((tail, head))
        for tail, head in self._edges:
            self._at[tail].append((tail, head))
        self.rank = self._longest()
        self._tree: dict[int, dict[int, None]] = {}
        self._parent = [-1] * count
        self._low, self._limit, self._order = [0] * count, [0] * count, list[int]()
        self._cut: dict[Pair, int] = {}

    def _longest(self) -> list[int]:
        """As low as the way to the end allows."""
        after: list[list[Pair]] = [[] for _ in range(self._count)]
        waits = [0] * self._count
        before: list[list[Pair]] = [[] for _ in range(self._count)]
        for pair in self._edges:
            after[pair[0]].append(pair)
            before[pair[1]].append(pair)
            waits[pair[0]] += 1
        ready = [node for node in range(self._count) if not waits[node]]
        rank = [0] * self._count
        while ready:
            node = ready.pop()
            rank[node] = min((rank[head] - self._lengths[tail, head] for tail, head in after[node]), default=0)
            for tail, _ in before[node]:
                waits[tail] -= 1
                if not waits[tail]:
                    ready.append(tail)
        return rank

    def _slack(self, pair: Pair) -> int:
        return self.rank[pair[1]] - self.rank[pair[0]] - self._lengths[pair]

    def solved(self) -> list[int]:
        self._grow()
        self._measure()
        for _ in range(_MOST):
            leaving = next((pair for pair, cut in self._cut.items() if cut < 0), None)
            if leaving is None:
                break
            self._exchange(leaving, self._entering(leaving))
        return self.rank

    def _grow(self) -> None:
        """A tree of edges without slack, shifted towards the nearest node outside until it holds all."""
        tree = self._tree = {0: {}}
        while True:
            for start in list(tree):
                waiting = [(start, iter(self._at[start]))]
                while waiting:
                    node, ways = waiting[-1]
                    for pair in ways:
                        other = pair[0] + pair[1] - node
                        if other not in tree and not self._slack(pair):
                            tree[other] = {}
                            self._join(pair)
                            waiting.append((other, iter(self._at[other])))
                            break
                    else:
                        waiting.pop()
            if len(tree) == self._count:
                return
            near = min((pair for pair in self._edges if (pair[0] in tree) != (pair[1] in tree)), key=self._slack)
            shift = self._slack(near) if near[0] in tree else -self._slack(near)
            for node in tree:
                self.rank[node] += shift

    def _join(self, pair: Pair) -> None:
        self._cut[pair] = 0
        self._tree[pair[0]][pair[1]] = self._tree[pair[1]][pair[0]] = None

    def _measure(self) -> None:
        """Numbers in postorder, so that who is below whom is a comparison; and what each edge of the tree, cut, would
        save."""
        parent, low, limit, order = self._parent, self._low, self._limit, self._order
        order.clear()
        parent[0], number = -1, 1
        low[0] = 1
        waiting = [(0, iter(self._tree[0]))]
        while waiting:
            node, ways = waiting[-1]
            for other in ways:
                if other != parent[node]:
                    parent[other], low[other] = node, number
                    waiting.append((other, iter(self._tree[other])))
                    break
            else:
                limit[node] = number
                number += 1
                order.append(node)
                waiting.pop()
        by_child = [0] * self._count
        for child in order[:-1]:
            above = parent[child]
            tail = (child, above) in self._weights
            value = self._weights[(child, above) if tail else (above, child)]
            for pair in self._at[child]:
                other = pair[0] + pair[1] - child
                if other == above:
                    continue
                ahead = (pair[0] == child) == tail
                value += self._weights[pair] if ahead else -self._weights[pair]
                if parent[other] == child and other in self._tree[child]:
                    value += -by_child[other] if ahead else by_child[other]
            by_child[child] = value
            self._cut[(child, above) if tail else (above, child)] = value

    def _entering(self, leaving: Pair) -> Pair:
        tail, head = leaving
        flip = self._limit[tail] > self._limit[head]
        part = head if flip else tail
        low, limit = self._low[part], self._limit[part]
        inside = [low <= each <= limit for each in self._limit]
        found = [pair for pair in self._edges if inside[pair[0]] == flip and inside[pair[1]] != flip]
        return min(found, key=self._slack)

    def _exchange(self, leaving: Pair, entering: Pair) -> None:
        one, other = leaving
        del self._tree[one][other], self._tree[other][one], self._cut[leaving]
        self._join(entering)
        self._measure()
        for child in reversed(self._order[:-1]):
            above = self._parent[child]
            length = self._lengths.get((above, child))
            self.rank[child] = (
                self.rank[above] + length if length is not None else self.rank[above] - self._lengths[child, above]
            )
