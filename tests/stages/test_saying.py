"""What a sentence may say of one of several calls, where nothing in it tells them apart."""

from __future__ import annotations

import pytest

from flowscout.stages.summarise.clauses import DOES, Clause
from flowscout.stages.summarise.saying import composed


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
