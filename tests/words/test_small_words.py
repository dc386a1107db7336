"""What small rules of English do: lists of outcomes, articles, words that say no more than a name."""

from __future__ import annotations

import pytest

from flowscout.shelf import load
from flowscout.words.about import respells
from flowscout.words.assignments import declare, target_of
from flowscout.words.code import parse
from flowscout.words.comments import title
from flowscout.words.outcomes import listed
from flowscout.words.questions import article
from flowscout.words.values import said


@pytest.mark.parametrize(
    ("labels", "told"),
    [
        (["Return null"], "Return null"),
        (["Return the size", "Return null"], "Return the size or null"),
        (["Return A, B or C", "Return D"], "Return A, B, C or D"),
        (["Return A", "Return A"], "Return A"),
        (["Return A", "Raise E"], "Return A or Raise E"),
        (["Done", "Return A"], "Done or Return A"),
    ],
)
def test_outcomes_are_listed_with_one_verb_where_they_share_it(labels: list[str], told: str) -> None:
    assert listed(labels) == told


@pytest.mark.parametrize(
    ("noun", "told"),
    [
        ("str", "a str"),
        ("Exception", "an Exception"),
        ("HTTPError", "an HTTPError"),
        ("URL", "a URL"),
        ("user", "a user"),
    ],
)
def test_the_article_goes_by_the_sound(noun: str, told: str) -> None:
    assert article(noun) == told


def test_a_word_within_a_name_says_nothing_new_unless_it_is_too_short_to_tell() -> None:
    assert respells("The basket.", "basketball")
    assert not respells("Go.", "cargo")


@pytest.mark.parametrize("op", ["==", "!=", "<", "<=", ">", ">=", "is", "is not", "in", "not in"])
def test_a_comparison_as_a_value_is_whether_it_holds(op: str) -> None:
    text, python = f"a {op} b", load("flowscout.languages", "python")
    assert said(*parse(text, python)).startswith("whether a ")


def test_what_a_macro_declares_is_called_as_it_is_where_it_points() -> None:
    cpp = load("flowscout.languages", "cpp")
    assert [target_of(*parse(text, cpp)) for text in ("ALLOC(*f)", "MASK(~f)")] == ["f", "MASK(~f)"]


def test_a_constant_that_is_looked_up_is_set_one_that_is_worked_out_is_kept() -> None:
    cpp = load("flowscout.languages", "cpp")
    assert declare("static const int most = 3;", cpp) == "Set most to 3"
    assert declare("static const int most = count();", cpp).startswith("Keep most between calls")
    assert declare("static int tries = 3;", cpp) == "Keep tries between calls"


def test_a_comment_is_cut_at_what_says_which_only_where_it_may_be() -> None:
    comment = "Free all the old lines that end before this one and were never shown"
    assert title(comment, room=30) == "Free all the old lines"
    assert title(comment, room=30, whole=True) == ""


def test_a_title_ends_before_what_it_aims_at_where_that_is_cut() -> None:
    said = "Print the line as soon as it is generated to ensure that it is displayed before anything else happens"
    assert title(said) == "Print the line as soon as it is generated"
    assert (
        title("Print the line at once in order to ensure that nobody who waits has to wait") == "Print the line at once"
    )
    assert (
        title("Walk up to the node that has been given to us by whoever called this function") == "Walk up to the node"
    )


def test_a_title_is_not_cut_within_what_it_lists() -> None:
    assert title("Create the high-level parsing functions for strings, bytes, and numbers.") == ""
    assert title("Create the high-level parsing functions for strings, then hand them to whoever asked") == (
        "Create the high-level parsing functions for strings"
    )
