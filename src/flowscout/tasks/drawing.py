"""One function's chart as it is shown anywhere: Mermaid within the budget, outline, sentence, place."""

from __future__ import annotations

from typing import NamedTuple

from ..model.sfm import LEVELS
from ..pipeline import Located, Project
from ..stages.mermaid import Drawing, draw, outline
from ..stages.summarise import telling
from .markdown import code, escape, fence


class Chart(NamedTuple):
    function: Located
    drawing: Drawing
    outline: str
    sentence: str


def chart(project: Project, function_id: str, level: str, style: str = "") -> Chart:
    """Drawn at `level`, or lower where that is too large; the drawing says so."""
    levels = LEVELS[: LEVELS.index(level) + 1][::-1]
    drawing = draw((project.chart(function_id, each) for each in levels), style or project.settings.style)
    function = project.functions[function_id]
    return Chart(function, drawing, outline(drawing.model), telling(function.facts, project.actions(function_id)))


def body(shown: Chart) -> list[str]:
    """Markdown lines of a chart: the sentence, the drawings, the notes, the outline folded away."""
    lines = [escape(shown.sentence), ""] if shown.sentence else []
    for title, text in shown.drawing.charts:
        lines += [f"**{escape(title)}**", ""] if title else []
        lines += [*fence(text, "mermaid").split("\n"), ""]
    notes = [note for note in (shown.drawing.note, *shown.drawing.model.notes) if note]
    lines += [f"_{escape('; '.join(notes))}_", ""] if notes else []
    folded = fence(shown.outline, "text").split("\n")
    return [*lines, "<details><summary>Outline</summary>", "", *folded, "", "</details>"]


def mermaid(shown: Chart) -> str:
    """Mermaid text of one file; parts follow each other under a comment."""
    if not shown.drawing.charts:
        return f"%% {shown.drawing.note}\n"
    return "\n".join(f"%% {' '.join(title.split())}\n{text}" if title else text for title, text in shown.drawing.charts)


def section(shown: Chart, heading: str, name: str) -> list[str]:
    return [f"{heading} {code(name)}", "", *body(shown)]
