"""Lines of a summary told together."""

from __future__ import annotations

from flowscout.tasks.inwords import merged


def test_what_comes_the_same_ways_is_one_line() -> None:
    lines = [
        "Raises TypeError via ack",
        "Raises TypeError via reject",
        "Raises ValueError via ack",
        "Raises ValueError via reject",
        "Re-raise",
    ]

    assert merged(lines) == ("Raises TypeError or ValueError via ack or reject", "Re-raise")


def test_errors_that_come_different_ways_stay_apart() -> None:
    assert merged(["Raises KeyError via get", "Raises OSError via read → open"]) == (
        "Raises KeyError via get",
        "Raises OSError via read → open",
    )


def test_of_many_ways_the_first_two_are_named() -> None:
    assert merged([f"Changes Row.size via step{n}" for n in range(4)]) == (
        "Changes Row.size via step0 or step1 or 2 other ways",
    )


def test_what_is_done_here_has_no_way() -> None:
    assert merged(["Set size to 3", "Set size to 3"]) == ("Set size to 3",)
