"""The steps of a function's flow, with their lines and where they lead."""

from __future__ import annotations

from typing import Final

from ..tool import AgentTool, CallWire, Looked, Subject, one

STEPS: Final = 60


def run(subject: Subject, call: CallWire) -> Looked:
    function = one(subject.project, call.name)
    if isinstance(function, Looked):
        return function
    chart = subject.project.chart(function.id, "medium")
    numbers = {step.step_id: at for at, step in enumerate(chart.steps, 1)}
    lines = []
    for step in chart.steps[:STEPS]:
        ways = ", ".join(
            f"{way.label or 'then'} → {numbers[way.target]}" for way in step.transitions if way.target in numbers
        )
        at = f"{function.path}:{step.evidence.line} " if step.evidence else ""
        lines.append(f"{numbers[step.step_id]}. {at}{step.label}" + (f" ({ways})" if ways else ""))
    return Looked(tuple(lines), ((function.path, function.facts.line, function.facts.end_line),))


PLUGIN: Final = AgentTool("flow", "the steps of the function, in order, with their lines", ("name",), run)
