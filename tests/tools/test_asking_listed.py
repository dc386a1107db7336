"""Tables, environment variables, errors by their own message, and steps by what the called one says of itself."""

from __future__ import annotations

import pytest

from flowscout.tools.asking.answer import by_rules
from flowscout.tools.desk import Desk
from tools.shop import desk

C = b"""#include <errno.h>

static void (*_alarm_handler)(void);

extern struct carrier letter_carrier;

struct carrier *post_carriers[] = {
    &letter_carrier, /* the oldest */
#ifdef HAVE_PARCELS
    &parcel_carrier,
#endif
    &pigeon_carrier,
    NULL,
};

void post_set_alarm_handler(void (*handler)(void)) {
  _alarm_handler = handler;
}

void sound(void) {
  void (*handler)(void) = _alarm_handler;
  handler();
}

int reserve(int many) {
  if (many > 100) {
    errno = ENOMEM;
    return -1;
  }
  return 0;
}
"""
PYTHON = b"""import os
import subprocess

STAMP_COLOURS = {
    "first": "red",  # of one day
    "second": "blue",
}


class PostError(Exception):
    pass


def seek(name, env=None):
    if env is None:
        env = os.environ
    return env.get("POST_PATH")


def hire(name):
    return subprocess.run([name], env={"POST_QUIET": "1"})


def deliver(letter, attempts):
    if attempts == 2:
        raise PostError("the letter box is frozen")
    if not letter.stamp:
        raise PostError("a letter must have a stamp")
    if attempts == 7:
        raise PostError("could not reach the house")
    if attempts > 9:
        raise PostError("street does not exist")
    return letter


class Office:
    def pull(self, rope):
        '''Ring the given bell once.'''
        rope.move(1)

    def close(self):
        self.pull(MORNING)
        self.count = 0
        self.pull(EVENING)


def stamps():
    return [colour for colour in STAMP_COLOURS]
"""


@pytest.fixture(scope="module")
def post() -> Desk:
    return desk({"post.c": C, "post.py": PYTHON})


def said(post: Desk, question: str) -> list[str]:
    return [line.text for line in by_rules(post, question).said]


@pytest.mark.parametrize(
    "question", ["Which carriers are registered?", "what are the carriers?", "what is in post_carriers"]
)
def test_what_stands_in_a_table_is_its_entries(question: str, post: Desk) -> None:
    reply = by_rules(post, question)
    assert [line.text for line in reply.said] == [
        f"post_carriers: `&{one}_carrier`" for one in ("letter", "parcel", "pigeon")
    ]
    assert [line.line for line in reply.said] == [8, 10, 12]
    assert "what is added while the program runs is not seen" in reply.note


def test_a_dictionary_is_a_table_and_its_remarks_are_none_of_its_entries(post: Desk) -> None:
    assert said(post, "which stamp colours are supported?") == [
        'STAMP_COLOURS: `"first": "red"`',
        'STAMP_COLOURS: `"second": "blue"`',
    ]


def test_a_table_that_is_not_there_is_not_told(post: Desk) -> None:
    assert by_rules(post, "which engines are registered?").asked != "listed"


def test_an_environment_variable_is_read_through_a_name_that_was_set_to_all(post: Desk) -> None:
    assert said(post, "which environment variable does seek read?") == ["`POST_PATH`, read by seek"]


def test_a_variable_of_a_child_is_set_where_its_name_is_a_key(post: Desk) -> None:
    reply = by_rules(post, "where is POST_QUIET set?")
    assert [(line.text.partition(":")[0], line.line) for line in reply.said] == [("hire", 21)]
    assert "set as a text" in reply.note


@pytest.mark.parametrize(
    ("question", "line"),
    [
        ("what does deliver raise when the letter box is frozen?", 26),
        ("what does deliver raise when the house cannot be reached?", 30),
        ("can deliver raise if the street does not exist?", 32),
    ],
)
def test_an_error_is_told_by_its_own_message(question: str, line: int, post: Desk) -> None:
    assert [one.line for one in by_rules(post, question).said] == [line]


@pytest.mark.parametrize(
    "question", ["what does deliver raise when the street exists?", "what does deliver raise when the road is frozen?"]
)
def test_a_message_that_says_the_other_way_or_less_does_not_choose(question: str, post: Desk) -> None:
    assert "own message" not in by_rules(post, question).note


def test_a_step_does_what_the_called_one_says_of_itself_first(post: Desk) -> None:
    assert said(post, "which bells does Office.close ring?") == [
        "Office.close: `self.pull(MORNING)`",
        "Office.close: `self.pull(EVENING)`",
    ]


