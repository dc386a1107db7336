"""What a sentence may say of one of several calls, where nothing in it tells them apart."""

from __future__ import annotations

import pytest

from flowscout.stages.summarise.clauses import DOES, LEAVES, Clause
from flowscout.stages.summarise.composing import composed


@pytest.mark.parametrize(
    ("phrase", "calls", "told"),
    [
        ("call `body(…)`", 1, "Calls `body(…)` where used is not 0."),
        ("call `body(…)`", 2, "Calls `body(…)` also where used is not 0."),
        ("call `body(own, 64)`", 2, "Calls `body(own, 64)` where used is not 0."),
    ],
)
def test_a_call_that_stands_elsewhere_too_does_not_hang_on_one_condition(phrase: str, calls: int, told: str) -> None:
    assert composed([Clause(DOES, phrase, 5, "where used is not 0", at=1)], [], {"body": calls}) == told


def test_what_stands_between_two_ways_out_is_not_done_before_both() -> None:
    where = "where name is not set"
    calls = Clause(DOES, "call `report(name)`", 5, where, at=5)

    def leaves(*ways: int) -> Clause:
        return Clause(LEAVES, "return `-1`", 3, where, ways=ways)

    told = "Calls `report(name)` and returns `-1` where name is not set."
    assert composed([calls, leaves(9)], [], {"report": 1}) == told
    apart = "Calls `report(name)` where name is not set; returns `-1` where name is not set."
    assert composed([calls, leaves(3, 9)], [], {"report": 1}) == apart
