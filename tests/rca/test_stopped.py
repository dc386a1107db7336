"""A log whose last word tells of a failure; phases of a runner; what a message names as its cause and as its place."""

from __future__ import annotations

import pytest

from flowscout.rca.diagnosis import WELL, diagnosed
from flowscout.rca.formats import extractor
from flowscout.rca.rank.telling import speaks, telling
from flowscout.rca.source import of_bytes
from rca.test_consoles import first
from rca.test_nobodys import JOB

TESTED = "============================== 2 passed in 0.22s ===============================\n"
TAKEN = "denied: the shelf till/tea does not exist; making it needs the right to do so\n"


def told(log: str) -> tuple[str, list[int]]:
    found = diagnosed(of_bytes(log.encode()), extractor(), str)
    return found.verdict, [each.line for each in found.findings]


@pytest.mark.parametrize("last", [TAKEN, TAKEN + "------\n\n", "ERROR: the shelf is not there\n"])
def test_a_log_whose_last_word_tells_of_a_failure_failed_though_a_tool_went_well_before(last: str) -> None:
    assert told(TESTED + "packing\n" * 9 + last) == ("failed", [11])


@pytest.mark.parametrize(
    "last", ["warning: no shelf was found, using the counter\n", "retrying, the shelf was not found\n", "closing\n"]
)
def test_a_mild_last_word_says_nothing_against_a_success(last: str) -> None:
    assert diagnosed(of_bytes((TESTED + TAKEN + last).encode()), extractor(), str).cause.startswith(WELL.format(1))


def test_what_was_said_before_the_last_success_is_no_cause_of_what_came_after() -> None:
    assert told("ERROR: no tea in the shop\n" + TESTED + "packing\n" * 9 + TAKEN) == ("failed", [12])


def test_what_is_passed_on_or_tried_too_often_has_not_passed() -> None:
    assert telling("ERROR! No argument passed to till") >= 2
    assert telling("ERROR: the shelf is locked: retry budget exhausted") >= 2
    assert telling("ERROR: the shelf is locked, retry in 3 s") < 1
    assert not speaks("13 tests passed, none failed")


CONTAINER = "[Container] 2026/02/24 19:44:{:02} {}\n"
PHASES = (
    CONTAINER.format(1, "Running command till --open")
    + "error: failed to start the daemon: till.pid is there, and not removed\n"
    + CONTAINER.format(2, "Phase complete: INSTALL State: SUCCEEDED")
    + CONTAINER.format(2, "Entering phase BUILD")
    + CONTAINER.format(3, "Running command till --sum")
    + "the sum could not be found\n"
    + CONTAINER.format(4, "Command did not exit successfully till --sum exit status 1")
    + CONTAINER.format(4, "Phase complete: BUILD State: FAILED")
    + CONTAINER.format(
        4, "Phase context status code: COMMAND_EXECUTION_ERROR Message: Error while executing command: till"
    )
)


def test_the_command_of_a_phase_that_failed_holds_the_cause() -> None:
    assert told(PHASES)[1][0] == 6


def test_what_is_followed_by_its_cause_is_none() -> None:
    log = " ERROR: Failed to open the till\n ERROR:   caused by @shop/till.qml[4:5]: no drawer\n ERROR:   caused by @shop/drawer.qml[112:9]: no property named coin\n"
    assert first(JOB.format(log))[1:3] == ("@shop/drawer.qml", 112)


def test_a_file_of_the_checkout_that_a_message_names_is_its_place() -> None:
    log = "ERROR: failed to parse the manifest at `/github/workspace/till/Shop.toml`, near its end\n"
    assert first(JOB.format(log))[1:3] == ("/github/workspace/till/Shop.toml", 0)


def test_a_name_in_quotes_and_a_number_are_a_place() -> None:
    log = "Error-[SE] Syntax error\n  Following source has a syntax error :\n  \"till\", 15: token is 'always'\n  always @(open) begin\n        ^\n\n1 error\n"
    assert first(JOB.format(log))[1:3] == ("till", 15)
