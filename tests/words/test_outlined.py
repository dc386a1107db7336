"""What a box has no room for: what tells least, but never what was tried above what is done on its error."""

from __future__ import annotations

from flowscout.words.outlined import lines
from flowscout.words.structured import Told

TRIED, DONE = Told("raster = open_image(data)", 2, 1), Told("Set path to name", 9, 1)
CAUGHT = (Told("Remove url", 4, 8), Told("Unlink kind", 5, 8), Told("raise LoadError", 6, 8))


def test_what_is_done_on_an_error_stands_below_what_was_tried() -> None:
    some = [Told("Set mode to 1", 1, 1), TRIED, Told("On OSError", 3, 1, CAUGHT, caught=True), DONE]
    assert lines(some, rows=2) == (["raster = open_image(data)", "On OSError: remove url; unlink kind"], 3)


def test_what_is_done_under_a_question_needs_nothing_above_it() -> None:
    some = [Told("Set mode to 1", 1, 1), TRIED, Told("If data", 3, 1, CAUGHT), DONE]
    assert lines(some, rows=2) == (["If data: remove url; unlink kind; raise LoadError"], 3)
