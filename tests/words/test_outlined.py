"""What a box has no room for: what tells least, but never what was tried above what is done on its error."""

from __future__ import annotations

from flowscout.model.sfm import ACTION, DECISION, ERROR, STATE_CHANGE, VALIDATION, ScenarioStep, Transition
from flowscout.words.dominated import Around
from flowscout.words.outlined import lines, outlined
from flowscout.words.structured import Told

TRIED, DONE = Told("raster = open_image(data)", 2, 1), Told("Set path to name", 9, 1)
CAUGHT = (Told("Remove url", 4, 8), Told("Unlink kind", 5, 8), Told("raise LoadError", 6, 8))


def test_what_is_done_on_an_error_stands_below_what_was_tried() -> None:
    some = [Told("Set mode to 1", 1, 1), TRIED, Told("On OSError", 3, 1, CAUGHT, caught=True), DONE]
    assert lines(some, rows=2) == (["raster = open_image(data)", "On OSError: remove url; unlink kind"], 3)


def test_what_is_done_under_a_question_needs_nothing_above_it() -> None:
    some = [Told("Set mode to 1", 1, 1), TRIED, Told("If data", 3, 1, CAUGHT), DONE]
    assert lines(some, rows=2) == (["If data: remove url; unlink kind; raise LoadError"], 3)


def step(id_: str, kind: str, label: str, *ways: tuple[str, str]) -> ScenarioStep:
    return ScenarioStep(id_, kind, label, label, (), tuple([Transition(*way) for way in ways]))


def test_who_ends_within_an_arm_is_told_before_what_stands_below_him() -> None:
    """Else it reads as if all of the other answer came to it."""
    first = [
        step(f"a{at}", STATE_CHANGE, f"Append {at} to the rows of the first", (f"a{at + 1}" if at < 4 else "next", ""))
        for at in range(5)
    ]
    other = [
        step(f"b{at}", STATE_CHANGE, f"Append {at} to the rows of the other", (f"b{at + 1}" if at < 5 else "next", ""))
        for at in range(6)
    ]
    run = [
        step("q", DECISION, "ready?", ("a0", "yes"), ("guard", "no")),
        *first,
        step("guard", VALIDATION, "plain?", ("b0", "yes"), ("fail", "no")),
        *other,
    ]
    outside = {"fail": step("fail", ERROR, "Raise Twice"), "next": step("next", ACTION, "Go on")}
    rows = outlined(run, Around(frozenset(["q"]), outside, next="next"))[0].split("\n")

    below = rows[rows.index("• Otherwise:") + 1 :]
    assert below[0] == "– Unless plain: raise Twice"
    assert below[1].startswith("– Append 0 to the rows of the other")
