"""Functions with a body that does nothing, and that nobody has to fill."""

from __future__ import annotations

from typing import Final

from ...model.identity import path_of
from ...model.pattern import regex
from ...pipeline import Project
from ...stages import account as stage

_TO_FILL: Final = regex(r"\b(?:abstract\w{0,20}|overload)\b")


def is_idle(project: Project, state: stage.State, id_: str) -> bool:
    """Whether a body stands there, and holds nothing; of Python one that nobody has to fill, of which its author may say something."""
    facts, text = project.functions[id_].facts, state.source.data
    if project.files[path_of(id_)].language == "python":
        open_ = path_of(id_).endswith(".pyi") or any(_TO_FILL.search(each) for each in facts.decorators)
        open_ = open_ or _of_a_protocol(project, id_)
        return facts.kind != "lambda" and not open_ and stage.does_nothing(state, id_)
    body = text[facts.start : facts.end].rstrip()
    return body.endswith(b"}") and len(state.pieces(id_)) <= 1


def _of_a_protocol(project: Project, id_: str) -> bool:
    """A method that says what others have to have."""
    facts, types = project.functions[id_].facts, project.files[path_of(id_)].types
    return any(
        each.name == (facts.scope or ("",))[-1] and any("Protocol" in base for base in each.bases) for each in types
    )
