"""What a function needs, changes, returns, and how it can fail, from below included."""

from __future__ import annotations

from typing import Final

from ...model.identity import qualified_of
from ..tool import AgentTool, CallWire, Looked, Subject, one


def run(subject: Subject, call: CallWire) -> Looked:
    function = one(subject.project, call.name)
    if isinstance(function, Looked):
        return function
    told = subject.project.summary(function.id)
    lines = [": ".join(filter(None, (qualified_of(function.id), told.sentence)))]
    for title, texts in (("needs", told.preconditions), ("decides", told.control_flow), ("changes", told.side_effects), ("leaves", told.postconditions),
                         ("can fail", told.error_conditions)):  # fmt: skip
        lines += [f"{title}: {text}" for text in texts[:20]]
    return Looked(tuple(lines), ((function.path, function.facts.line, function.facts.end_line),))


PLUGIN: Final = AgentTool("summary", "what the function does, needs, changes and how it can fail", ("name",), run)
