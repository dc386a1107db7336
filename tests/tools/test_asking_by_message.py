"""What happens then, by what the code itself tells of it."""

from __future__ import annotations

import pytest

from flowscout.tools.asking.answer import by_rules
from flowscout.tools.desk import Desk
from tools.shop import desk

PYTHON = b"""import logging

log = logging.getLogger(__name__)


class Book:
    def load(self, cards):
        for card in cards:
            uid = card.uid
            if not uid:
                log.warning("Card %s of book %s has no UID and is left out.", card, self.name)
            elif uid in self.cards:
                log.warning("Card %s and %s of book %s have the same UID. The first is not kept.", card, self.cards[uid], self.name)
                self.twice += 1
            else:
                self.cards[uid] = card
"""
SHELF = b"""import logging

log = logging.getLogger(__name__)


def names_of(shelf):
    def on_error(exc):
        log.warning("Failed listing directory %s", shelf)
        return []

    return guarded(on_error, shelf.listdir)


def begin(shelf):
    if not shelf.listing:
        log.error("not a listing of a directory")


def weigh(shelf):
    rows = shelf.get_file_list()
    if not rows:
        raise ValueError("empty")
"""
C = b"""
int card_tie(const char *card, const char *other) {
  int rc = link(card, other);
  if (rc) {
    fprintf(stderr, "Failed to make hardlink %s\\n", other);
    give_back(card);
  }
  return rc;
}
"""
FILTER = b"""
std::vector<card> card_filter::read_from_file(const std::string& path) {
  std::ifstream f(path);
  if (!f.is_open())
    throw std::invalid_argument("File not found: " + path);
  return rows_of(f);
}
"""


@pytest.fixture(scope="module")
def cards() -> Desk:
    return desk({"book.py": PYTHON, "tie.c": C, "shelf.py": SHELF, "filter.cc": FILTER})


@pytest.mark.parametrize(
    ("question", "told", "then"),
    [
        ("what happens when making a hard link fails?", "Failed to make hardlink", "give_back(card)"),
        ("what happens if two cards have the same UID?", "have the same UID", "self.twice += 1"),
        ("what happens when listing a directory fails?", "Failed listing directory", "return []"),
        ("what happens if the filter file is not found?", "File not found: ", "card_filter::read_from_file"),
    ],
)
def test_what_a_message_says_and_what_is_done_beside_it(cards: Desk, question: str, told: str, then: str) -> None:
    said = [line.text for line in by_rules(cards, question).said]
    assert told in said[0]
    assert any(then in line for line in said)


def test_a_message_that_denies_is_not_of_what_is_so(cards: Desk) -> None:
    assert not any(
        "no UID" in line.text for line in by_rules(cards, "what happens if two cards have the same UID?").said
    )
