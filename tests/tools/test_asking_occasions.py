"""When something is done that a function is there for, three steps in their order, whether an error is ever raised, and what a nested default is."""

from __future__ import annotations

import pytest

from flowscout.tools.asking.answer import by_rules
from flowscout.tools.desk import Desk
from tools.shop import desk

C = b"""struct ferry {
  int num_ropes;
  int rope_timeout;
  int speed;
  int deck;
  int bell;
};

void ferry_init(struct ferry *f) {
  char *s;
  f->rope_timeout = 45;
  f->num_ropes = 4;
  f->speed = 3;
  f->deck = 1;
  f->bell = 0;
  if ((s = look(f))) {
    f->deck = count(s);
    note(s);
    keep(s);
    drop(s);
    turn(s);
    wave(s);
    hail(s);
  }
}

/* Save the log of the crossing. */
void log_save(struct ferry *f) {
  int fd = open(f, 1);
  if (fd == -1)
    return;
  write(fd, f, 4);
}

int cross(struct ferry *f, int late) {
  say(f, "CAST %d", 1);
  if (late)
    say(f, "HURRY");
  say(f, "MOOR");
  if (f->speed > 9)
    log_save(f);
  return 1;
}

int row(struct ferry *f, int fds) {
  if (!ready(f, fds)) {
    int timeout = f->last + f->rope_timeout;
    if (now() > timeout) {
      say(f, "rope %d timed out");
      let_go(f);
    }
    return 0;
  }
  return pull(f);
}

int tide(struct ferry *f) {
  int ret = 1;
  FILE *table = fopen(f->name, "r");
  if (table == NULL)
    return 1;
  ret = measure(table);
  fclose(table);
  return ret;
}
"""
CPP = b"""class Bounded {
public:
  Bounded(int min, int max, int def);
};
Bounded::Bounded(int min, int max, int def) : most(max) {}
#define OPTION(KEY, TYPE) { KEY, new TYPE }
static Map options = {
    OPTION("ferryLoad"        , Bounded   ( 0,100,75 )),
};
"""
PYTHON = b"""class Sunk(Exception):
    pass


class Adrift(Exception):
    pass


def sail(wind):
    if not wind:
        raise Adrift(wind)
"""


@pytest.fixture(scope="module")
def river() -> Desk:
    return desk({"ferry.c": C, "options.cc": CPP, "sail.py": PYTHON})


def told(here: Desk, question: str) -> list[str]:
    return [f"{one.text} ({one.path}:{one.line})" for one in by_rules(here, question).said]


def test_when_it_is_done_is_told_by_the_calls_of_what_is_there_for_it(river: Desk) -> None:
    assert told(river, "when is the log of the crossing saved?") == [
        "cross: `log_save(f)`, when `f->speed > 9` (ferry.c:41)",
    ]


def test_three_steps_are_told_in_their_order(river: Desk) -> None:
    assert told(river, "in what order does cross say MOOR, CAST and HURRY?")[0] == (
        "`CAST`, then `HURRY`, then `say MOOR` (in cross, where all are done) (ferry.c:36)"
    )


def test_of_a_row_of_which_one_is_not_found_no_order_is_told(river: Desk) -> None:
    reply = by_rules(river, "in what order does cross say MOOR, paint the deck and say CAST?")
    assert not reply.said
    assert "no step of cross that is surely `paint the deck`" in reply.note


def test_an_error_that_nothing_raises(river: Desk) -> None:
    assert told(river, "is Sunk ever raised?")[0].startswith("No: no raise of Sunk is found")
    assert told(river, "is Adrift ever raised?") == ["Yes: sail raises Adrift (sail.py:11)"]


def test_of_values_that_may_say_so_it_is_not_said_that_it_cannot_fail(river: Desk) -> None:
    assert not by_rules(river, "can tide fail?").said
    assert told(river, "can tide fail when the table file does not exist?") == [
        'tide: `fopen(f->name, "r")` fails where `table == NULL` (ferry.c:59)',
        "then: `return 1` (ferry.c:61)",
    ]


def test_the_default_of_a_number_and_of_what_is_told_within_another(river: Desk) -> None:
    assert told(river, "what is the default number of ropes?") == ["ferry_init: `f->num_ropes` is `4` (ferry.c:12)"]
    assert told(river, "what's the default ferry load?") == [
        "`ferryLoad` is `75` where nothing else is given, as `OPTION` is told (options.cc:8)"
    ]


def test_what_a_step_itself_computes_says_not_that_it_is_so(river: Desk) -> None:
    assert [line.line for line in by_rules(river, "what happens when a rope times out in row?").said] == [49, 50]
