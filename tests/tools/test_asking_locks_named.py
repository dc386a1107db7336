"""Which lock by its name, ways through functions that are handed on, and what only asks or is only near taken for no answer."""

from __future__ import annotations

import pytest

from flowscout.tools.asking.answer import by_rules
from flowscout.tools.desk import Desk
from tools.shop import desk

CPP = b"""void Loft::fill(Sack *sack) {
  std::unique_lock<std::mutex> lock(ladder_mutex_);
  {
    std::unique_lock<std::mutex> other(sacks_mutex_);
    sacks_.push_back(sack);
    if (sacks_.size() > 9)
      hoist();
  }
}

void Loft::drain() {
  std::unique_lock<std::mutex> lock(sacks_mutex_);
  sacks_.clear();
}

void Loft::hoist() {
  later(id_, [this]() { lower(9); });
}

void Loft::lower(int sacks) {
  sacks_ = sacks;
}

bool Hatch::open_hatch() {
  if (is_open())
    throw Stuck("still open");
  try {
    open_wide();
    return true;
  } catch (Jammed& e) {
    report("Could not open the hatch");
    return false;
  }
}

void Mill::stop_jobs() {
  for (auto *job : jobs_) {
    job->aborted = true;
  }
}

void Mill::draw(int width) {
  if (ready_) {
    width *= 2;
    paint(width);
    /* The last jobs that are asked for here are aborted while the wheel turns. */
    turn(width);
  }
}

int settle() {
  add_setting(session, "grain-colour", "#FFEE00", STRING);
  add_setting(session, "grain-size", &size, FLOAT);
  return 0;
}

void add_setting(Session *session, const char *name, void *value, Kind kind) {
  keep(session, name, value, kind);
}
"""


@pytest.fixture(scope="module")
def mill() -> Desk:
    return desk({"mill.cc": CPP})


def told(here: Desk, question: str) -> list[str]:
    return [f"{one.text} ({one.path}:{one.line})" for one in by_rules(here, question).said]


def test_the_lock_is_told_that_is_held_at_most_of_the_places(mill: Desk) -> None:
    said = told(mill, "which mutex protects sacks_?")
    assert said[0] == "sacks_mutex_ is held at 3 of 4 places; ladder_mutex_ at 2 (mill.cc:13)"
    assert said[2].endswith(
        "under `std::unique_lock<std::mutex> lock(ladder_mutex_);` and `std::unique_lock<std::mutex> other(sacks_mutex_);` (mill.cc:5)"
    )


def test_a_way_goes_through_a_function_that_is_handed_on(mill: Desk) -> None:
    assert told(mill, "how does one get from Loft::fill to Loft::lower?") == [
        "Loft::fill calls Loft::hoist (mill.cc:7)",
        "Loft::hoist hands on a function that it makes there (mill.cc:17)",
        "Loft::hoist::<lambda> calls Loft::lower (mill.cc:17)",
    ]


def test_what_asks_whether_it_is_open_does_not_open(mill: Desk) -> None:
    assert told(mill, "what happens when opening the hatch fails?")[0] == (
        "Hatch::open_hatch: what `open_wide()` raises is caught by `catch (Jammed& e)` (mill.cc:28)"
    )


def test_a_flag_that_is_set_does_it_and_a_comment_speaks_of_nothing_above_it(mill: Desk) -> None:
    assert told(mill, "when are jobs aborted?") == [
        "Mill::stop_jobs: `job->aborted = true`, in the loop `for job : jobs_` (mill.cc:38)"
    ]


def test_a_setting_that_is_added_to_something(mill: Desk) -> None:
    assert told(mill, "what is the default grain colour?") == [
        '`grain-colour` is `"#FFEE00"` where nothing else is given, as `add_setting` is told (mill.cc:52)'
    ]
    assert not told(mill, "what is the default grain size?")
