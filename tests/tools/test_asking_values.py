"""Bounds, defaults and environment variables in words that the code has otherwise; of what is not seen nothing is claimed."""

from __future__ import annotations

import pytest

from flowscout.tools.asking.answer import by_rules
from flowscout.tools.desk import Desk
from tools.shop import desk

C = b"""#define MAX_TABLES 64
#define SENDBUFFER_MAX_LEN 32768
#define MAX_UNREG_PER_IP 3
#define SENDBUFFER_FLUSH_LEN 4096

int Conf_MaxGuestsHouse;

void set_defaults(void) {
  Conf_MaxGuestsHouse = 5;
}

int let_in(int house, int table) {
  if (table >= MAX_TABLES)
    return -1;
  if (Conf_MaxGuestsHouse > 0 && guests_of(house) >= Conf_MaxGuestsHouse)
    return -1;
  return seat(house, table);
}
"""
PYTHON = b"""import os

LETTER_SIZE_DEFAULT = 2**10


class LetterPool:
    def __init__(self, open_timeout=7, letter_size_limit=LETTER_SIZE_DEFAULT):
        self.open_timeout = float(
            os.getenv("POST_OPENING", open_timeout)
        )
        self.letter_size_limit = letter_size_limit


class Office:
    def __init__(self, close_timeout=9):
        self.close_timeout = close_timeout
        self.sort_interval = close_timeout + 5


def colours():
    return os.environ.get("POST_NOCOLOUR") is None
"""


@pytest.fixture(scope="module")
def post() -> Desk:
    return desk({"hall.c": C, "post.py": PYTHON})


BOUNDS = {
    "What is the maximum number of reserved tables?": ["macro MAX_TABLES is `64`", "let_in: `if (table >= MAX_TABLES)`"],
    "How large may the send buffer get?": ["macro SENDBUFFER_MAX_LEN is `32768`"],
    "How many guests from one house are allowed?": ["set_defaults: `Conf_MaxGuestsHouse` is set to `5`", "let_in: `if (Conf_MaxGuestsHouse > 0 && guests_of(house) >= Conf_MaxGuestsHouse)`"],
    "How many unregistered guests may one IP address have?": ["macro MAX_UNREG_PER_IP is `3`"],
    "How long is the sort interval of the office?": ["Office.__init__: `self.sort_interval` is set to `close_timeout + 5`"],
    "What is the default open timeout of a letter pool?": ["`open_timeout` of LetterPool.__init__ is `7` by default"],
    "What is the limit of the letter size?": ["`letter_size_limit` of LetterPool.__init__ is `LETTER_SIZE_DEFAULT` by default", "LETTER_SIZE_DEFAULT is `2**10`"],
}  # fmt: skip


@pytest.mark.parametrize("question", BOUNDS)
def test_a_bound_is_the_name_that_holds_most_of_the_words(question: str, post: Desk) -> None:
    reply = by_rules(post, question)
    assert ([line.text for line in reply.said], reply.asked) == (BOUNDS[question], "bounded"), reply


def test_words_that_no_name_holds_are_told(post: Desk) -> None:
    assert by_rules(post, "How many guests from one house in town are allowed?").note.endswith(
        "nothing of it says `town`."
    )


@pytest.mark.parametrize("question", ["How many unicorns are allowed?", "What is the limit of the garden?"])
def test_what_no_name_holds_is_no_bound(question: str, post: Desk) -> None:
    assert by_rules(post, question).said == ()


VARIABLES = {
    "Which environment variable overrides open_timeout?": ["`POST_OPENING`, read by LetterPool.__init__"],
    "Which env var turns the colours off?": ["`POST_NOCOLOUR`, read by colours"],
}


@pytest.mark.parametrize("question", VARIABLES)
def test_a_variable_is_known_by_its_name_and_where_it_is_read(question: str, post: Desk) -> None:
    assert [line.text for line in by_rules(post, question).said] == VARIABLES[question]


def test_where_none_is_named_so_all_are_told_as_that(post: Desk) -> None:
    reply = by_rules(post, "Which environment variable sets the postage?")
    assert (len(reply.said), reply.note) == (2, "I do not see which of these is about `postage`: all that are read by a text.")  # fmt: skip


def test_of_a_project_that_reads_none_nothing_else_is_told() -> None:
    reply = by_rules(desk({"hall.c": C}), "Which environment variable sets the maximum number of tables?")
    assert (reply.said, reply.note) == ((), "I find no environment variable that is read by a text.")
