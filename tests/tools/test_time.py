"""A tool ends when its time is over, and what it waits for on a busy machine is no time of its own."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest

from flowscout.tools.answering import answer
from flowscout.tools.contract import Arguments, Data, Tool
from flowscout.tools.desk import Desk
from tools.shop import desk


class Nothing(Arguments):
    pass


class Small(Data):
    said: str = "done"


@pytest.fixture(scope="module")
def shop() -> Desk:
    return desk()


def _made(run: Callable[[Desk, Any], Any]) -> Tool:
    return Tool("made_up", Nothing, Small, run)


def test_a_tool_ends_when_its_time_is_over(shop: Desk) -> None:
    ticks = []

    def forever(desk: Desk, arguments: Any) -> Small:
        while True:
            ticks.append(1)

    begun = time.monotonic()
    assert answer(_made(forever), {}, shop, 0.2)["error"]["code"] == "TOOL_TIMEOUT"
    assert time.monotonic() - begun < 2
    count = len(ticks)
    time.sleep(0.05)
    assert len(ticks) == count, "it does not go on behind our back"


@pytest.mark.parametrize(("spent", "done"), [(0.15, True), (0.0, False), (9.0, False)])
def test_a_busy_machine_is_not_held_against_a_tool_that_works(
    shop: Desk, monkeypatch: pytest.MonkeyPatch, spent: float, done: bool
) -> None:
    """spent: of the processor, when its time is over: some of it, none because it waits, or all."""
    clock = iter([0.0])
    monkeypatch.setattr(time, "process_time", lambda: next(clock, spent))

    def long(desk: Desk, arguments: Any) -> Small:
        time.sleep(0.5)
        return Small()

    assert answer(_made(long), {}, shop, 0.3)["success"] is done
