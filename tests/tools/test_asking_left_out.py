"""What a question names has to be said by its answer, or the answer says that it is left out; then it is no yes and no no."""

from __future__ import annotations

import pytest

from flowscout.tools.asking.answer import by_rules
from flowscout.tools.desk import Desk
from tools.shop import desk

PYTHON = b"""import shutil, threading


class Stable:
    def __init__(self):
        self._gate = threading.Lock()
        self.horses = []

    def groom(self, horse):
        with self._gate:
            self.write(f"hay for {horse}")

    def muck_out(self, limit):
        self._gate_lock.acquire_write()
        try:
            self.horses[limit] = 1
        finally:
            self._gate_lock.release()

    def wait_for(self, limit):
        \"\"\"Waits for a horse, until the limit expires.\"\"\"
        start = limit + 1
        me = self.name()
        self.look(me)
        if me:
            self.sit()
            return
        self.walk()
        self.stand()
        self.whistle()
        self.sing()
        rest = start - me
        if rest <= 0:
            # The limit has expired.
            raise StableError("no horse came")

    def sell(self):
        shutil.rmtree(self.files_path)
        self.remove_all_saddles()

    def close_down(self):
        self.remove_bridles()
        self.remove_all_ropes()

    def evening(self, horse):
        self.groom(horse)

    def stable_of(self, path):
        if not path:
            raise StableError("No configuration file found.")
        if not exists(path):
            raise StableError("The file does not exist.")

    def shoe(self, horse):
        if horse.left:
            self.nail_hoof(horse)

    def refuse(self, hay):
        raise TypeError("no hay of that kind".format(hay))
"""
C = b"""int weigh(const char *cart) {
  double load[3];
  if (scale_read(load, 3) == -1)
    goto broken;
  print_weight(load);
  return 0;
broken:
  fputs("no weight", stderr);
  return -1;
}

int shoe_read(int n) {
  int anvil = open("/dev/anvil", 0);
  if (anvil < 0)
    return -2;
  if (n > 4)
    return -3;
  return 0;
}
"""
CPP = b"""void Yard::open(std::vector<int>* out) {
  // Does nothing where no horses were led in.
  if (stalls_.empty()) {
    return;
  }
  out->clear();
}

Horse* Yard::find(const std::string& name) {
  if (name.empty()) {
    throw std::invalid_argument("No horse is saddled");
  }
  if (name == "tired") {
    for (auto h : horses_) {
      if (h->tired_) {
        return h;
      }
    }
    throw std::invalid_argument("No horse is tired");
  }
  if (name == "oldest") {
    throw std::invalid_argument("No horse is old");
  }
  return nullptr;
}
"""


@pytest.fixture(scope="module")
def yard() -> Desk:
    return desk({"stable.py": PYTHON, "cart.c": C, "yard.cc": CPP})


def told(yard: Desk, question: str) -> list[str]:
    return [f"{line.text} ({line.path}:{line.line})" for line in by_rules(yard, question).said]


def test_a_thing_that_no_line_speaks_of_leaves_no_yes_and_no_no(yard: Desk) -> None:
    reply = by_rules(yard, "Is groom's ledger written while the gate lock is held?")
    assert not reply.said
    assert reply.note.startswith(
        "I do not weigh `ledger` and `gate`, so I say neither yes nor no. Of the kind I know: "
    )


def test_a_condition_that_speaks_of_nothing_asked_chooses_none(yard: Desk) -> None:
    reply = by_rules(yard, "what does shoe_read return when the parcel cannot be opened?")
    assert reply.note == "I do not weigh `the parcel cannot be opened`: this is all that I know of the kind."
    assert len(reply.said) == 3


def test_the_message_that_says_all_is_the_error_that_is_meant(yard: Desk) -> None:
    assert told(yard, "what exception does Yard::find throw if no horse is tired?") == [
        'Yard::find raises std::invalid_argument, after the loop `for h : horses_`, when `name == "tired"`, unless `name.empty()`; it says "No horse is tired" (yard.cc:19)'
    ]


def test_the_message_comes_before_what_asks_for_the_file(yard: Desk) -> None:
    assert [
        line.text for line in by_rules(yard, "what does Stable.stable_of raise when no config file is found?").said
    ] == ['Stable.stable_of raises StableError, when `not path`; it says "No configuration file found."']


def test_a_condition_that_is_not_weighed_is_said_beside_the_one_that_there_is(yard: Desk) -> None:
    reply = by_rules(yard, "does Stable.shoe nail the hoof if one is loose?")
    assert reply.note.startswith("I do not weigh `the hoof if one is loose`, so I say neither yes nor no.")
    assert not reply.said


def test_a_deed_that_is_known_by_names_of_calls_is_not_denied(yard: Desk) -> None:
    reply = by_rules(yard, "Does weigh print anything if scale_read fails?")
    assert reply.note.startswith("I say neither yes nor no: what is done then.")
    assert [line.line for line in reply.said] == [4, 8, 9]


def test_what_always_raises_is_told_once(yard: Desk) -> None:
    assert told(yard, "what does Stable.refuse raise") == ["Stable.refuse raises TypeError (stable.py:59)"]


def test_what_is_set_in_one_function_is_under_the_lock_that_it_takes(yard: Desk) -> None:
    assert told(yard, "is self.horses written under the write lock in Stable.muck_out?")[0].startswith(
        "Yes: 1 of 1 places hold a lock"
    )


def test_all_that_calls_it_breaks_whatever_decides_over_the_call(yard: Desk) -> None:
    assert len(told(yard, "what breaks if I change Stable.groom?")) == 1


def test_a_comment_on_what_decides_says_when_it_is(yard: Desk) -> None:
    assert told(yard, "what happens when the limit expires in Stable.wait_for?") == [
        'Stable.wait_for: `raise StableError("no horse came")`, when `rest <= 0`, unless `me` (stable.py:35)'
    ]
    assert told(yard, "does Yard::open do anything when no horses were led in?") == [
        "Yard::open: `return`, when `stalls_.empty()` (yard.cc:4)"
    ]


def test_what_deletes_by_its_name_is_told_beside_what_surely_does(yard: Desk) -> None:
    assert told(yard, "what does Stable.sell delete?") == [
        "Stable.sell calls shutil.rmtree (stable.py:38)",
        "Stable.sell calls remove_all_saddles, by its name (stable.py:39)",
    ]


def test_an_error_of_no_function_is_the_one_that_says_so_of_itself(yard: Desk) -> None:
    assert told(yard, "which error is raised when no configuration file is found?") == [
        'Stable.stable_of: `raise StableError("No configuration file found.")`, when `not path` (stable.py:50)'
    ]


def test_what_has_no_verb_behind_before_is_done_to_by_the_first(yard: Desk) -> None:
    assert told(yard, "are the ropes removed before the bridles?")[0] == (
        "No: in Stable.close_down `removed bridles` comes first, then `removed the ropes` (stable.py:42)"
    )
