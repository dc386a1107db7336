"""What is about to be done, what an argument is for, and which side of a bound holds say nothing of what is asked; a macro that ends the program does."""

from __future__ import annotations

import pytest

from flowscout.tools.asking.answer import by_rules
from flowscout.tools.desk import Desk
from tools.shop import desk

PYTHON = b"""class Larder:
    def keep(self, jam):
        if not jam:
            return
        log.trace("Writing to the shelf list: %s", jam)
        try:
            with make_sheet(jam, delete=False) as sheet:
                dump(jam, sheet)
        except Exception as err:
            log.error("Error while writing to the shelf list: %s", err)
"""
C = b"""#define RUIN(fmt) do { fprintf(stderr, fmt); exit(1); } while (0)

int pour(int jug, int cup) {
  if ((jug = lift(cup)) == -1)
    RUIN("cannot lift");
  return tilt(jug);
}

int brim(struct jar *jar, int drop) {
  if (!jar->open || jar->drops >= jar->room)
    return 0;
  add(jar, drop);
  return 1;
}
"""


@pytest.fixture(scope="module")
def larder() -> Desk:
    return desk({"larder.py": PYTHON, "jar.c": C})


def told(here: Desk, question: str) -> list[str]:
    return [f"{one.text} ({one.path}:{one.line})" for one in by_rules(here, question).said]


def test_what_is_about_to_be_done_says_not_that_it_cannot_be(larder: Desk) -> None:
    assert told(larder, "what happens when the shelf list cannot be written?") == [
        'Larder.keep: `log.error("Error while writing to the shelf list: %s", err)`, when `except Exception as err`, unless `not jam` (larder.py:10)'
    ]


def test_what_an_argument_is_for_does_nothing(larder: Desk) -> None:
    assert not told(larder, "is the jam sheet deleted if dump fails in keep?")


def test_a_macro_that_ends_the_program_is_a_failure(larder: Desk) -> None:
    assert told(larder, "can pour fail?") == [
        'Yes: pour: `RUIN("cannot lift")` ends the program, a macro with `exit`, when `(jug = lift(cup)) == -1` (jar.c:5)'
    ]


def test_of_a_bound_it_is_not_told_which_side_is_full(larder: Desk) -> None:
    reply = by_rules(larder, "what does brim return when the jar is full?")
    assert [line.line for line in reply.said] == [11, 13]
    assert "I do not weigh" in reply.note


MORE = {
    "pot.c": b"""int heat(char *path, int flags) {
  int fd = mkpot(path);
  if (fd < 0) return fd;
  if (flags && 0 != stir(fd, 9, flags)) {
    tip(fd);
    return -1;
  }
  return fd;
}
""",
    "oven.cc": b"""Oven::Oven(const Path &path) {
  try {
    door_.open(path);
    if (!door_.is_open())
      throw Hint();
  } catch (...) {
    throw Stuck("Could not open the oven door");
  }
}
""",
    "bind.py": b"""class Twine:
    def knot(self, ends):
        try:
            self.tie(ends)
        except OSError:
            logger.error("Could not tie %s", ends)
            raise
""",
}


def test_what_another_call_gives_is_no_test_of_this_one() -> None:
    assert told(desk(MORE), "what does heat return when mkpot fails?") == [
        "heat: `mkpot(path)` fails where `fd < 0` (pot.c:2)",
        "then returns `fd` (pot.c:3)",
    ]


def test_what_is_caught_where_it_is_raised_does_not_come_out() -> None:
    said = told(desk(MORE), "when does Oven::Oven fail?")
    assert len(said) == 1
    assert said[0].startswith("Oven::Oven raises Stuck")


def test_what_is_logged_is_done_too() -> None:
    assert told(desk(MORE), "does knot log an error if the tie fails?")[0] == (
        'Not on every way: Twine.knot: `logger.error("Could not tie %s", ends)`, when `except OSError` (bind.py:6)'
    )


OPENED = {
    "casks.cc": b"""Cask *Cellar::cask_of(int id, Name name) {
  if (opened_casks_.find(id) != opened_casks_.end())
    return opened_casks_.at(id);
  Cask *made = nullptr;
  TAP(made) {
    made = tap_open(name);
    opened_casks_[id] = made;
  }
  SPILT(made) {
    std::cout << "Error: could not open cask" << std::endl;
  }
  return made;
}
""",
    "rule.py": b"""def from_path(path):
    try:
        rule = load_source(path.name)
    except Exception:
        complain("rule %s failed to load", path)
        return None
    return rule


def is_second():
    try:
        return json.load(tracker)
    except ValueError:
        return False
""",
}


def test_that_it_is_not_among_the_opened_says_not_that_it_cannot_be_opened() -> None:
    said = by_rules(desk(OPENED), "what happens when the cask cannot be opened in cask_of?").said
    assert [line.line for line in said] == [10]


def test_what_fails_to_load_is_what_is_not_loaded() -> None:
    assert told(desk(OPENED), "what happens when a rule fails to load?")[0] == (
        "from_path: what `load_source(path.name)` raises is caught by `except Exception` (rule.py:3)"
    )


SIZED = {
    "label.cc": b"""Jar *Shelf::find(const char *label) {
  if (strlen(label) < 40)
    return last();
  Key key;
  if (!read(label, key))
    return none();
  return jars_.at(key);
}
"""
}


def test_that_it_is_too_short_is_so_where_it_is_less() -> None:
    here = desk(SIZED)
    assert told(here, "what does Shelf::find do when the label is too short?") == [
        "Return last(), when `strlen(label) < 40` (label.cc:3)"
    ]
    assert not any(
        "last()" in line and "Yes" in line for line in told(here, "does find return last() if the label is too long?")
    )
