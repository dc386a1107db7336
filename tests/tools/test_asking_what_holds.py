"""Which type holds something, what an option does, whose function is meant, and the order of what is done in either of two arms."""

from __future__ import annotations

import pytest

from flowscout.tools.asking.answer import by_rules
from flowscout.tools.desk import Desk
from tools.shop import desk

C = b"""/* What we know of a sack on its way. */
struct parcel {
    int weight;     /* in grams */
    char *receiver; /* the one who has ordered it */
};

int main(int argc, char **argv) {
    int c;
    while ((c = getopt(argc, argv, "qd:")) != -1) {
        switch (c) {
        case 'q':
            quiet = 1;
            break;
        case 'd':
            depot = optarg;
            break;
        }
    }
    return 0;
}
"""
PYTHON = b"""import argparse


class Carrier:
    def __init__(self):
        self.parcel = None

    def deliver(self, offer):
        if "letter" in offer:
            self.send_receipt(offer)
            self.write_letter(offer)
        elif "parcel" in offer:
            self.send_receipt(offer)
            self.write_parcel(offer)

    def send_receipt(self, offer):
        self.line.send(offer)

    def write_letter(self, offer):
        self.book.write(offer)

    def write_parcel(self, offer):
        self.book.write(offer)


class Guest:
    def deliver(self, offer):
        raise TypeError(offer)


def options():
    parser = argparse.ArgumentParser()
    parser.add_argument("--round-trip", action="store_true", help="come back on the same day")
    parser.add_argument("-e", help="deliver in the evening alone")
    return parser
"""


@pytest.fixture(scope="module")
def post() -> Desk:
    return desk({"post.c": C, "post.py": PYTHON})


SAID = {
    "which struct holds the weight of a sack?": "struct parcel: field `weight` of type `int` (post.c:3)",
    "which type keeps the receiver of a parcel?": "struct parcel: field `receiver` of type `char *` (post.c:4)",
    "what does the -q option do?": "main: `quiet = 1`, when `c is 'q'` (post.c:12)",
    "what is --round-trip for?": "`--round-trip`: `come back on the same day` (post.py:33)",
    "does deliver of Guest raise TypeError?": "Yes: Guest.deliver raises TypeError (post.py:28)",
    "is the letter written before the receipt is sent?": "No: in Carrier.deliver `sent the receipt` comes first, then `written the letter` (post.py:10)",
    "where are settings of parcels kept?": "",
}  # fmt: skip


@pytest.mark.parametrize("question", SAID)
def test_it_is_told(question: str, post: Desk) -> None:
    said = by_rules(post, question).said[:1]
    assert "".join(f"{line.text} ({line.path}:{line.line})" for line in said) == SAID[question]
