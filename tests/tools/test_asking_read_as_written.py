"""Code is read as it is written: commas in texts part no arguments, a bracket that closes on a line of its own ends no block, and words of amounts are words."""

from __future__ import annotations

import pytest

from flowscout.tools.asking.answer import by_rules
from flowscout.tools.desk import Desk
from tools.shop import desk

HIVE = b'''import threading


class State:
    """Of a hive."""

    def __init__(self):
        self.frames = []
        self.gate = threading.Lock()


class Hive:
    least_frames = 3
    rest_days = 14

    def feed(self, jar):
        pour(jar, "sugar, water", 3)
        with self.gate_lock(
            jar
        ):
            self.frames.append(jar)
            settle(jar)
        self.fed = True
        smoke(jar)


def pour(jar, what, spoons):
    return jar


def settle(jar):
    return jar


def smoke(jar):
    return jar
'''


@pytest.fixture(scope="module")
def hive() -> Desk:
    return desk({"hive.py": HIVE})


SAID = {
    'is pour called with "sugar, water"?': 'Yes: Hive.feed: `pour(jar, "sugar, water", 3)` (hive.py:17)',
    "is pour called with 3?": 'Yes: Hive.feed: `pour(jar, "sugar, water", 3)` (hive.py:17)',
    "is settle called while holding the lock?": "Yes: 1 of 1 places hold a lock that their function takes itself (hive.py:22)",
    "is smoke called while holding the lock?": "Not in the functions that do it: 0 of 1 places hold a lock that their function takes itself (hive.py:24)",
    "is `frames` only modified under the lock?": "Yes: 1 of 1 places hold a lock that their function takes itself (hive.py:21)",
    "what is the least number of frames?": "least_frames is `3` (hive.py:13)",
    "how many days does a hive rest?": "`rest_days = 14` (hive.py:14)",
    "where is State defined?": "class State (hive.py:4)",
}  # fmt: skip


@pytest.mark.parametrize("question", SAID)
def test_it_is_read_as_it_is_written(question: str, hive: Desk) -> None:
    line = by_rules(hive, question).said[0]
    assert f"{line.text} ({line.path}:{line.line})" == SAID[question]
