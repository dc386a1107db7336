"""Sentences about a function, in the third person."""

from __future__ import annotations

import pytest

from flowscout.words.phrases import third


@pytest.mark.parametrize(
    ("phrase", "sentence"),
    [
        ("decrement the row and remove it from the table", "decrements the row and removes it from the table"),
        ("call `f(x and get the y)` and return it", "calls `f(x and get the y)` and returns it"),
        ("read and return the content", "reads and returns the content"),
        ("stop, and drop the rest", "stops, and drops the rest"),
        ("allocate and store marks", "allocates and stores marks"),
        ("read, parse and return rows", "reads, parses and returns rows"),
        ("take the cut and the copy from it", "takes the cut and the copy from it"),
    ],
)
def test_every_verb_is_in_the_third_person(phrase: str, sentence: str) -> None:
    assert third(phrase) == sentence
