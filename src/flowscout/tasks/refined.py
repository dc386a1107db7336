"""A root cause with what a model found out about it: its sentences stand beside the rule-made explanation as notes that say whose
they are, each with the line of the log or of the code that shows it. Cause, findings, fixes and order stay the rules'.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..agents.loop import answered
from ..agents.said import Said
from ..agents.tool import Subject
from ..model.finding import RootCause
from ..model.progress import Stream
from ..model.settings import Settings
from ..pipeline import Project, assemble

if TYPE_CHECKING:
    from ..llm.session import Session

LINES: Final = 200_000  # of a log that may be read


def refined(
    found: RootCause, log: tuple[str, ...], project: Project | None, line: Session, told: Stream | None = None
) -> RootCause:
    """The same root cause where nothing of the answer stands. log: its lines, as the findings count them."""
    if not found.findings:
        return found
    subject = Subject(project or assemble({}, lambda path: b"", Settings()), log[:LINES])
    first = found.findings[0]
    question = f"Why did this build fail, and what in the code has to do with it? The rules say: {found.cause} The log says: {first.message}"
    made = answered(line, question, subject, tuple(_given(found)), told=told)
    said = tuple(f"{each.text} ({_place(each)}) [{made.origin}]" for each in made.said)
    return found._replace(
        iterations=made.iterations, tools=tuple(dict.fromkeys((*found.tools, *made.tools))), notes=(*found.notes, *said)
    )


def _given(found: RootCause) -> list[Said]:
    """What the rules say, where the log or the code shows it."""
    first = found.findings[0]
    given = [
        Said(found.cause, "log", first.line),
        *(Said(text, "log", first.line + at) for at, text in enumerate(first.quote[:10])),
    ]
    return given + (
        [Said(f"the finding points to {found.place.path}:{found.place.line}", found.place.path, found.place.line)]
        if found.place
        else []
    )


def _place(said: Said) -> str:
    return f"line {said.line} of the log" if said.path == "log" else f"{said.path}:{said.line}"
