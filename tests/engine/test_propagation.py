"""Propagation over a changed graph ends where a clean evaluation ends, and stops where nothing differs."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping

import pytest

from engine.plain_fixpoint import gather
from flowscout.engine.propagation import Propagation, propagate, regroup
from flowscout.engine.scc import components

Arrows = dict[int, frozenset[int]]
Sets = dict[int, frozenset[int]]


class Net:
    """A graph of integers with the cycles of an earlier one."""

    def __init__(self, now: Arrows, before: Arrows) -> None:
        self.now = now
        self.old = {
            m: frozenset(c) if len(c) > 1 else frozenset[int]()
            for c in components(sorted(before), lambda n: sorted(before[n]))
            for m in c
        }

    def successors(self, key: int, /) -> Collection[int]:
        return self.now[key]

    def predecessors(self, key: int, /) -> Collection[int]:
        return [n for n, targets in self.now.items() if key in targets]

    def cycle(self, key: int, /) -> frozenset[int]:
        return frozenset(m for m in self.old.get(key, frozenset()) if m in self.now)


def clean(arrows: Arrows, own: Sets) -> Sets:
    done: Sets = {}
    for component in components(sorted(arrows), lambda n: sorted(arrows[n])):
        done |= gather(component, own.__getitem__, lambda n, table: {a for s in arrows[n] for a in table[s]}, done)
    return done


def update(before: Arrows, own_before: Sets, now: Arrows, own_now: Sets) -> Propagation[int, frozenset[int]]:
    old = clean(before, own_before)
    rewired = [n for n in now if before.get(n) != now[n]]
    dirty = [n for n in now if own_before.get(n) != own_now[n]]

    def evaluate(component: tuple[int, ...], fresh: Mapping[int, frozenset[int]]) -> Mapping[int, frozenset[int]]:
        known = {k: v for k, v in {**old, **fresh}.items() if k not in component}
        return gather(component, own_now.__getitem__, lambda n, table: {a for s in now[n] for a in table[s]}, known)

    return propagate(dirty, rewired, Net(now, before), evaluate, old.get)


@pytest.mark.parametrize("seed", range(300))
def test_any_change_ends_where_a_clean_evaluation_ends(seed: int) -> None:
    rng = random.Random(seed)
    size = rng.randrange(3, 12)
    before = {n: frozenset(rng.sample(range(size), rng.randrange(min(3, size)))) for n in range(size)}
    own = {n: frozenset(rng.sample(range(100), rng.randrange(2))) for n in range(size)}
    now, own_now = dict(before), dict(own)
    for _ in range(rng.randrange(1, 4)):
        node = rng.randrange(size)
        if rng.random() < 0.6:
            now[node] = frozenset(rng.sample(range(size), rng.randrange(min(3, size))))
        else:
            own_now[node] = frozenset(rng.sample(range(100), 1))

    done = update(before, own, now, own_now)

    old = clean(before, own)
    assert {**old, **done.values} == clean(now, own_now)
    assert done.changed == {n for n, value in done.values.items() if value != old.get(n)}, "what came back is no change"
    cycles = {
        m: frozenset(c) if len(c) > 1 else frozenset[int]()
        for c in components(sorted(now), lambda n: sorted(now[n]))
        for m in c
    }
    assert {n: done.cycles[n] for n in done.cycles} == {n: cycles[n] for n in done.cycles}


def test_a_value_that_comes_out_as_before_wakes_nobody() -> None:
    arrows: Arrows = {0: frozenset({1}), 1: frozenset({2, 3}), 2: frozenset(), 3: frozenset()}
    own: Sets = {0: frozenset({7}), 1: frozenset(), 2: frozenset({5}), 3: frozenset({5, 6})}

    done = update(arrows, own, arrows, {**own, 2: frozenset({6})})

    assert (done.changed, done.backdated, set(done.values)) == ({2}, {1}, {1, 2})


def test_a_value_that_comes_back_has_not_changed() -> None:
    """0 loses its own 7 and is looked at first; then 2, two steps below, brings it again."""
    arrows = {0: frozenset({1}), 1: frozenset({2}), 2: frozenset[int]()}
    none, seven = frozenset[int](), frozenset({7})

    done = update(arrows, {0: seven, 1: none, 2: none}, arrows, {0: none, 1: none, 2: seven})

    assert (done.values[0], done.changed) == (seven, {1, 2})


def test_an_atom_that_only_a_cycle_kept_alive_dies_with_its_source() -> None:
    arrows: Arrows = {0: frozenset({1}), 1: frozenset({0, 2}), 2: frozenset()}
    own: Sets = {0: frozenset(), 1: frozenset(), 2: frozenset({9})}

    done = update(arrows, own, arrows, {**own, 2: frozenset()})

    assert done.values == {0: frozenset(), 1: frozenset(), 2: frozenset()}


def test_what_fell_out_of_a_cycle_is_evaluated_again_for_its_value_may_tell_of_the_cycle() -> None:
    """0 and 1 led to each other; now 0 leads nowhere. Only 1's value says whether it is in a cycle."""
    before: Arrows = {0: frozenset({1}), 1: frozenset({0})}
    now: Arrows = {0: frozenset(), 1: frozenset({0})}
    done = propagate([], [0], Net(now, before), lambda part, _: {n: n * len(part) for n in part}, {0: 0, 1: 2}.get)

    assert done.values == {0: 0, 1: 1}


def test_each_is_evaluated_once_what_it_leads_to_before_it() -> None:
    arrows: Arrows = {n: frozenset({n + 1} if n < 9 else ()) for n in range(10)}
    order: list[int] = []

    def evaluate(component: tuple[int, ...], _: Mapping[int, int]) -> Mapping[int, int]:
        order.extend(component)
        return dict.fromkeys(component, 1)

    propagate(range(10), [], Net(arrows, arrows), evaluate, lambda _: None)

    assert order == [9, 8, 7, 6, 5, 4, 3, 2, 1, 0]


def test_a_node_that_nobody_leads_to_is_known_to_be_alone_at_once() -> None:
    """However much is below it: of two searches the one that ends first decides."""
    arrows: Arrows = {n: frozenset({n + 1} if n < 999 else ()) for n in range(1000)}
    net = Net(arrows, arrows)
    asked: list[int] = []
    net.successors = lambda key: asked.append(key) or arrows[key]  # type: ignore[method-assign,func-returns-value]

    propagate([], [0], net, lambda component, _: dict.fromkeys(component, 1), dict.fromkeys(arrows, 1).get)

    assert set(asked) <= {0, 1}


def test_a_store_that_lies_about_its_cycles_is_answered_all_the_same() -> None:
    arrows: Arrows = {0: frozenset({1}), 1: frozenset({0})}

    done = propagate([0, 1], [], Net(arrows, {}), lambda component, _: dict.fromkeys(component, 1), lambda _: None)

    assert done.values == {0: 1, 1: 1}


@pytest.mark.parametrize("seed", range(100))
def test_one_walk_finds_the_components_that_a_search_from_each_finds(seed: int) -> None:
    rng = random.Random(f"walk {seed}")
    size = rng.randrange(3, 14)
    before = {n: frozenset(rng.sample(range(size), rng.randrange(min(3, size)))) for n in range(size)}
    now = {n: frozenset(rng.sample(range(size), rng.randrange(min(3, size)))) if rng.random() < 0.5 else targets for n, targets in before.items()}  # fmt: skip
    rewired = [n for n in now if before[n] != now[n]]
    assert regroup(rewired, Net(now, before), many=-1) == regroup(rewired, Net(now, before), many=size)
