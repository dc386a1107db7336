"""Who calls a function."""

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
    rows = list(placed(project, sorted(project.callers.get(function.id, ()))))
    here = (function.path, function.facts.line, function.facts.end_line)
    return Looked(
        tuple(f"{text} calls {name}" for text, _ in rows) or (f"nothing calls {name}",),
        (here, *(place for _, place in rows)),
    )


PLUGIN: Final = AgentTool("callers", "who calls the function", ("name",), run)
