"""Dominators against their definition, and nodes left out of a graph without losing or inventing a way."""

from __future__ import annotations

import random

import pytest

from flowscout.engine.contract import contract
from flowscout.engine.dominators import immediate_dominators, reverse_postorder


def graph(dice: random.Random) -> list[list[int]]:
    count = dice.randint(1, 9)
    return [dice.sample(range(count), dice.randint(0, min(3, count))) for _ in range(count)]


def reached(successors: list[list[int]], start: int, without: int = -1) -> set[int]:
    seen, stack = {start} - {without}, [start]
    while stack:
        here = stack.pop()
        fresh = (
            [target for target in successors[here] if target not in seen and target != without]
            if here != without
            else []
        )
        seen.update(fresh)
        stack += fresh
    return seen


def test_a_node_is_dominated_by_what_every_way_to_it_passes() -> None:
    dice = random.Random(3)
    for _ in range(2000):
        successors = graph(dice)
        parent = immediate_dominators(successors)
        for node in range(len(successors)):
            if node not in reached(successors, 0):
                assert parent[node] == -1
                continue
            above, here = {node}, node
            while parent[here] != here:
                here = parent[here]
                above.add(here)
            assert above == {
                other for other in reached(successors, 0) if other == node or node not in reached(successors, 0, other)
            }


def test_reverse_postorder_puts_a_node_before_what_it_leads_to_unless_they_are_in_a_cycle() -> None:
    dice = random.Random(4)
    for _ in range(500):
        successors = graph(dice)
        order = reverse_postorder(successors)
        place = {node: at for at, node in enumerate(order)}
        assert set(order) == reached(successors, 0)
        for node in order:
            for target in successors[node]:
                assert place[node] < place[target] or node in reached(successors, target)


@pytest.mark.parametrize("turned", [False, True], ids=["numbered downwards", "numbered upwards"])
def test_many_ways_into_one_node_take_linear_time(turned: bool) -> None:
    count = 30_000  # a chain of decisions, each with a branch of its own into the last node
    chain = [[at + 1, count + at] for at in range(count - 1)] + [[2 * count]]
    graph = [*chain, *[[2 * count] for _ in range(count)], []]
    last = 2 * count
    if turned:
        graph = [[last - to for to in ways] for ways in reversed(graph)]
    parent = immediate_dominators(graph, last if turned else 0)
    assert parent[0 if turned else last] == (last if turned else 0)


def test_what_stays_still_reaches_the_same_and_what_goes_leads_on_to_one() -> None:
    dice = random.Random(5)
    for _ in range(2000):
        successors = graph(dice)
        nodes = range(len(successors))
        going = {node for node in nodes if node and dice.random() < 0.5}
        on = contract(nodes, successors.__getitem__, going)
        assert set(on) <= going
        linked = [[to for s in successors[n] if (to := on.get(s, s)) is not None] for n in nodes]
        for node in nodes:
            if node not in on:
                kept = {other for other in reached(successors, node) if other not in on}
                assert {other for other in reached(linked, node) if other not in on} == kept
