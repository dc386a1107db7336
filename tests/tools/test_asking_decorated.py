"""What stands above a function says what it is: cached, a property, a context manager; that nothing does says no more than that."""

from __future__ import annotations

import pytest

from flowscout.tools.asking.answer import by_rules
from flowscout.tools.desk import Desk
from tools.shop import desk

PYTHON = b"""import functools
from contextlib import contextmanager


@functools.lru_cache(maxsize=8)
def load_prices(path):
    return open(path).read()


def load_names(path):
    return open(path).read()


@contextmanager
def opened(path):
    yield open(path)


class Ledger:
    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()

    @property
    def total(self):
        return 1


class BigLedger(Ledger):
    def close(self):
        return None
"""


@pytest.fixture(scope="module")
def shop() -> Desk:
    return desk({"ledger.py": PYTHON})


SAID = {
    "is load_prices cached?": ["Yes: load_prices is decorated with `@functools.lru_cache(maxsize=8)` (ledger.py:5)"],
    "Is the result of `load_prices` memoized?": [
        "Yes: load_prices is decorated with `@functools.lru_cache(maxsize=8)` (ledger.py:5)"
    ],
    "is load_names cached?": ["No decorator of load_names says so: it has none (ledger.py:10)"],
    "is opened a context manager?": ["Yes: opened is decorated with `@contextmanager` (ledger.py:14)"],
    "is Ledger a context manager?": ["Yes: Ledger has __enter__ (ledger.py:20)"],
    "is Ledger.total a property?": ["Yes: Ledger.total is decorated with `@property` (ledger.py:26)"],
    "which decorators does opened have?": ["opened is decorated with `@contextmanager` (ledger.py:14)"],
    "which functions are cached?": ["load_prices is decorated with `@functools.lru_cache(maxsize=8)` (ledger.py:5)"],
    "which functions use the contextmanager decorator?": ["opened is decorated with `@contextmanager` (ledger.py:14)"],
}


@pytest.mark.parametrize("question", SAID)
def test_a_decorator_says_it(question: str, shop: Desk) -> None:
    reply = by_rules(shop, question)
    assert [f"{line.text} ({line.path}:{line.line})" for line in reply.said] == SAID[question]


def test_that_no_decorator_says_so_is_no_plain_no(shop: Desk) -> None:
    assert "what it does to that end itself is not seen" in by_rules(shop, "is load_names cached?").note
    assert "safe I cannot tell" in by_rules(shop, "is load_names threadsafe?").note
