"""Conditions and outcomes in fewer words: texts stay as they are, and nothing is told of what no way gives."""

from __future__ import annotations

from flowscout.stages.summarise.asked import closing, ungiven
from flowscout.stages.summarise.chains import values_among


def test_a_call_is_told_without_what_it_is_given_where_that_is_long() -> None:
    assert ungiven("find(the_first_of_all_names, of_this_table) is set") == "find(…) is set"
    assert ungiven("find(name) is set") == "find(name) is set"


def test_a_text_that_looks_like_a_call_stays() -> None:
    asked = 'name is "find(the_first_of_all_names, of_this_table)"'
    assert ungiven(asked) == asked


def test_a_parenthesis_in_a_text_closes_nothing() -> None:
    asked = 'find(")", name) is set'
    assert asked[: closing(asked, len("find("))] == 'find(")", name'


def test_values_are_told_only_where_every_way_gives_one() -> None:
    given = ["return `a`", "return `b`", "return `c`"]
    assert values_among(given) == "return `a`, `b` or `c`"
    assert values_among([*given, "return early"]) == ""
