"""One function's chart as it is shown anywhere: Mermaid within the budget, outline, sentence, place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..border import within
from ..model.record import NamedTuple
from ..model.sfm import LEVELS, ScenarioFlowModel
from ..model.undrawn import is_undrawn, undrawn
from ..pipeline import Located, Project
from ..stages.summarise import telling
from .markdown import code, escape, fence

if TYPE_CHECKING:
    from ..model.worded import Words
    from ..stages.mermaid import Drawing


class Chart(NamedTuple):
    """origin: whose words the sentence and labels are. The outline keeps the code's own."""

    function: Located
    drawing: Drawing
    outline: str
    sentence: str
    origin: str = "rule"

    @property
    def undrawn(self) -> bool:
        """A defect of ours stands in the way: it is to be drawn anew, by whatever comes next."""
        return is_undrawn(self.drawing.model)


def chart(project: Project, function_id: str, level: str, style: str = "", words: Words | None = None) -> Chart:
    """Drawn at `level`, or lower where that is too large; the drawing says so."""
    return within(
        function_id, lambda: _chart(project, function_id, level, style, words), lambda: _undrawn(project.functions[function_id], level))


def _undrawn(function: Located, level: str) -> Chart:
    from ..stages.mermaid import draw, outline

    model = undrawn(function.id, function.facts.name, level)
    return Chart(function, draw([model], "default"), outline(model), "")


def _chart(project: Project, function_id: str, level: str, style: str, words: Words | None) -> Chart:
    from ..stages.mermaid import draw, outline  # a project whose charts are known draws none

    levels = LEVELS[: LEVELS.index(level) + 1][::-1]
    models = {each: project.chart(function_id, each) for each in levels} if words else {}
    shown = (reworded(models[each], words) if words else project.chart(function_id, each) for each in levels)
    drawing = draw(shown, style or project.settings.style)
    function = project.functions[function_id]
    own = models.get(drawing.model.level, drawing.model)
    rule = telling(function.facts, project.actions(function_id))
    if words is None:
        return Chart(function, drawing, outline(own), rule)
    return Chart(function, drawing, outline(own), words.sentence or rule, words.origin)


def reworded(model: ScenarioFlowModel, words: Words) -> ScenarioFlowModel:
    """The same steps with other labels; nothing else of a model can be worded."""
    steps = (step._replace(label=text, origin=words.origin) if (text := words.labels.get(step.step_id)) else step for step in model.steps)
    return model._replace(steps=tuple(steps))


def body(shown: Chart) -> list[str]:
    """Markdown lines of a chart: the sentence, the drawings, the notes, the outline folded away."""
    lines = [escape(shown.sentence), ""] if shown.sentence else []
    for title, text in shown.drawing.charts:
        lines += [f"**{escape(title)}**", ""] if title else []
        lines += [*fence(text, "mermaid").split("\n"), ""]
    notes = [note for note in (shown.drawing.note, *shown.drawing.model.notes) if note]
    lines += [f"_{escape('; '.join(notes))}_", ""] if notes else []
    lines += [f"_Words by {code(shown.origin)}; structure and outline are the code's._", ""] if shown.origin != "rule" else []
    folded = fence(shown.outline, "text").split("\n")
    return [*lines, "<details><summary>Outline</summary>", "", *folded, "", "</details>"]


def mermaid(shown: Chart) -> str:
    """Mermaid text of one file; parts follow each other under a comment."""
    if not shown.drawing.charts:
        return f"%% {shown.drawing.note}\n"
    return "\n".join(f"%% {' '.join(title.split())}\n{text}" if title else text for title, text in shown.drawing.charts)


def section(shown: Chart, heading: str, name: str) -> list[str]:
    return [f"{heading} {code(name)}", "", *body(shown)]
