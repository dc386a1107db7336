"""What is asked of one function is answered within it, with the functions that it makes: handlers, conditions, what it passes over."""

from __future__ import annotations

import pytest

from flowscout.tools.asking.answer import by_rules
from flowscout.tools.desk import Desk
from tools.shop import desk

PYTHON = b"""def walk(yard, on_error=None):
    def step(corner):
        try:
            return yard.list(corner)
        except OSError as exc:
            on_error(exc)

    return step(yard)


def read(lines):
    for line in lines:
        yield line


def skip_notes(lines):
    while lines[0].startswith("#"):
        if not lines.pop():
            raise ValueError("note without an end")
"""
C = b"""void on_child(int number) {
  /* the bell is rung again by default */
  ring_status = 1;
}

int main(void) {
  signal(SIGCHLD, on_child);
  restart();
  return 0;
}

void restart(void) {
  if (again)
    leave_yard();
}

void quit(void) {
  leave_yard();
}

static void leave_yard(void) { left = 1; }
"""


@pytest.fixture(scope="module")
def yard() -> Desk:
    return desk({"yard.py": PYTHON, "yard.c": C})


def test_a_handler_of_a_function_within_counts(yard: Desk) -> None:
    reply = by_rules(yard, "does walk swallow OSError?")
    assert reply.said[0].text == "walk.step catches: `except OSError as exc`"
    assert reply.note.startswith("I say neither yes nor no")


def test_another_function_that_passes_over_it_does_not_answer(yard: Desk) -> None:
    assert by_rules(yard, "does read ignore lines that start with '#'?").said == ()


def test_only_if_keeps_to_the_function_that_is_named_behind(yard: Desk) -> None:
    said = by_rules(yard, "is leave_yard called only if again is true in restart?").said
    assert [line.line for line in said] == [14]


def test_what_is_so_by_default_is_no_question_of_handlers(yard: Desk) -> None:
    assert by_rules(yard, "which signal is used to ring by default?").asked != "signals"


def test_whether_it_comes_back_is_told_by_its_ways(yard: Desk) -> None:
    here = desk(
        {
            "loop.c": b"void turn(void) {\n  for (;;)\n    step();\n}\n\nint stop(int n) {\n  if (n)\n    return 1;\n  return 0;\n}\n"
        }
    )
    assert by_rules(here, "does turn ever return?").said[0].text == "No: no way through turn comes to its end"
    assert by_rules(here, "does stop ever return?").said[0].text == "Yes: stop returns 1, when `n`"


def test_words_alone_that_leave_a_thing_out_are_no_answer() -> None:
    text = b'void begin(void) {\n  if (start_thread(&bell) < 0)\n    warn("could not create the bell thread");\n}\n'
    reply = by_rules(desk({"bell.c": text}), "what happens when the bell thread of the kitchen cannot be created?")
    assert reply.said == ()
