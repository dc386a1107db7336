"""How and where something is done, by the function that is there for it; not by what only reads or gets something of the kind."""

from __future__ import annotations

import pytest

from flowscout.tools.asking.answer import by_rules
from flowscout.tools.desk import Desk
from tools.shop import desk

QUERY = b'''class Term:
    pass


def parse(text):
    """Parse a text into a query."""
    if ":" in text:
        return Term(*text.split(":"))
    return Term(text)
'''
TIME = b'''def totime(text):
    """Convert a generic time string to a time in seconds."""
    return int(text)


def guess_kind(name):
    """Determine the kind of a name: looks into it where it is a crate (eg. of a known crate form)."""
    return name[-1]


def pretty(seconds):
    """Convert seconds to a readable string."""
    return str(seconds)
'''
BOOK = b'''import os

from query import parse


class Card:
    def write_to_file(self, path):
        with open(path, "w") as out:
            out.write(self.card.dump())


class Book:
    def load(self, query):
        for name in self.get_card_names(query):
            self.get_card(name, query)

    def keep(self, card):
        card.write_to_file(self.path)

    def _load_settings_file(self, name):
        """Find and load the settings file."""
        return open(name or os.path.join("~", "book.ini"))
'''
C = b"""
struct rows { int n; };

/* all with the same size stand side by side */
void markduplicates(struct rows *r) {
  r->n = 1;
}

void sweep(struct rows *r, int dry) {
  int found = getduplicates(r);
  markduplicates(r);
}
"""


@pytest.fixture(scope="module")
def book() -> Desk:
    return desk({"query.py": QUERY, "book.py": BOOK, "rows.c": C, "clock.py": TIME})


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("how is a query parsed?", "parse: Parses a text into a query; "),
        ("where is the settings file looked for?", "Book._load_settings_file: Finds and loads the settings file"),
        ("where are cards written to disk?", "Card.write_to_file: "),
        ("how are duplicates marked?", "markduplicates: "),
        ("how is a time string converted to seconds?", "totime: Convert a generic time string"),
    ],
)
def test_the_function_that_is_there_for_it_comes_first(book: Desk, question: str, first: str) -> None:
    said = by_rules(book, question).said
    assert said[0].text.startswith(first)


def test_what_only_gets_something_parses_nothing(book: Desk) -> None:
    assert not by_rules(book, "where are card names parsed?").said


def test_what_a_description_says_behind_its_first_sentence_is_no_deed(book: Desk) -> None:
    assert by_rules(book, "how is the crate form determined?").asked != "named_for"
