"""Two long texts, each with what differs alone."""

from __future__ import annotations

import pytest

from flowscout.words.narrowing import narrowed


def nested(depth: int, given: str) -> str:
    return "".join(f"g{at}(" for at in range(depth)) + given + ")" * depth


def test_calls_within_calls_are_narrowed_to_what_differs() -> None:
    assert narrowed(nested(6, "timeout=3, " + "a" * 80), nested(6, "timeout=5, " + "a" * 80), 40) == (
        "g0(g1(g2(g3(g4(g5(timeout=3, …))))))",
        "g0(g1(g2(g3(g4(g5(timeout=5, …))))))",
    )


@pytest.mark.parametrize("depth", [40, 500])
def test_what_is_nested_deeply_is_left_as_it_is(depth: int) -> None:
    assert narrowed(nested(depth, "a"), nested(depth, "b"), 400) is None
