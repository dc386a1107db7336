"""One comment for a key, whatever order runs finish in and whoever copies our marker."""

from __future__ import annotations

import pytest

from flowscout.model.publication import Posted
from flowscout.tasks.document import Marker, mark, marked, read_mark
from flowscout.tasks.sticky import CREATE, HIDE, LEAVE, RECREATE, SHRINK, UPDATE, plan

US = frozenset({"github-actions[bot]"})
MINE = Marker("app/review", "b" * 40, 20, 1)


def comment(of: Marker, text: str = "old", author: str = "github-actions[bot]", first: str = "") -> Posted:
    return Posted(7, author, f"{first}{marked(of, text)}")


def act(*comments: Posted, text: str = "new", head: str = MINE.sha, mode: str = "update", silent: bool = False) -> str:
    return plan(comments, US, MINE, marked(MINE, text), head, mode, silent).act


def test_the_first_result_makes_a_comment_and_no_result_makes_none() -> None:
    assert (act(), act(silent=True)) == (CREATE, LEAVE)


@pytest.mark.parametrize(
    ("mode", "expected"),
    [("update", UPDATE), ("on-change", UPDATE), ("recreate", RECREATE), ("hide-and-recreate", HIDE), ("off", LEAVE)],
)
def test_a_later_push_does_what_the_mode_says(mode: str, expected: str) -> None:
    assert act(comment(MINE._replace(sha="a" * 40, run=10)), mode=mode) == expected


def test_an_equal_text_is_not_edited_even_if_the_commit_is_another() -> None:
    assert act(comment(MINE._replace(sha="a" * 40, run=10), "new")) == LEAVE


def test_a_comment_shrinks_when_there_is_nothing_to_tell_any_more() -> None:
    assert act(comment(MINE._replace(sha="a" * 40, run=10)), silent=True) == SHRINK


def test_an_older_run_that_ends_later_changes_nothing() -> None:
    newer = comment(MINE._replace(sha="c" * 40, run=21))
    assert act(newer, head="c" * 40) == LEAVE
    assert act(newer, head="") == LEAVE
    assert act(comment(MINE._replace(attempt=2))) == LEAVE
    assert act(comment(MINE._replace(sha="c" * 40, run=21)), head=MINE.sha) == UPDATE


def test_a_copied_marker_is_not_ours() -> None:
    assert act(comment(MINE, author="mallory")) == CREATE
    assert act(comment(MINE, first="look:\n")) == CREATE
    assert act(comment(MINE._replace(key="other/review"))) == CREATE


def test_a_marker_reads_back_and_a_malformed_one_is_none() -> None:
    assert read_mark(mark(MINE, "text\nmore") + "\r\ntext\r\nmore\n") == MINE
    assert read_mark(mark(MINE, "text").replace("b" * 40, "zz") + "\ntext") is None


def test_a_marker_of_another_text_is_quoted_and_not_ours() -> None:
    assert read_mark(mark(MINE, "text") + "\nanother") is None
    assert (
        act(
            Posted(
                7, "github-actions[bot]", mark(MINE._replace(run=10**19), "ours") + " was the title\nof a pull request"
            )
        )
        == CREATE
    )
    assert (
        act(
            Posted(
                7, "github-actions[bot]", mark(MINE._replace(run=10**19), "ours") + "\nis the title of a pull request"
            )
        )
        == CREATE
    )
