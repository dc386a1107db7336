"""A defect of ours in the Action: the comment is still there and says what is missing; nothing of the report is a command."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hub.double import Double
from hub.stage import CHANGED, Stage, commands_heard

FILES = {
    "store.py": CHANGED,
    "trip.py": "def trip(x):\n    if x:\n        return '\\n::set-env name=X::y'\n    return 2\n",
}


@pytest.fixture
def tripping(monkeypatch: pytest.MonkeyPatch, borders: None) -> None:
    import flowscout.stages.actions as room

    sound = room.actions

    def actions(bound: Any, *rest: Any) -> Any:
        if b"trip(" in bound.text:
            raise IndexError("tuple index out of range\n::add-mask::forged")
        return sound(bound, *rest)

    monkeypatch.setattr(room, "actions", actions)


def test_the_comment_says_how_many_functions_could_not_be_compared(
    stage: Stage, double: Double, tripping: None
) -> None:
    stage.push(FILES)
    stage.checkout()
    ran = stage.act("pull_request", stage.pull_request(), [])
    assert ran.code == 0
    (comment,) = double.bodies(1)
    assert "1 function could not be compared: a defect of flowscout" in comment
    assert "Store.forget" in comment
    assert "IndexError" not in comment
    assert "IndexError: tuple index out of range" in ran.out
    assert set(commands_heard(ran.out)) <= {"add-mask", "notice", "warning"}
    assert "forged" not in [line for line in ran.out.split("\n") if line.startswith("::warning")]


def test_a_command_on_it_is_answered(stage: Stage, double: Double, tripping: None) -> None:
    stage.push(FILES)
    stage.checkout("main")
    ran = stage.act("issue_comment", stage.comment("/flowchart trip"), [])
    assert ran.code == 0
    assert "Could not be drawn" in double.bodies(1)[-1]


def test_commands_stay_stopped_while_a_report_is_printed(
    stage: Stage, double: Double, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What no border holds ends the run, and its message may quote anybody."""
    import flowscout.entrypoints.action.review as room

    def fails(*_: object, **__: object) -> None:
        raise RuntimeError("no such thing\n::add-mask::forged\n##[error]forged")

    monkeypatch.setattr(room, "reviewed", fails)
    stage.push(FILES)
    stage.checkout()
    ran = stage.act("pull_request", stage.pull_request(), [])
    assert ran.code == 3
    assert "RuntimeError: no such thing" in ran.out
    assert commands_heard(ran.out).count("add-mask") == 1  # the token's
    assert commands_heard(ran.out).count("error") == 1  # ours
    assert str(Path.home()) not in ran.out


def test_the_idiom_that_ended_every_run_is_drawn(stage: Stage, double: Double) -> None:
    stage.push({"store.py": CHANGED, "a.c": 'int handle(int x) { if (x) { _("m"); return f(x); } return 2; }\n'})
    stage.checkout()
    ran = stage.run("pull_request", stage.pull_request())
    assert ran.code == 0
    assert len(double.bodies(1)) == 1
