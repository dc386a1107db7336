"""Strongly connected components, leaves first.

Tarjan's algorithm (R. Tarjan, Depth-first search and linear graph algorithms, 1972) without recursion. It emits a
component after every component it leads to, which is the order a bottom-up analysis wants. Roots are taken in the order
given and successors in theirs, so equal input gives equal output.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

Key = TypeVar("Key")


def components(roots: Iterable[Key], successors: Callable[[Key], Sequence[Key]]) -> Iterator[tuple[Key, ...]]:
    """Components of everything reachable from the roots; members in the order they were met last to first."""
    number: dict[Key, int] = {}
    low: dict[Key, int] = {}
    open_: set[Key] = set()
    stack: list[Key] = []
    for root in roots:
        if root in number:
            continue
        work: list[tuple[Key, Iterator[Key]]] = [_enter(root, number, low, open_, stack, successors)]
        while work:
            node, rest = work[-1]
            for successor in rest:
                if successor not in number:
                    work.append(_enter(successor, number, low, open_, stack, successors))
                    break
                if successor in open_:
                    low[node] = min(low[node], number[successor])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == number[node]:
                    yield _leave(node, open_, stack)


def _enter(
    node: Key,
    number: dict[Key, int],
    low: dict[Key, int],
    open_: set[Key],
    stack: list[Key],
    successors: Callable[[Key], Sequence[Key]],
) -> tuple[Key, Iterator[Key]]:
    number[node] = low[node] = len(number)
    open_.add(node)
    stack.append(node)
    return node, iter(successors(node))


def _leave(node: Key, open_: set[Key], stack: list[Key]) -> tuple[Key, ...]:
    members: list[Key] = []
    while not members or members[-1] != node:
        members.append(stack.pop())
    open_.difference_update(members)
    return tuple(members)
