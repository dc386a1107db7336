"""Containers that run side by side, programs that were started again, and those that go on: who ended badly is asked, and nobody else."""

from __future__ import annotations

import pytest

from rca.test_consoles import first
from rca.test_ends import told

UP = "Attaching to db-1, web-1\n"
WORK = "".join(f"db-1  | checkpoint {n} complete: wrote {'a ' * n}buffers\n" for n in range(20))
DRAWN = "".join(f"drawer {n} counted and closed\n" for n in range(20))
STARTED = "Running from: /srv/till/till.jar\n"
ASKED = "The till has to be set up. A first key is required, an owner was created\n"


def test_a_container_that_goes_on_was_not_ended_by_what_it_lacked() -> None:
    lacks = "naming to docker.io/till/web done\n" + UP + "db-1  | sh: locale: not found\n"
    assert told(lacks + WORK).verdict == ""
    assert told(lacks + "db-1 exited with code 127\n").findings[0].type == "command_not_found"


def test_of_two_containers_the_one_that_ended_badly_is_asked() -> None:
    log = UP + "db-1  | ERROR: relation coins is not there\n" + "web-1  | ValueError: no coin is left\n" + WORK
    assert first(log + "web-1 exited with code 1\n" + WORK)[3] == "no coin is left"
    assert first(log + "db-1 exited with code 1\n")[3] == "relation coins is not there"


@pytest.mark.parametrize("code", [0, 143])
def test_a_container_that_was_told_to_end_has_not_failed(code: int) -> None:
    assert told(UP + WORK + f"db-1 exited with code {code}\nweb-1  | open\n").verdict == ""
    assert (
        told(UP + WORK + "Gracefully stopping... (press Ctrl+C again to force)\ndb-1 exited with code 2\n").verdict
        == ""
    )


def test_lines_of_one_container_are_read_past_those_of_another() -> None:
    log = (
        UP
        + "web-1  | src/till.ts:3:5\ndb-1  | ready\nweb-1  | error TS2304: Cannot find name 'coin'.\nweb-1 exited with code 2\n"
    )
    assert "Cannot find name 'coin'" in told(log).findings[0].message


def test_what_stopped_a_program_did_not_where_the_log_shows_it_started_again() -> None:
    run = STARTED + DRAWN + "ERROR: the port is taken\n"
    assert told(run).findings[0].line == 22
    assert told(run + STARTED + DRAWN).verdict == ""
    assert told(run + run).findings[0].line == 44


@pytest.mark.parametrize("head", ["", "till.c: In function 'sum':\n"])
def test_an_error_of_a_compiler_counts_in_every_run(head: str) -> None:
    error = "till.c:7:3: error: 'coin' undeclared (first use in this function)\n"
    assert told((head or STARTED) + error + DRAWN + (head or STARTED) + DRAWN).findings[0].line == 2


def test_a_program_that_ends_in_its_own_entries_lacks_nothing_that_it_did_not_mark() -> None:
    entries = "2026-01-02 10:00:01 INFO till opened\n2026-01-02 10:00:02 INFO drawer counted\n"
    assert told(ASKED + "\n" * 12 + entries).verdict == ""
    assert told("\n" * 12 + ASKED).findings[0].line == 13
    assert told("ERROR: no coin is left\n" + entries).findings[0].message == "no coin is left"


def test_a_runner_marks_what_a_package_of_a_workspace_prints() -> None:
    log = "Scope: 2 of 3 workspace projects\napps/till typecheck$ tsc --noEmit\n##[error]apps/till typecheck: src/coin.ts(7,3): error TS2345: No coin.\n"
    assert first(log) == ("tsc", "src/coin.ts", 7, "No coin.")


def test_of_two_that_say_the_same_the_first_is_told_however_short_it_is() -> None:
    log = '#9 1.20 Segmentation fault\n#9 1.30 ninja: build stopped: subcommand failed.\n#9 ERROR: process "/bin/sh -c ninja" did not complete\n------\n1.20 Segmentation fault\n1.30 ninja: build stopped: subcommand failed.\n------\n'
    assert told(log).findings[0].line == 1
