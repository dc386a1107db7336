"""A root cause with what a model found out about it: its sentences stand beside the rule-made explanation as notes that say whose
they are, each with the line of the log or of the code that shows it. What is found stays the rules'; which of their candidates stands
first the model may say, where what stands of its answer cites that one's lines and no other's. The rules' first is named beside it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..agents.loop import answered
from ..agents.said import Cited
from ..agents.tool import Subject
from ..border import within
from ..model.finding import Finding, Place, RootCause
from ..model.progress import Stream
from ..model.settings import Settings
from ..pipeline import Project, assemble
from ..rca.explain import explained

if TYPE_CHECKING:
    from ..llm.session import Session

LINES: Final = 200_000  # of a log that may be read
SHORT: Final = 160  # characters of a candidate's message


def refined(
    found: RootCause, log: tuple[str, ...], project: Project | None, line: Session, told: Stream | None = None
) -> RootCause:
    """The same root cause where nothing of the answer stands. log: its lines, as the findings count them."""
    if not found.findings:
        return found
    subject = Subject(project or assemble({}, lambda path: b"", Settings()), log[:LINES])
    first = found.findings[0]
    question = f"Why did this build fail, and what in the code has to do with it? The rules say: {found.cause} The log says: {first.message}"
    if len(found.findings) > 1:
        listed = "; ".join(f"line {one.line}: {one.message[:SHORT]}" for one in found.findings)
        question += (
            f" Candidates, in the rules' order: {listed}. Cite the line of the one that is the cause, and of no other."
        )
    made = answered(line, question, subject, tuple(_given(found)), told=told)
    said = tuple(f"{each.text} ({_place(each)}) [{made.origin}]" for each in made.said)
    ordered = _reordered(found, made.said, made.origin, subject.project)
    return ordered._replace(
        iterations=made.iterations,
        tools=tuple(dict.fromkeys((*found.tools, *made.tools))),
        notes=(*ordered.notes, *said),
    )


def _reordered(found: RootCause, said: tuple[Cited, ...], origin: str, project: Project) -> RootCause:
    """With another candidate first, where what stands of the answer cites its lines, and those of no other one; both orders are told."""
    cited = {at: each for each in reversed(said) for at, one in enumerate(found.findings) if _cites(each, one)}
    if len(cited) != 1 or 0 in cited:
        return found
    (at, why), rules = next(iter(cited.items())), found.findings[0]
    chosen = found.findings[at]
    cause, fix, reproduce = within(chosen.type, lambda: explained(chosen), lambda: (chosen.message, (), ""))
    note = f"Put first by the model [{origin}], which cites {_place(why)}; the rules had first: {found.cause} (line {rules.line} of the log)"
    return found._replace(
        findings=(chosen, *(one for one in found.findings if one is not chosen)),
        cause=cause,
        fix=fix,
        reproduce=reproduce,
        place=Place(chosen.file, chosen.file_line) if chosen.file in project.files else None,
        notes=(*found.notes, note),
    )


def _cites(said: Cited, one: Finding) -> bool:
    if said.path == "log":
        return not one.member and min(one.line, one.first or one.line) <= said.line <= max(one.line, one.end_line)
    return bool(one.file) and (said.path, said.line) == (one.file, one.file_line)


def _given(found: RootCause) -> list[Cited]:
    """What the rules say, where the log or the code shows it."""
    first = found.findings[0]
    given = [
        Cited(found.cause, "log", first.line),
        *(Cited(text, "log", first.line + at) for at, text in enumerate(first.quote[:10])),
        *(Cited(one.message[:SHORT], "log", one.line) for one in found.findings[1:]),
    ]
    return given + (
        [Cited(f"the finding points to {found.place.path}:{found.place.line}", found.place.path, found.place.line)]
        if found.place
        else []
    )


def _place(said: Cited) -> str:
    return f"line {said.line} of the log" if said.path == "log" else f"{said.path}:{said.line}"
