"""Ways to a goal, asked for from one start after another, are those that a plain breadth-first search finds."""

from __future__ import annotations

import random
from collections import deque

from flowscout.engine.routes import NEAR, route

Arrows = dict[str, list[str]]


def anywhere(_: str) -> bool:
    return True


def plain(start: str, goal: str, arrows: Arrows) -> tuple[str, ...]:
    came, queue = {start: ""}, deque([start])
    while queue:
        here = queue.popleft()
        if here == goal:
            way = [here]
            while came[way[-1]]:
                way.append(came[way[-1]])
            return tuple(reversed(way))
        for step in arrows[here]:
            if step not in came:
                came[step] = here
                queue.append(step)
    return ()


def test_the_first_of_the_shortest_ways() -> None:
    arrows: Arrows = {"a": ["c", "b"], "b": ["goal"], "c": ["goal"], "goal": []}

    assert route("a", "goal", arrows.__getitem__, {}, anywhere) == ("a", "c", "goal")


def test_a_way_keeps_to_what_is_wanted() -> None:
    arrows: Arrows = {"a": ["b", "c"], "b": ["goal"], "c": ["goal"], "goal": []}

    assert route("a", "goal", arrows.__getitem__, {}, lambda step: step != "b") == ("a", "c", "goal")


def test_any_order_of_starts_finds_what_a_search_from_each_finds() -> None:
    for seed in range(300):
        rng = random.Random(seed)
        names = [chr(97 + n) for n in range(rng.randrange(2, 14))]
        arrows = {name: rng.sample(names, rng.randrange(min(4, len(names)))) for name in names}
        known: dict[str, int] = {}
        for start in rng.sample(names, len(names)):
            assert route(start, names[0], arrows.__getitem__, known, anywhere) == plain(start, names[0], arrows), (
                seed,
                start,
            )


def test_each_node_is_asked_for_once_while_it_is_new() -> None:
    asked: list[str] = []
    chain = {str(n): [str(n + 1)] if n < 5000 else [] for n in range(5001)}

    def successors(here: str) -> list[str]:
        asked.append(here)
        return chain[here]

    known: dict[str, int] = {}
    route("0", "5000", successors, known, anywhere)
    explored = len(asked)
    assert route("0", "5000", successors, known, anywhere)[-1] == "5000"

    assert explored <= 2 * 5000 + NEAR
    assert len(asked) - explored == 5000


def test_a_way_that_was_found_is_known_to_those_who_stand_on_it() -> None:
    """Whoever asks from a place on it walks it, and looks into no side road again."""
    asked: list[str] = []
    road = {str(n): [f"{n} left", f"{n} right", str(n + 1)] for n in range(100)}
    sides = {side: [] for steps in road.values() for side in steps[:2]}
    arrows: Arrows = road | sides | {"100": []}

    def successors(here: str) -> list[str]:
        asked.append(here)
        return arrows[here]

    known: dict[str, int] = {}
    route("0", "100", successors, known, anywhere)
    asked.clear()
    assert route("40", "100", successors, known, anywhere) == tuple(str(n) for n in range(40, 101))
    assert asked == [str(n) for n in range(40, 100)]


def test_who_stands_at_the_goal_is_there() -> None:
    arrows: Arrows = {"goal": ["a"], "a": ["goal"]}

    assert route("goal", "goal", arrows.__getitem__, {}, anywhere) == ("goal",)
