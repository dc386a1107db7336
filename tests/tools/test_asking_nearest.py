"""Questions that are no form: the one name that has their words is asked about, else what stands closest to them is named, and nothing is answered."""

from __future__ import annotations

import pytest

from flowscout.tools.asking.answer import by_rules
from flowscout.tools.asking.question.sought import together
from flowscout.tools.desk import Desk
from tools.shop import desk

C = b"""struct settings { int idletimeout; int maxguests; };
static struct settings *settings;
static int door_mutex;

/* Wait for guests, and let them in. */
void main_door_loop(void) {
  while (!settings->idletimeout) {
    if (count(guests) >= settings->maxguests) {
      warn("Maximum number of guests reached. Nobody comes in.");
      was_full = 1;
      usleep(16);
      continue;
    }
    open_door(3);
  }
}

void open_door(int width) {
  pthread_mutex_lock(&door_mutex);
  settings->idletimeout = 30;
  bell_delete(width);
  pthread_mutex_unlock(&door_mutex);
}

static void clean_room(void) {
  pthread_mutex_lock(&room_lock);
}

void bell_delete(int width) {
}
"""
PYTHON = b"""class Guest:
    def __init__(self, name, patience=30):
        self.name = name

    def enter(self):
        if not self.name:
            raise ValueError('too many nameless guests')


def ring(times=2):
    return times
"""
ASIDE = b"""def enter():
    return 1


class Party:
    def Guest(self, patience=5):
        return patience
"""


@pytest.fixture(scope="module")
def hall() -> Desk:
    return desk({"door.c": C, "bell.py": PYTHON, "examples/party.py": ASIDE, "tools.h": b"int width;\n"})


CLOSEST = {
    "why are there too many nameless guests?": "Nearest by its words: `Guest.enter`, at `raise ValueError('too many nameless guests')` (bell.py:7).",
    "why does open_door take settings idle?": "Nearest by its words: `open_door`, at `settings->idletimeout = 30;` (door.c:20).",
}


@pytest.mark.parametrize("question", CLOSEST)
def test_what_is_near_by_its_words_is_named_and_no_answer(question: str, hall: Desk) -> None:
    reply = by_rules(hall, question)
    assert (reply.asked, reply.said) == ("", ())
    assert CLOSEST[question] in reply.note


def test_what_stands_far_behind_is_no_part_of_a_question() -> None:
    asked = "the maximum number of guests"
    assert "number of guests" in [word.given for word in together(asked)]
    assert together(" " * 400 + asked) == ()


@pytest.mark.parametrize("question", ["where are the unicorns fed?", "who calls the guests in the garden?", "how is `nowhere_at_all` fed with guests?"])  # fmt: skip
def test_nothing_is_told_where_too_little_is_held(question: str, hall: Desk) -> None:
    reply = by_rules(hall, question)
    assert (reply.said, reply.asked) == ((), "")


ASKED = {
    "what if the maximum number of guests is reached?": [
        'main_door_loop: `warn("Maximum number of guests reached. Nobody comes in.")`, when `!settings->idletimeout` and `count(guests) >= settings->maxguests` (door.c:9)',
        "main_door_loop: `was_full = 1`, when `!settings->idletimeout` and `count(guests) >= settings->maxguests` (door.c:10)",
        "main_door_loop: `usleep(16)`, when `!settings->idletimeout` and `count(guests) >= settings->maxguests` (door.c:11)",
        "main_door_loop: `continue`, when `!settings->idletimeout` and `count(guests) >= settings->maxguests` (door.c:12)",
    ],
    "where is the idle timeout set?": ["open_door writes settings.idletimeout (door.c:20)"],
    "who calls the open door?": ["main_door_loop calls open_door (door.c:14)"],
    "how does the main loop reach bell_delete?": ["main_door_loop calls open_door (door.c:14)", "open_door calls bell_delete (door.c:21)"],
    "what locks the door mutex?": ["open_door takes a lock: pthread_mutex_lock(&door_mutex) (door.c:19)"],
    "which functions delete a bell?": ["open_door calls bell_delete (door.c:21)"],
    "where do we sleep?": ["main_door_loop calls usleep (door.c:11)"],
    "is there anything that is never called?": ["nothing is found that calls clean_room (door.c:25)"],
    "what can enter raise?": ["Guest.enter raises ValueError (bell.py:7)"],
    "what is the default patience of Guest?": ["`patience` of Guest.__init__ is `30` by default (bell.py:2)"],
    "what does bell.ring take?": ["ring takes `times = 2` (bell.py:10)"],
    "list the functions that raise ValueError": ["Guest.enter raises ValueError (bell.py:7)"],
    "how often is bell_delete called from open_door?": ["Yes: open_door calls bell_delete (door.c:21)"],
}  # fmt: skip


@pytest.mark.parametrize("question", ASKED)
def test_the_one_name_that_is_meant_is_asked_about(question: str, hall: Desk) -> None:
    reply = by_rules(hall, question)
    assert [f"{line.text} ({line.path}:{line.line})" for line in reply.said] == ASKED[question], reply


def test_a_handler_is_passed_alone_and_not_those_before_it() -> None:
    here = desk({"a.py": b"def go(x):\n    try:\n        load(x)\n    except KeyError:\n        pass\n    except OSError:\n        stop(x)\n\n\ndef stop(x):\n    pass\n"})  # fmt: skip
    assert [line.text for line in by_rules(here, "when does go call stop?").said] == [
        "go calls stop, when `except OSError`"
    ]
