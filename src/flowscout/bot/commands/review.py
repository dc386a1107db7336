"""Shows what the pull request does to the flow of the code, as the review comment does."""

from __future__ import annotations

from collections.abc import Mapping

from ...model.publication import Document
from ...tasks.review.document import document
from ..command import Command, CommandQuestion


def answer(question: CommandQuestion, given: Mapping[str, str]) -> Document:
    made = document(question.review(), question.settings.style, question.link)
    return made._replace(kind="answer", silent=False)


PLUGIN = Command("review", "show what this pull request does to the flow", (), answer)
