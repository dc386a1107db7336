"""What an answer to a question about the code is, and how a model answers one: it looks things up, and what it says is held against that."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..agents.said import Answered, Cited
from ..model.progress import Stream
from ..pipeline import Project

if TYPE_CHECKING:
    from ..llm.session import Session

__all__ = ["AnswerReply", "Answered", "Cited", "by_model"]

GIVEN = 16  # lines of the rule-made answer that a model is shown


class AnswerReply(NamedTuple):
    """said: in order. about: ids of the functions the question names. note: what has to be known of the answer; where it is none, what could be
    asked. asked: what the question was understood to ask, "" where it was not answered."""

    said: tuple[Cited, ...]
    about: tuple[str, ...]
    note: str = ""
    asked: str = ""


def by_model(
    project: Project, question: str, given: AnswerReply, line: Session, told: Stream | None = None
) -> Answered:
    """The answer of a model that looks things up; empty where nothing of it stands."""
    from ..agents.loop import answered
    from ..agents.tool import Subject

    return answered(line, question, Subject(project), given.said[:GIVEN], told=told)
