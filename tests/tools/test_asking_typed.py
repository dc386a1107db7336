"""Questions as they are typed, and what stands at their end: a file, `and why`; signals that a table names, cases of a call that failed."""

from __future__ import annotations

import pytest

from flowscout.tasks.review.review import review
from flowscout.tools.asking.answer import by_rules
from flowscout.tools.asking.question.typed import as_written
from flowscout.tools.desk import Desk
from tools.shop import desk

KILN = b"""struct settings {
  int heat;
} glaze = {
  .heat_limit = 900,
};

struct hook {
  int signal;
  void (*handler)(void);
};

static void cool_down(void) { vents = OPEN; }

static const struct hook kiln_hooks[] = {
  {
    .signal = SIGTERM,
    .handler = cool_down,
  },
};

int fire_clay(char *what) {
  int child;
  switch (child = fork()) {
  case -1:
    complain("no fire for %s", what);
    return -1;
  case 0:
    heat_up("/bin/kiln", what);
    _exit(127);
  default:
    note("lit");
    return child;
  }
}

void douse(struct kiln *one) {
  one->state = COLD;
  kill(one->pid, 9);
}

void crack(struct kiln *one) {
  one->state = COLD;
}
"""
WHEEL = b"""void stop_wheel(struct wheel *one) {
  kill(one->pid, 15);
}
"""


@pytest.fixture(scope="module")
def pottery() -> Desk:
    return desk({"kiln.c": KILN, "wheel.c": WHEEL})


SAID = {
    "what happens if fork fails in fire_clay": [
        "fire_clay: `fork()` fails where `child = fork() is -1` (kiln.c:23)",
        'then: `complain("no fire for %s", what)` (kiln.c:25)',
        "then: `return -1` (kiln.c:26)",
    ],
    "what does fire_clay return if fork fails": [
        "fire_clay: `fork()` fails where `child = fork() is -1` (kiln.c:23)",
        "then returns `-1` (kiln.c:26)",
    ],
    "which signals are handled and how": ["SIGTERM: `kiln_hooks` lets `cool_down` handle it (kiln.c:16)"],
    "which signals are handled in kiln.c": ["SIGTERM: `kiln_hooks` lets `cool_down` handle it (kiln.c:16)"],
    "which signals are handled in wheel.c": [],
    "whats the default of heat_limit": ["`.heat_limit` is `900` (kiln.c:4)"],
    "how many places set one->state to COLD": [
        "douse: `one->state = COLD` (kiln.c:37)",
        "crack: `one->state = COLD` (kiln.c:42)",
    ],
    "which functions in kiln.c set vents": ["cool_down writes vents (kiln.c:12)"],
    "which functions kill processes in kiln.c": ["douse: `kill(one->pid, 9)` (kiln.c:38)"],
}


@pytest.mark.parametrize("question", SAID)
def test_what_is_asked_is_answered_and_no_more(pottery: Desk, question: str) -> None:
    assert [f"{one.text} ({one.path}:{one.line})" for one in by_rules(pottery, question).said] == SAID[question]


def test_places_that_are_counted_say_their_number(pottery: Desk) -> None:
    assert by_rules(pottery, "how many places set one->state to COLD").note.startswith("There are 2.")


def test_a_tail_that_is_not_weighed_is_named(pottery: Desk) -> None:
    assert by_rules(pottery, "what is never called and why?").note.startswith("I do not weigh `and why`.")


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("whats in a", "what is in a"),
        ("where does it go when b doesnt answer", "where does it go when b does not answer"),
        ("whether the kiln exits if it is cold", "does the kiln exit if it is cold"),
        ("whether a tries b", "does a try b"),
        ("whether a catches b", "does a catch b"),
        ("whether a is b", "is a b"),
        ("whether it may cant", "may it cant"),
        ("who calls `whats it`", "who calls `whats it`"),
    ],
)
def test_words_are_read_as_they_were_meant(typed: str, written: str) -> None:
    assert as_written(typed) == written


def test_what_changed_since_a_commit_holds_what_is_not_committed_yet() -> None:
    shop = desk()
    assert shop.changes is not None
    edited = shop.changes("uncommitted")
    nothing = review(shop.project, shop.project, ("1a2b3c4", "5d6e7f8"))
    since = shop._replace(changes=lambda asked: edited if asked == "uncommitted" else nothing)
    found = by_rules(since, "what has changed since HEAD")
    assert "main now raises ValueError via sweep" in " ".join(line.text for line in found.said)
    assert found.note.startswith("Of what is not committed yet; no flow changed in commits since.")
    both = by_rules(shop._replace(changes=lambda asked: edited), "what has changed since HEAD~3")
    assert "are not committed yet." in both.note


def test_a_call_that_is_named_so_is_told_before_that_nothing_is_done() -> None:
    code = b"void stop_all(struct oven *one) {\n  oven_with_mutex(&one->lock) {\n    count(one);\n  }\n}\n"
    other = b"def keep(shelf, row):\n    journal = shelf.journal()\n    journal.write(row)\n"
    two = desk({"oven.c": code, "book.py": other})
    for question, line in {
        "what does stop_all lock": "stop_all calls oven_with_mutex (oven.c:2)",
        "what does keep write": "keep calls write (book.py:3)",
    }.items():
        assert [f"{one.text} ({one.path}:{one.line})" for one in by_rules(two, question).said] == [line]
