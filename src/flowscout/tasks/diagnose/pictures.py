"""The flow of the failing function with the failing step marked."""

from __future__ import annotations

from ...model.finding import Place
from ...model.sfm import ScenarioFlowModel
from ...pipeline import Project
from ..drawing import Drawing, draw

MARK = "✗ "
_CLASS = "  classDef failing fill:#ffebe9,stroke:#cf222e,stroke-width:4px,color:#82071e"


def failing_flow(project: Project, place: Place, level: str = "medium") -> Drawing | None:
    """The drawing, within the budget; None where the place is in no function."""
    if not place.function:
        return None
    model = _marked(project.steps(place.function, level), place.step)
    drawing = draw(model, project.settings.style, project.functions[place.function].facts.line)
    node = "n" + place.step[1:]
    charts = tuple((title, _classed(text, node) if place.step else text) for title, text in drawing.charts)
    return drawing._replace(charts=charts)


def _marked(model: ScenarioFlowModel, step: str) -> ScenarioFlowModel:
    steps = tuple(s._replace(label=MARK + s.label) if s.step_id == step else s for s in model.steps)
    return model._replace(steps=steps)


def _classed(text: str, node: str) -> str:
    """Mermaid text in which one node has the class of the failing step."""
    lines = text.rstrip("\n").split("\n")
    if not any(line.split() and line.split()[0].startswith(node) for line in lines):
        return text
    return "\n".join([*lines, _CLASS, f"  class {node} failing", ""])
