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
        -   yes: Return -1 (error)
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

    assert diff(before, after) == "@@ -3,3 +3,3 @@\n       2. go\n-      stop\n+3. stop\n 4. end"


def test_of_two_questions_that_read_alike_it_is_known_which_one_went() -> None:
    before = """
        1. load
        2. linked?
           yes: 3. Use the safe one
        4. linked?
           yes: 5. Make room
        6. Return (end)
        """
    after = """
        1. load
        2. linked?
           yes: 3. Make room
        4. Return (end)
        """
    names = {1: "a", 4: "d", 5: "e", 6: "f"}, {1: "a", 2: "d", 3: "e", 4: "f"}

    found = outline_diff(dedent(before).strip("\n"), dedent(after).strip("\n"), 1, names, set())

    assert found.split("\n")[1:] == [
        " 1. load",
        "-linked?",
        "-   yes: Use the safe one",
        " 2. linked?",
    ]


def test_an_arrow_to_a_step_that_says_something_else_now_is_the_same() -> None:
    before = "1. load\n2. linked?\n   no: → 4\n3. Make room\n4. Decode it"
    after = "1. load\n2. linked?\n   no: → 4\n3. Make room\n4. Decode it safely"
    names = {number: str(number) for number in range(1, 5)}

    assert outline_diff(before, after, 0, (names, names), set()) == "@@ -5,1 +5,1 @@\n-Decode it\n+4. Decode it safely"


def test_a_case_of_many_values_may_get_another_number() -> None:
    case = ", ".join(f"F_EXPR_NUMBER_{at}" for at in range(12))
    before = f"1. f\n2. Which type?\n   {case}: 3. Set left → 4\n   otherwise: → 4\n4. Return 0 (end)"
    after = f"1. f\n2. Check it\n3. Which type?\n   {case}: 4. Set left → 5\n   otherwise: → 5\n5. Return 0 (end)"

    assert diff(before, after) == "@@ -1,2 +1,3 @@\n 1. f\n+2. Check it\n 3. Which type?"


def test_what_is_gone_leads_to_a_step_by_its_later_number() -> None:
    before = """
        1. f
        2. r?
           yes: 3. Send it
           no: → 4
        4. n?
        5. r is old?
           yes: → 6
        6. Forget it
        7. Return 0 (end)
        """
    after = """
        1. f
        2. Send it
        3. Log it
        4. Count it
        5. n?
        6. Return 0 (end)
        """

    found = diff(before, after)

    assert "-   no: → 5" in found
    assert "-   yes: → Forget it (gone)" in found
