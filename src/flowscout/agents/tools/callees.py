"""Whom a function calls."""

from __future__ import annotations

from typing import Final

from ...model.identity import qualified_of
from ..tool import AgentTool, CallWire, Looked, Subject, one, placed


def run(subject: Subject, call: CallWire) -> Looked:
    project = subject.project
    function = one(project, call.name)
    if isinstance(function, Looked):
        return function
    name = qualified_of(function.id)
    rows = list(placed(project, sorted(project.callees(function.id))))
    here = (function.path, function.facts.line, function.facts.end_line)
    return Looked(
        tuple(f"{name} calls {text}" for text, _ in rows) or (f"{name} calls nothing of this project",),
        (here, *(place for _, place in rows)),
    )


PLUGIN: Final = AgentTool("callees", "which functions of the project it calls", ("name",), run)
