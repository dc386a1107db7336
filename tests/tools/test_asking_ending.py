"""What is done where something fails: in a `finally`, in a handler, under the condition that says so; else nothing is claimed."""

from __future__ import annotations

import pytest

from flowscout.tools.asking.answer import by_rules
from flowscout.tools.desk import Desk
from tools.shop import desk

PYTHON = b"""def serve(door, lamp):
    bell = lamp.ring(3)
    try:
        wait(door)
    finally:
        if bell:
            bell.cancel()


def fetch(pool, cleanup):
    seat = pool.take()
    try:
        cleanup(seat)
    except KeyError as e:
        warn(e)
        seat = None
    except OSError:
        pool.give_back(seat)
        raise
    pool.close(seat)


def bare(pool):
    load(pool)
    pool.close()
"""
C = b"""int accept_guest(int door) {
  int guest = open_door(door);
  if (guest > 99) {
    close(guest);
    return -1;
  }
  if (!greet(guest)) {
    return -1;
  }
  if (count_guests() > 3) {
    close(guest);
    return -1;
  }
  return guest;
}
"""


@pytest.fixture(scope="module")
def hall() -> Desk:
    return desk({"hall.py": PYTHON, "door.c": C})


def told(here: Desk, question: str) -> list[str]:
    return [f"{line.text} ({line.path}:{line.line})" for line in by_rules(here, question).said]


def test_a_finally_runs_whatever_is_raised(hall: Desk) -> None:
    assert told(hall, "Is the bell cancelled even if serve raises?") == [
        "Yes: serve: `bell.cancel()`, in a `finally`, when `bell` (hall.py:7)"
    ]


def test_what_is_not_named_so_is_told_without_a_yes(hall: Desk) -> None:
    reply = by_rules(hall, "Is the alarm cancelled when serve fails?")
    assert [line.text for line in reply.said] == ["serve: `bell.cancel()`, in a `finally`, when `bell`"]
    assert reply.note == "I do not see whether what is asked for is meant; where serve does so whatever is raised."


def test_what_stands_in_no_finally_is_told_as_that(hall: Desk) -> None:
    assert told(hall, "Does bare close the pool on failure?") == [
        "Not that I see: bare does so in no `finally` and in no handler; what it calls, and a `with`, I do not follow (hall.py:23)",
        "bare: `pool.close()` (hall.py:25)",
    ]


def test_what_a_call_raises_comes_to_the_handlers_around_it(hall: Desk) -> None:
    assert told(hall, "What happens when cleanup raises in fetch?") == [
        "fetch catches: `except KeyError as e` (hall.py:14)",
        "then: Set seat to None (hall.py:16)",
        "fetch catches: `except OSError` (hall.py:17)",
        "then: pool.give_back(seat) (hall.py:18)",
        "then: Re-raise (hall.py:19)",
    ]


def test_of_an_error_by_name_only_its_handler_is_told(hall: Desk) -> None:
    assert told(hall, "What happens when cleanup raises OSError in fetch?") == [
        "fetch catches: `except OSError` (hall.py:17)",
        "then: pool.give_back(seat) (hall.py:18)",
        "then: Re-raise (hall.py:19)",
    ]


def test_what_nothing_is_around_leaves_the_function(hall: Desk) -> None:
    assert told(hall, "What happens if load fails in bare?") == [
        "Nothing in bare handles what `load` raises there: it leaves it (hall.py:23)",
        "it is called in bare (hall.py:24)",
    ]


def test_what_is_done_before_or_under_the_other_answer_is_not_done_then(hall: Desk) -> None:
    assert told(hall, "Does accept_guest close the guest if greet fails?") == [
        "No, not then: accept_guest: `close(guest)`, when `guest > 99` (door.c:4)",
        "No, not then: accept_guest: `close(guest)`, when `count_guests() > 3`, unless `guest > 99` or `!greet(guest)` (door.c:11)",
        "accept_guest: `greet(guest)` fails where `!greet(guest)` (door.c:7)",
        "then returns `-1` (door.c:8)",
    ]
