"""What is still done, and what is returned, once a call has failed: by the ways that control can go from there, and by no list of verbs."""

from __future__ import annotations

import pytest

from flowscout.tools.asking.answer import by_rules
from flowscout.tools.desk import Desk
from tools.shop import desk

PYTHON = b"""class Stable:
    def ride(self, rider, horse):
        self._out.add(horse)
        try:
            try:
                pace = rider.trot(horse)
            except Thrown:
                self.yard.settle(horse)
            except Exception as problem:
                warn(problem)
                self.yard.settle(horse)
            else:
                self.book.praise(pace)
        finally:
            self._out.remove(horse)
"""
C = b"""int groom(struct horse *horse) {
  char *brush = fetch(horse);
  int ready = saddle(horse);
  if (!ready)
    return 0;
  tighten(horse);
  put_back(brush);
  return 1;
}

bool paint(const char *path) {
  bool okay = false;
  int pot = open_pot(path);
  if (pot >= 0) {
    okay = brush_on(pot);
    empty(pot);
  }
  return okay;
}
"""


@pytest.fixture(scope="module")
def stable() -> Desk:
    return desk({"stable.py": PYTHON, "groom.c": C})


TOLD = {
    "does ride remove the horse from _out if the rider raises?": [
        "Yes: Stable.ride: `self._out.remove(horse)`, on every way from there (stable.py:15)",
        "Stable.ride: `rider.trot(horse)` may raise (stable.py:6)",
    ],
    "is the horse settled if the rider throws an exception in ride?": [
        "Yes: Stable.ride: `self.yard.settle(horse)`, on every way from there (stable.py:8)",
        "Yes: Stable.ride: `self.yard.settle(horse)`, on every way from there (stable.py:11)",
        "Stable.ride: `rider.trot(horse)` may raise (stable.py:6)",
    ],
    "does ride praise the pace if the rider raises?": [
        "No, not then: Stable.ride: `self.book.praise(pace)` (stable.py:13)",
        "Stable.ride: `rider.trot(horse)` may raise (stable.py:6)",
    ],
    "is brush dropped if saddle fails in groom?": [
        "No: no step of groom that is reached then names `brush` (groom.c:3)",
        "groom: `saddle(horse)` fails where `!ready` (groom.c:3)",
        "then returns `0` (groom.c:5)",
    ],
    "does groom tighten the horse if saddle fails?": [
        "No, not then: groom: `tighten(horse)`, unless `!ready` (groom.c:6)",
        "groom: `saddle(horse)` fails where `!ready` (groom.c:3)",
        "then returns `0` (groom.c:5)",
    ],
    "what does paint return if the pot cannot be opened?": [
        "paint: `open_pot(path)` fails where `not (pot >= 0)` (groom.c:13)",
        "then returns `okay`, which is `false` there (groom.c:18)",
    ],
}


@pytest.mark.parametrize("question", TOLD)
def test_it_is_told_by_the_ways_from_there(stable: Desk, question: str) -> None:
    reply = by_rules(stable, question)
    assert [f"{one.text} ({one.path}:{one.line})" for one in reply.said] == TOLD[question]


def test_no_is_said_of_no_thing_that_a_step_behind_it_names(stable: Desk) -> None:
    assert not by_rules(stable, "does paint announce okay if open_pot fails?").said
