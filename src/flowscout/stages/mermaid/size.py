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
from .chart import alike, direction, edge_label, node_label, shape_of
from .look import Look, looks

_LINE: Final = 24  # pixels of a line of text
_NARROW: Final = "ijlI.,:;'|!()[]{}/ ft\"r-\u00a0"
_WIDE: Final = "mwMW@%—…"
_BESIDE: Final = 30  # between two steps of a row
_ALONG: Final = 20  # between two edges that pass a row
_BELOW: Final = 30  # between two rows
_BETWEEN: Final = 34  # between the steps of a chain
_TURN: Final = 10.0  # of the nodes that an edge back to its own tail passes
_WIDER: Final = 1.0  # letters are not all average, lines bend
_TALLER: Final = 1.02
_BOXED_WIDTH: Final = 0.15  # a box around a phase has room at its sides, and a title
_BOXED_HEIGHT: Final = 78
_TIGHTEST: Final = limits.SMALLEST_TEXT / limits.MERMAID_FONT


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


class _Widths(dict[str, float]):
    """Of a letter, as far as one was asked for."""

    def __missing__(self, letter: str) -> float:
        self[letter] = found = 13.5 if ord(letter) > 0x2E7F else 10.4 if letter.isupper() else 8.8
        return found


_WIDTHS: Final = _Widths(dict.fromkeys(_NARROW, 5.2) | dict.fromkeys(_WIDE, 13.5))


@lru_cache(maxsize=4096)
def letters(text: str) -> float:
    """Width of the widest line."""
    return max(sum(map(_WIDTHS.__getitem__, line)) for line in text.split("\n"))


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
    if direction(sfm) == "LR":
        return _row(sfm, look)
    return _placed(_rows(sfm, look))


def _row(sfm: ScenarioFlowModel, look: Look) -> Extent:
    look = alike(sfm, look)
    boxes = [_box(step, look) for step in sfm.steps]
    labels = [_label(t.label, look)[0] for step in sfm.steps for t in step.transitions]
    return Extent(
        sum(wide for wide, _ in boxes) + sum(labels) + _BETWEEN * len(labels) + 16,
        max(high for _, high in boxes) + 16,
    )


def _rows(sfm: ScenarioFlowModel, look: Look) -> dagre.Rows:
    look = alike(sfm, look)
    nodes = [dagre.DagreNode(*_box(step, look)) for step in sfm.steps]
    place = {step.step_id: at for at, step in enumerate(sfm.steps)}
    edges: list[dagre.Edge] = []
    for step in sfm.steps:
        for transition in step.transitions:
            edges += _edges(nodes, place[step.step_id], place[transition.target], _label(transition.label, look))
    return dagre.rows(nodes, edges)


def _placed(rows: dagre.Rows) -> Extent:
    return _extent(dagre.width(rows, _BESIDE, _ALONG), rows)


def _extent(width: float, rows: dagre.Rows) -> Extent:
    return Extent(width * _WIDER + 16, rows.height(_BELOW) * _TALLER + 16)


def _label(label: str, look: Look) -> tuple[float, float]:
    told = edge_label(label, look)
    return (letters(told), _LINE * (told.count("\n") + 1.0)) if told else (0.0, 0.0)


def _edges(nodes: list[dagre.DagreNode], tail: int, head: int, label: tuple[float, float]) -> list[dagre.Edge]:
    """An edge back to its own tail passes two small nodes."""
    if tail != head:
        return [dagre.Edge(tail, head, *label)]
    nodes += [dagre.DagreNode(_TURN, _TURN)] * 2
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
    return fitting(sfm, look, boxed) is not None


def fitting(sfm: ScenarioFlowModel, look: Look, boxed: int = 0) -> Extent | None:
    """How large it is, at most, if it keeps to the budget. Few steps fit however they are placed, and many do not
    wherever they stand in their rows."""
    look = alike(sfm, look)
    sizes = [_box(step, look) for step in sfm.steps]
    sizes += [_label(t.label, look) for step in sfm.steps for t in step.transitions]
    size = Extent(sum(wide + _BESIDE for wide, _ in sizes), sum(high + _BELOW for _, high in sizes))
    if size.width > limits.COLUMN or size.height > limits.SCREEN:
        if direction(sfm) == "LR":
            size = _row(sfm, look)
        else:
            rows = _rows(sfm, look)
            if not _keeps(_extent(rows.least_width(_ALONG), rows), look, boxed, _TIGHTEST):
                return None
            size = _placed(rows)
    return size if _keeps(size, look, boxed) else None


def _keeps(size: Extent, look: Look, boxed: int, scale: float = 1.0) -> bool:
    """scale: how much smaller it is shown at most, where its width is not known but for the least."""
    boxy = Extent(size.width * (1 + _BOXED_WIDTH * bool(boxed)), size.height + _BOXED_HEIGHT * boxed)
    high = boxy.shown if scale == 1.0 else boxy.height * scale
    return boxy.text >= limits.SMALLEST_TEXT and high <= look.screens * limits.SCREEN
