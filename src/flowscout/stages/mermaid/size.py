"""How large Mermaid will draw a model: no browser is asked.

Boxes are estimated with average letters and placed as Mermaid's layout places them (`dagre`). `tests/soak/budget.py`
holds the result against a browser: within 4 % for most charts.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from ...model import limits
from ...model.record import NamedTuple
from ...model.sfm import DECISION, END, ERROR, LISTED, LOOP, START, VALIDATION, ScenarioFlowModel, ScenarioStep
from . import dagre
from .chart import direction, edge_label, node_label, shape_of
from .look import Look, looks

_LINE: Final = 24  # pixels of a line of text
_NARROW: Final = frozenset("ijlI.,:;'|!()[]{}/ ft\"r-")
_WIDE: Final = frozenset("mwMW@%—…")
_BESIDE: Final = 30  # between two steps of a row
_BELOW: Final = 30  # between two rows
_BETWEEN: Final = 34  # between the steps of a chain
_TURN: Final = 10.0  # of the nodes that an edge back to its own tail passes
_WIDER: Final = 1.0  # letters are not all average, lines bend
_TALLER: Final = 1.02
_BOXED_WIDTH: Final = 0.15  # a box around a phase has room at its sides, and a title
_BOXED_HEIGHT: Final = 78


class Extent(NamedTuple):
    """Pixels at natural size."""

    width: float
    height: float

    @property
    def text(self) -> float:
        """Size of the letters in a column of limits.COLUMN pixels."""
        return limits.MERMAID_FONT * min(1.0, limits.COLUMN / max(self.width, 1.0))

    @property
    def shown(self) -> float:
        """Height in that column."""
        return self.height * min(1.0, limits.COLUMN / max(self.width, 1.0))


def letters(text: str) -> float:
    """Width of the widest line."""
    return max((sum(_letter(c) for c in line) for line in text.split("\n")), default=0.0)


def _letter(character: str) -> float:
    if character in _NARROW:
        return 5.2
    return 13.5 if character in _WIDE or ord(character) > 0x2E7F else 10.4 if character.isupper() else 8.8


def _box(step: ScenarioStep, look: Look) -> tuple[float, float]:
    """(width, height) of a step."""
    label = node_label(step, look)
    wide, high = letters(label), _LINE * (label.count("\n") + 1.0)
    if step.has(LISTED):
        return wide + 76, high + 30
    if step.step_type in (DECISION, VALIDATION) and not look.flat:
        side = wide + high + 16
        return side, side
    if step.step_type in (DECISION, VALIDATION, LOOP):
        return wide + high / 2 + 30, high + 16
    if shape_of(step, look) == ERROR:
        return wide + 18, wide + 18
    if step.step_type in (START, END, ERROR):
        return wide + high / 2 + 16, high + 16
    return wide + 60, high + 30


def extent(sfm: ScenarioFlowModel, look: Look) -> Extent:
    """At natural size."""
    boxes = [_box(step, look) for step in sfm.steps]
    if direction(sfm) == "LR":
        labels = [_label(t.label, look)[0] for step in sfm.steps for t in step.transitions]
        return Extent(
            sum(wide for wide, _ in boxes) + sum(labels) + _BETWEEN * len(labels) + 16,
            max(high for _, high in boxes) + 16,
        )
    nodes = [dagre.Node(*box) for box in boxes]
    place = {step.step_id: at for at, step in enumerate(sfm.steps)}
    edges: list[dagre.Edge] = []
    for step in sfm.steps:
        for transition in step.transitions:
            edges += _edges(nodes, place[step.step_id], place[transition.target], _label(transition.label, look))
    wide, high = dagre.extent(nodes, edges, _BESIDE, _BELOW)
    return Extent(wide * _WIDER + 16, high * _TALLER + 16)


def _label(label: str, look: Look) -> tuple[float, float]:
    told = edge_label(label, look)
    return (letters(told), _LINE * (told.count("\n") + 1.0)) if told else (0.0, 0.0)


def _edges(nodes: list[dagre.Node], tail: int, head: int, label: tuple[float, float]) -> list[dagre.Edge]:
    """An edge back to its own tail passes two small nodes."""
    if tail != head:
        return [dagre.Edge(tail, head, *label)]
    nodes += [dagre.Node(_TURN, _TURN)] * 2
    first, second = len(nodes) - 2, len(nodes) - 1
    return [dagre.Edge(tail, first), dagre.Edge(first, second, *label), dagre.Edge(second, head)]


@lru_cache(maxsize=4)  # whoever divides asks first, whoever draws asks again
def look_of(sfm: ScenarioFlowModel, style: str = "default", boxed: int = 0) -> Look | None:
    """The best look in which a chart keeps to the budget, and its text to what Mermaid takes; None where none does.
    boxed: how many phases are boxes."""
    edges = sum(len(step.transitions) for step in sfm.steps)
    if len(sfm.steps) > limits.MERMAID_NODES or edges > limits.MERMAID_EDGES:
        return None
    return next((look for look in looks(style) if fits(sfm, look, boxed)), None)


def fits(sfm: ScenarioFlowModel, look: Look, boxed: int = 0) -> bool:
    """Few steps fit however they are placed."""
    sizes = [_box(step, look) for step in sfm.steps]
    sizes += [_label(t.label, look) for step in sfm.steps for t in step.transitions]
    size = Extent(sum(wide + _BESIDE for wide, _ in sizes), sum(high + _BELOW for _, high in sizes))
    if size.width > limits.COLUMN or size.height > limits.SCREEN:
        size = extent(sfm, look)
    boxy = Extent(size.width * (1 + _BOXED_WIDTH * bool(boxed)), size.height + _BOXED_HEIGHT * boxed)
    return boxy.text >= limits.SMALLEST_TEXT and boxy.shown <= look.screens * limits.SCREEN
