"""Says why the latest run of the pull request failed: the first true cause in its log, and where that points in the
code."""

from __future__ import annotations

from collections.abc import Mapping

from ...model.publication import Document
from ..command import Argument, Command, CommandQuestion


def answer(question: CommandQuestion, given: Mapping[str, str]) -> Document:
    return question.diagnosis(given["job"])._replace(silent=False)


PLUGIN = Command("rca", "say why the latest run of this pull request failed", (
    Argument("job", "name of a job, or the address of a run"),
), answer)  # fmt: skip
