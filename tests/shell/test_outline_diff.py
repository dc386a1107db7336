"""Outlines held against each other: what only got another number is the same."""

from __future__ import annotations

from textwrap import dedent

from flowscout.tasks.outline_diff import outline_diff


def diff(was: str, now: str) -> str:
    return outline_diff(dedent(was).strip("\n"), dedent(now).strip("\n"), 1)


BEFORE = """
    1. load
    2. numbers is null?
       yes: 3. Return -1 (error)
    4. Create the index
    5. For each item in index
       next item: 6. Check it → back to 5
    7. Return 0 (end)
    """


def test_a_step_before_moves_no_step() -> None:
    after = """
        1. load
        2. numbers is null?
           yes:
              3. Log the error
              4. Return -1 (error)
        5. Create the index
        6. For each item in index
           next item: 7. Check it → back to 6
        8. Return 0 (end)
        """

    assert diff(BEFORE, after) == dedent(
        """\
        @@ -2,3 +2,5 @@
         2. numbers is null?
        -   yes: 3. Return -1 (error)
        +   yes:
        +      3. Log the error
        +      4. Return -1 (error)
         5. Create the index"""
    )


def test_an_arrow_to_another_step_is_told() -> None:
    assert "+   next item: 6. Check it → back to 4" in diff(BEFORE, BEFORE.replace("back to 5", "back to 4"))


def test_the_same_says_nothing() -> None:
    assert diff(BEFORE, BEFORE) == ""


def test_what_stands_under_a_new_question_says_the_same() -> None:
    after = """
        1. load
        2. numbers is null?
           yes: 3. Return -1 (error)
        4. may create?
           yes:
              5. Create the index
              6. For each item in index
                 next item: 7. Check it → back to 6
        8. Return 0 (end)
        """

    assert diff(BEFORE, after) == dedent(
        """\
        @@ -3,2 +3,4 @@
            yes: 3. Return -1 (error)
        +4. may create?
        +   yes:
               5. Create the index"""
    )


def test_what_stands_under_another_step_differs() -> None:
    before = "1. ok?\n   yes:\n      2. go\n      3. stop\n4. end"
    after = "1. ok?\n   yes:\n      2. go\n3. stop\n4. end"

    assert diff(before, after) == "@@ -3,3 +3,3 @@\n       2. go\n-      3. stop\n+3. stop\n 4. end"
