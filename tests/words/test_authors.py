"""Which comments on a function say what it does, as a table people read (`authors.md`)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from flowscout.words.about import DocumentedFunction, behaviour
from flowscout.words.whole_clauses import LONGEST


def rows() -> list[tuple[str, str, str]]:
    text = (Path(__file__).parent / "authors.md").read_text(encoding="utf-8")
    cells = [
        [cell.strip() for cell in re.split(r" \| ", line.strip("| "))]
        for line in text.split("\n")
        if line.startswith("| ")
    ]
    return [(name, comment, said) for name, comment, said in cells if name != "name"]


@pytest.mark.parametrize(("name", "comment", "said"), rows(), ids=[name for name, _, _ in rows()])
def test_an_authors_sentence(name: str, comment: str, said: str) -> None:
    told = behaviour(comment, DocumentedFunction(name))

    assert (told or "–") == said
    assert len(told) <= LONGEST


def test_of_a_comment_that_was_cut_whole_clauses_are_left() -> None:
    cut = "Send a text to a file (typically standard output), optionally without its colours if the setting is"

    assert (
        behaviour(cut, DocumentedFunction("send_to_console", whole=False))
        == "Send a text to a file (typically standard output)."
    )
