"""A question and its answer, said as what is supposed."""

from __future__ import annotations

import pytest

from flowscout.words.supposing import supposed


@pytest.mark.parametrize(
    ("asked", "answer", "told"),
    [
        ("fd is less than 0?", "yes", "If fd is less than 0"),
        ("fd is less than 0?", "no", "If fd is at least 0"),
        ("Which state?", "kOpen", "kOpen"),
        ("Which answer?", "yes", "yes"),  # a case of that name is no answer to the question
        ("Which state?", "otherwise", "Otherwise"),
        ("Read the file", "on OSError", "on OSError"),
    ],
)
def test_an_answer_is_said_of_its_question(asked: str, answer: str, told: str) -> None:
    assert supposed(asked, answer) == told
