"""What a question says is what is answered: another process, an invalid value, a thing that one of that name is given, an address that is handed on."""

from __future__ import annotations

import pytest

from flowscout.tools.asking.answer import by_rules
from flowscout.tools.desk import Desk
from tools.shop import desk

ROUTES = b"""struct Service {
  void answer(int line);
  bool route(int line, int way);
  void find(int line);
};

bool Service::route(int line, int way) { return line == way; }

void Service::find(int line) {
  each(ways, bind(&Service::route, this, line));
}

void Service::answer(int line) { find(line); }
"""
TAKEN = b"""int take(int *ring) { return ring[0]; }
"""
TESTED = b"""void
cttest_take()
{
  int ring[1] = {0};
  take(ring);
}
"""
PYTHON = b"""import sys


class YardError(ValueError):
    pass


class GateError(YardError):
    pass



def leave():
    sys.exit(2)


def end_child(child, patience):
    if child.poll() is None:
        child.kill()


def wipe(*ways):
    for way in ways:
        if not isinstance(way, Way):
            raise TypeError(way)
        way.gone()


def kept(way):
    if not way.exists():
        raise ValueError("way is gone")


def within(span, grace=None):
    if grace is None:
        grace = 60
    return span < grace
"""


@pytest.fixture(scope="module")
def yard() -> Desk:
    return desk({"yard.py": PYTHON, "route.cc": ROUTES, "ring.c": TAKEN, "testring.c": TESTED})


def test_another_process_is_not_the_program(yard: Desk) -> None:
    said = by_rules(yard, "which functions kill a process?").said
    assert not any("leaves the program" in line.text for line in said)
    assert "leaves the program" in by_rules(yard, "which functions end the process?").said[0].text


def test_what_is_missing_is_not_invalid(yard: Desk) -> None:
    assert by_rules(yard, "what does within do with an invalid grace?").said == ()
    assert by_rules(yard, "what does within do when grace is missing?").said[0].line == 36


def test_what_one_is_given_is_not_asked_of_others(yard: Desk) -> None:
    assert by_rules(yard, "what happens when wipe gets something that is not a way?").asked != "conceived"


def test_a_way_goes_on_through_an_address_that_is_handed_on(yard: Desk) -> None:
    reply = by_rules(yard, "how is route reached from answer?")
    assert [line.line for line in reply.said] == [13, 10]
    assert reply.said[-1].text == "Service::find takes the address `&Service::route` and hands it on"
    assert reply.note.startswith("No call of it is found")
    assert by_rules(yard, "does answer reach route?").said[0].text.startswith("It may: ")


def test_a_test_that_its_file_says_too_is_found_with_the_line_of_its_call(yard: Desk) -> None:
    said = by_rules(yard, "which tests exercise take?").said
    assert [(line.path, line.line) for line in said] == [("testring.c", 5)]


def test_whether_one_type_is_another_is_told_by_what_it_derives_from(yard: Desk) -> None:
    assert by_rules(yard, "is GateError a YardError?").said[0].text == "Yes: GateError derives from YardError"
    assert by_rules(yard, "is YardError a KeyError?").said[0].text == "No: YardError derives from ValueError"
    assert by_rules(yard, "Is GateError a kind of ValueError?").said[0].text.startswith("Yes, through others: ")
    assert by_rules(yard, "is YardError a Singleton?").said == ()
