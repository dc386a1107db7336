"""Shortest ways of many starts to one goal, each node looked at once however many starts ask.

The first way to a goal is looked for from its start alone. A later start explores what no earlier start has seen, and
stops where the distance is known. The distances of the new nodes then spread backwards from there, nearest first: a
node reaches nothing that was not explored from it, so they are final.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from heapq import heapify, heappop, heappush
from typing import TypeVar

Key = TypeVar("Key", bound=str)
NO_WAY = -1
NEAR = 1_000  # nodes that are looked at for one way


def route(
    start: Key,
    goal: Key,
    successors: Callable[[Key], Sequence[Key]],
    known: dict[Key, int],
    on_way: Callable[[Key], bool],
) -> tuple[Key, ...]:
    """Keys from start to goal, each but the first `on_way`: the shortest way, of equal ones the first by the order of
    successors; () when there is none. known: distances to this goal that earlier calls found; more are added."""
    known.setdefault(goal, 0)

    def steps(key: Key) -> Sequence[Key]:
        return [step for step in successors(key) if step in known or on_way(step)]

    if len(known) == 1 and (near := _near(start, goal, steps)):  # who asks once need not know of all
        known.update((key, far) for far, key in enumerate(reversed(near)))
        return near
    _spread(start, steps, known)
    way, here = [start], start
    while known[here] > 0:
        here = next(step for step in successors(here) if known.get(step) == known[here] - 1)
        way.append(here)
    return tuple(way) if known[here] == 0 else ()


def _near(start: Key, goal: Key, successors: Callable[[Key], Sequence[Key]]) -> tuple[Key, ...]:
    """The same way where few lie nearer to the start than the goal does, else (). Each node is first met by the first of
    its shortest ways."""
    came: dict[Key, Key] = {start: start}
    queue = deque([start])
    while queue and len(came) < NEAR:
        here = queue.popleft()
        for step in successors(here):
            if step not in came:
                came[step] = here
                queue.append(step)
        if goal in came:
            way = [goal]
            while way[-1] != start:
                way.append(came[way[-1]])
            return tuple(reversed(way))
    return ()


def _spread(start: Key, successors: Callable[[Key], Sequence[Key]], known: dict[Key, int]) -> None:
    if start in known:
        return
    new, todo = {start}, [start]
    before: dict[Key, list[Key]] = {}
    edge: list[tuple[int, Key]] = []
    while todo:
        here = todo.pop()
        for step in successors(here):
            if step not in known:
                before.setdefault(step, []).append(here)
                if step not in new:
                    new.add(step)
                    todo.append(step)
            elif known[step] != NO_WAY:
                edge.append((known[step] + 1, here))
    heapify(edge)
    while edge:
        far, here = heappop(edge)
        if here not in known:
            known[here] = far
            for origin in before.get(here, ()):
                heappush(edge, (far + 1, origin))
    for left in new:
        known.setdefault(left, NO_WAY)
