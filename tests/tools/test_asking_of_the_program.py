"""Of the program as a whole: with which status it is left, which lock is for what, what holds at most, what is used where a variable is not set."""

from __future__ import annotations

import pytest

from flowscout.tools.asking.answer import by_rules
from flowscout.tools.desk import Desk
from tools.shop import desk

LAMP = b"""#include <stdlib.h>
#define DEFAULT_N_NETWORK_RETRIES 5
#define RETRY_COUNT 7
#define PLAYQUEUE_SIZE 100
#define OTHER_SIZE 8
static const char *get_editor(void) {
  const char *editor = getenv("LAMP_EDITOR");
  if (!editor && !dumb)
    editor = getenv("VISUAL");
  if (!editor)
    editor = "vi";
  return editor;
}
static void pl_lock(void) { mutex_lock(_playlist_mutex); }
static void ctmap(void) {
  pthread_mutex_lock(&self->ctmap_mutex);
  go();
  pthread_mutex_unlock(&self->ctmap_mutex);
}
int main(int argc, char **argv) {
  if (argc < 2) {
    fprintf(stderr, "no lamp given\\n");
    return 2;
  }
  if (open_config(argv[1]) < 0) {
    perror("config");
    exit(EXIT_FAILURE);
  }
  return 0;
}
"""
FETCH = b"""import argparse
import threading

PARSER = argparse.ArgumentParser()
PARSER.add_argument("--no-http-redirects", action="store_true", help="do not follow HTTP redirects")
PARSER.add_argument("--tea", help="a kind of tea")


class Keeper:
    def refresh(self):
        with self.cookie_lock:
            go()
"""


@pytest.fixture(scope="module")
def lamp() -> Desk:
    return desk({"lamp.c": LAMP})


@pytest.fixture(scope="module")
def fetcher() -> Desk:
    return desk({"fetch.py": FETCH})


def told(here: Desk, question: str) -> list[str]:
    return [line.text for line in by_rules(here, question).said]


def test_a_status_is_told_where_what_is_asked_decides(lamp: Desk) -> None:
    asked = "which exit code is returned if the config cannot be opened?"
    assert told(lamp, asked) == ["main: `exit(EXIT_FAILURE)`, when `open_config(argv[1]) < 0`, unless `argc < 2`"]
    assert "is for the reader" in by_rules(lamp, asked).note
    assert told(lamp, "what exit code does it return when no lamp is given?") == ["main: `return 2`, when `argc < 2`"]


def test_a_status_that_nothing_says_is_refused_with_those_that_are_known(lamp: Desk) -> None:
    reply = by_rules(lamp, "which exit code is returned when the moon is full?")
    assert not reply.said
    assert reply.note.startswith("I find no way out of the program whose conditions say `the moon is full`. Ways out")


def test_a_lock_by_its_name(lamp: Desk, fetcher: Desk) -> None:
    assert told(lamp, "which lock guards the playlist?") == ["pl_lock takes a lock: mutex_lock(_playlist_mutex)"]
    assert told(fetcher, "which lock guards the cookies?") == ["Keeper.refresh takes a lock: self.cookie_lock"]
    reply = by_rules(fetcher, "which lock is held while cookies are refreshed?")
    assert not reply.said
    assert "Named for some of it: `cookie_lock` (fetch.py:11)" in reply.note
    assert not told(lamp, "which mutex protects the stamp album?")


def test_what_a_variable_is_given_besides(lamp: Desk) -> None:
    assert told(lamp, "which editor is started if LAMP_EDITOR is not set?") == [
        'get_editor: `editor = getenv("VISUAL")`, when `!editor && !dumb`',
        'get_editor: `editor = "vi"`, when `!editor`',
    ]


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("how many times is a failed network request retried at most?", "macro DEFAULT_N_NETWORK_RETRIES is `5`"),
        ("how many tracks fit in the play queue?", "macro PLAYQUEUE_SIZE is `100`"),
        ("how many tracks can the play queue hold?", "macro PLAYQUEUE_SIZE is `100`"),
    ],
)
def test_a_count_that_is_a_bound(lamp: Desk, question: str, said: str) -> None:
    reply = by_rules(lamp, question)
    assert [line.text for line in reply.said] == [said]
    assert "nothing of it says" in reply.note


@pytest.mark.parametrize("question", ["how many cups fit in the cupboard?", "how often is a tea brewed again at most?"])
def test_a_bound_that_nothing_is_named_for(lamp: Desk, question: str) -> None:
    assert not told(lamp, question)


def test_an_option_that_speaks_of_it_is_neither_yes_nor_no(fetcher: Desk) -> None:
    reply = by_rules(fetcher, "does it follow HTTP redirects?")
    assert reply.note.startswith("I say neither yes nor no")
    assert len(reply.said) == 1
    assert reply.said[0].text.startswith("`--no-http-redirects`: ")
    assert not told(fetcher, "can it brew tea?")


def test_a_flag_and_another_count_of_tries_are_no_bound() -> None:
    here = desk(
        {
            "web.py": b"def fetch_page_with_retries(url, retry_fatal=False):\n    return get(url)\n\n\ndef live_fragments(url):\n    retries = 30\n    while not fragments(url) and retries > 0:\n        retries -= 1\n"
        }
    )
    assert not told(here, "how many times is a failed page retried at most?")
    assert by_rules(here, "how many times is a fragment retried?").asked != "bounded"
