"""What keeps its order: a longest run of values that rise."""

from __future__ import annotations

import random
from itertools import combinations

from flowscout.engine.rising import longest_rising


def test_what_stays_in_order_is_a_longest_run_that_rises() -> None:
    assert longest_rising([]) == set()
    assert longest_rising([7]) == {0}
    assert longest_rising([0, 2, 3, 1]) == {0, 1, 2}, "the last one went up"
    assert longest_rising([3, 0, 1, 2]) == {1, 2, 3}, "the first one went down"
    assert longest_rising([4, 5, 0, 1, 2]) == {2, 3, 4}
    assert len(longest_rising([3, 2, 1, 0])) == 1


def test_it_is_as_long_as_trying_all_finds() -> None:
    chance = random.Random(7)
    for _ in range(200):
        values = chance.sample(range(20), chance.randrange(8))
        stayed = [values[at] for at in sorted(longest_rising(values))]
        rising = [
            run for many in range(len(values) + 1) for run in combinations(values, many) if list(run) == sorted(run)
        ]
        assert stayed == sorted(stayed)
        assert len(stayed) == max(map(len, rising))
