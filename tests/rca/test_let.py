"""What was let fail is no verdict, and what ends a step, gives a value or wraps another is heard where nothing else is said."""

from __future__ import annotations

import time

import pytest

from flowscout.model.finding import RootCause
from flowscout.rca.diagnosis import diagnosed
from flowscout.rca.formats import extractor
from flowscout.rca.reading.prefixes import seen
from flowscout.rca.source import of_bytes

END = "##[error]Process completed with exit code 1.\n"


def told(log: str) -> RootCause:
    return diagnosed(of_bytes(log.encode()), extractor(), str)


@pytest.mark.parametrize(
    "log",
    [
        "Results: 3 passed, 2 failed (2 expected)\nBUILD SUCCESSFUL\n",
        "Total: 120 passed, 2 failed (allowed to fail)\nOK\n",
        "Summary: 6 passed, 1 failed, 39 skipped\nAll checks passed\nDone.\n",
        "Results: 3 passed, 1 failed\nRunning them again\nResults: 4 passed, 0 failed\n",
        "> Task :app:lint FAILED\n> Task :app:test\n\nScript ran successfully.\n",
        "make: *** [Makefile:5: lint] Error 1 (ignored)\nmake: *** [Makefile:5: lint] Erreur 1 (ignorée)\n",
    ],
)
def test_a_part_that_was_let_fail_is_no_verdict(log: str) -> None:
    found = told(log)
    assert (found.verdict, tuple(found.findings)) == ("", ())


def test_a_part_that_failed_before_all_went_well_is_told_with_it() -> None:
    said = told("> Task :app:lint FAILED\n> Task :app:test\n\nScript ran successfully.\n").cause
    assert said.endswith("Line 1 says that a run failed, line 4 that a later one went well.")


@pytest.mark.parametrize(
    ("log", "message"),
    [
        ("starting\nstep one ok\nopen_connection failed\n", "open_connection failed"),
        ("/usr/bin/till failed (1)\npour_tea failed\nsale failed (returned 2)\n", "/usr/bin/till failed (1)"),
        ("starting\n[core] error: bind_socket failed\n", "[core] error: bind_socket failed"),
        ("parse of till.cabal went wrong with ExitFailure 1\n", "parse of till.cabal went wrong with ExitFailure 1"),
        ("starting\nvalue of the region variable in config: undefined\n" + END, "value of the region variable in config: undefined"),
        ("starting\nstatus of the target host db: unknown\n" + END, "status of the target host db: unknown"),
        ("Forbidden license GPL found: YES - failed check\n" + END, "Forbidden license GPL found: YES - failed check"),
    ],
)  # fmt: skip
def test_what_ends_a_step_or_gives_a_value_is_heard_where_nothing_else_is_said(log: str, message: str) -> None:
    assert told(log).findings[0].message == message


def test_such_a_line_stands_back_behind_what_says_why() -> None:
    log = "region of the whole shop: unknown\ncannot open the till: no such file\nopen_till failed\n" + END
    assert told(log).findings[0].message == "cannot open the till: no such file"


CHAIN = "── Error ('test-till.R:23:3'): sums ─────────────────\nError in `purrr::map()`: In index: 1.\n"


@pytest.mark.parametrize(
    ("log", "message"),
    [
        (CHAIN + "Caused by error in `map()`:\n! In index: 1.\nCaused by error in `f()`:\n! no rate\n", "no rate"),
        (CHAIN + "Caused by error in `map()`:\nℹ In index: 1.\nCaused by error in `f()`:\n! no rate\n", "no rate"),
    ],
)
def test_the_last_of_a_chain_of_conditions_is_told(log: str, message: str) -> None:
    assert told(log + "Backtrace:\nError: Test failures\n").findings[0].message == message


def test_a_condition_of_the_next_test_is_no_cause_of_this_one() -> None:
    log = "── Failure ('test-a.R:5:3'): wraps ───────\nget(ring, 0) not equal to 4.\n"
    log += "── Warning ('test-b.R:9:3'): other ───────\nCaused by error in `g()`:\n! ignorable\n"
    assert all(one.message != "ignorable" for one in told(log).findings)


def test_containers_are_known_in_time_that_grows_with_the_lines() -> None:
    ended = "".join(f"till-{number} exited with code 0\n" for number in range(8_000))
    start = time.process_time()
    assert not seen(ended).compose
    assert seen(ended + "till-7999 | open\n").compose
    assert time.process_time() - start < 2
