"""A tool ends when its time is over, what it waits for on a busy machine is no time of its own, and to ask costs little."""

from __future__ import annotations

import subprocess
import sys
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


def test_a_question_compiles_expressions_when_they_are_asked() -> None:
    """Of some three hundred that answering defines, a question uses a few."""
    script = (
        "import re, sys; real, met = re.compile, []\n"
        "def noted(text, flags=0):\n"
        "    met.append(sys._getframe(1).f_globals['__name__']); return real(text, flags)\n"
        "re.compile = noted\n"
        "import flowscout.cli.ask\n"
        "print([one for one in met if one.startswith(('flowscout.tools', 'flowscout.llm', 'flowscout.agents'))])"
    )
    shown = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert shown.strip() == "[]"
