"""Draws what a function does: by its name, its qualified name, a path and a name, or a path and a line."""

from __future__ import annotations

from collections.abc import Mapping

from ...model.publication import Document, Section
from ...model.sfm import LEVELS
from ...tasks.drawing import body, chart
from ...tasks.markdown import cell, code, escape
from ..command import Argument, Command, CommandQuestion
from ..naming import named, titled

SHOWN_STEPS = 60


def answer(question: CommandQuestion, given: Mapping[str, str]) -> Document:
    project = question.project(given["rev"])
    function = named(project, given["name"])
    shown = chart(project, function.id, given["detail"] or question.settings.detail)
    old = given["rev"] == "base"
    rows = [
        f"| {cell(escape(step.label))} | [{_lines(e.line, e.end_line)}]({address}) |"
        for step in shown.drawing.model.steps
        if (e := step.evidence) and (address := question.link(function.path, e.line, e.end_line, old))
    ]
    table = (
        [
            "<details><summary>Steps</summary>",
            "",
            "| step | lines |",
            "|---|---|",
            *rows[:SHOWN_STEPS],
            "",
            "</details>",
        ]
        if rows
        else []
    )
    return Document(
        "answer",
        f"Flowchart of {code(function.facts.name)}",
        titled(question, function, old),
        (Section("\n".join(body(shown))), *([Section("\n".join(table), 1)] if table else [])),
    )


def _lines(first: int, last: int) -> str:
    return f"{first}–{last}" if last > first else str(first)


PLUGIN = Command("flowchart", "draw what a function does", (
    Argument("name", "a function, or path[:line]", required=True),
    Argument("detail", "how much is drawn", LEVELS, flag=True),
    Argument("rev", "which side of the pull request", ("head", "base"), flag=True, default="head"),
), answer, pull=False)  # fmt: skip
