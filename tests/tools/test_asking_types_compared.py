"""Two types beside each other."""

from __future__ import annotations

from flowscout.tools.asking.answer import by_rules
from tools.shop import desk

PYTHON = b"""class Query:
    pass


class NoTerm(Query):
    def match(self, text):
        return False


class AnyTerm(Query):
    def __init__(self):
        self.asked = 0

    def match(self, text):
        return True

    def count(self):
        return self.asked
"""


def test_types_are_compared_by_what_only_one_has_and_what_they_do_otherwise() -> None:
    reply = by_rules(desk({"query.py": PYTHON}), "what is the difference between NoTerm and AnyTerm?")
    assert [line.text for line in reply.said] == [
        "class NoTerm of Query",
        "class AnyTerm of Query",
        "only AnyTerm itself has the methods `__init__`, `count`",
        "only AnyTerm itself has the field `asked`",
        "NoTerm.match: Returns `False`.",
        "AnyTerm.match: Returns `True`.",
    ]
