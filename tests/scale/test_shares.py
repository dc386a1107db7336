"""Work is divided in blocks of neighbours, and nothing is done twice or by nobody."""

from __future__ import annotations

import pytest

from flowscout.tasks.shares import share


@pytest.mark.parametrize("count", [0, 1, 2, 33, 1_000, 5_000])
@pytest.mark.parametrize("parts", [1, 2, 3, 16])
def test_every_item_is_in_one_share(count: int, parts: int) -> None:
    shares = [share(range(count), part, parts) for part in range(parts)]

    assert sorted(item for some in shares for item in some) == list(range(count))
    assert all(some == sorted(some) for some in shares)


def test_neighbours_stay_together_and_nobody_is_idle() -> None:
    first, second = (share(range(10_000), part, 2) for part in range(2))

    assert first[:64] == list(range(64))
    assert second[:64] == list(range(64, 128))
    assert abs(len(first) - len(second)) <= 64