def test_words_that_are_all_of_a_name_name_no_other_that_has_more(post: Desk) -> None:
    assert said(post, "who sets the alarm handler?") == ["post_set_alarm_handler writes _alarm_handler"]


@pytest.mark.parametrize("question", ["which functions set errno to ENOMEM?", "what sets errno to ENOMEM?"])
def test_who_sets_a_value_is_one_question_in_the_singular_and_the_plural(question: str, post: Desk) -> None:
    assert said(post, question) == ["reserve: `errno = ENOMEM`, when `many > 100`"]


def test_a_thing_that_is_something_is_not_taken_for_a_deed(post: Desk) -> None:
    assert by_rules(post, "which stamps are sold?").asked != "over_by_call"


MEMORY = b"""#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t drawer_lock = PTHREAD_MUTEX_INITIALIZER;

static char *drawer_raw(int size) {
  if (size > 4096)
    return NULL;
  return malloc(size);
}

char *drawer_new(int size) {
  char *made = drawer_raw(size);
  if (!made)
    return NULL;
  made[0] = 0;
  return made;
}

void drawer_empty(struct drawer *one) {
  pthread_mutex_lock(&drawer_lock);
  if (one->letters > 9)
    discard_letters(one->letters);
  pthread_mutex_unlock(&drawer_lock);
}
"""
EXAMPLE = b'''"""How to post.

    post.parcels.weight = 12
"""


class Parcel:
    weight = 30
'''


@pytest.fixture(scope="module")
def drawer() -> Desk:
    return desk({"drawer.c": MEMORY, "parcel.py": EXAMPLE})


def test_where_nothing_is_returned_because_another_gave_nothing_it_is_told_when_that_does(drawer: Desk) -> None:
    assert said(drawer, "when does drawer_new return NULL?") == [
        "drawer_new returns NULL, when `!made`",
        "drawer_raw returns NULL, when `size > 4096`",
    ]


def test_whether_it_is_safe_among_threads_is_answered_by_what_it_locks_and_no_yes(drawer: Desk) -> None:
    reply = by_rules(drawer, "is drawer_empty thread-safe?")
    assert "I cannot tell" in reply.note
    assert "drawer_lock" in reply.said[0].text


def test_a_yes_or_no_that_words_do_not_say_shows_the_steps_and_says_neither(drawer: Desk) -> None:
    reply = by_rules(drawer, "are the letters discarded?")
    assert reply.note.startswith("I say neither yes nor no.")
    assert [line.text for line in reply.said] == [
        "drawer_empty: `discard_letters(one->letters)`, when `one->letters > 9`"
    ]


def test_an_example_in_a_description_gives_no_default(drawer: Desk) -> None:
    assert [line.line for line in by_rules(drawer, "what is the default weight of a parcel?").said] == [8]


STACK = b"""struct pile { int n; void **top; };

void *pile_take(struct pile *pile) {
  if (!pile)
    return ERROR_PTR("pile not defined");
  if (pile->n == 0)
    return NULL;
  pile->n--;
  return pile->top[pile->n];
}

int pile_add(struct pile *pile, void *item) {
  if (pile->n >= LIMIT)
    memmove(pile->top, pile->top + 1, sizeof(void *) * pile->n);
  pile->n++;
  return 0;
}
"""
CLERK = b"""import os


def hire():
    os.environ["CLERK_NAME"] = "none"
    return os.environ["CLERK_AGE"]
"""


@pytest.fixture(scope="module")
def pile() -> Desk:
    return desk({"pile.c": STACK, "clerk.py": CLERK, "other.py": b'import os\n\nHOME = os.getenv("POST_HOME")\n'})


def test_that_a_pointer_is_null_says_not_that_what_it_leads_to_is_empty(pile: Desk) -> None:
    assert said(pile, "what does pile_take return when the pile is empty?") == [
        "pile_take returns NULL, when `pile->n == 0`, unless `!pile`"
    ]


def test_the_variables_of_a_file_are_those_that_it_reads(pile: Desk) -> None:
    assert said(pile, "which environment variables does clerk read?") == ["`CLERK_AGE`, read by hire"]


def test_what_is_asked_of_nothing_that_is_known_is_said_to_be_of_the_project(pile: Desk) -> None:
    reply = by_rules(pile, "which environment variables does butler read?")
    assert reply.note.startswith("I know no function and no file `butler`: this is of the whole project.")
