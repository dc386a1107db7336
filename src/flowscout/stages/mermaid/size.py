"""How large Mermaid will draw a model, estimated: no browser is asked.

Mermaid ranks steps from the top (dagre), draws a rank as high as its highest step, keeps room between ranks for the labels of
edges, and lets edges that skip ranks pass between the steps. The estimate does the same with average letters; `tests/soak/budget.py`
holds it against a browser. It errs on the large side: a chart divided too early still reads well.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...model import limits
from ...model.record import NamedTuple
from ...model.sfm import DECISION, END, ERROR, LISTED, LOOP, START, VALIDATION, ScenarioFlowModel, ScenarioStep
from .chart import direction, edge_label, node_label
from .layout import Thing, width

_LINE: Final = 24  # pixels of a line of text
_NARROW: Final = frozenset("ijlI.,:;'|!()[]{}/ ft\"r-")
_WIDE: Final = frozenset("mwMW@%—…")
_BESIDE: Final = 30  # between two steps of a rank
_BETWEEN: Final = 34  # between two ranks
_SLACK: Final = 1.15  # dagre trades width for straight lines, the more the larger a chart is
_SLACK_EACH: Final = 0.018
_TALLER: Final = 1.05
_BOXED_WIDTH: Final = 0.15  # a box around a phase has room at its sides, and a title
_BOXED_HEIGHT: Final = 60


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


def _box(step: ScenarioStep, style: str) -> tuple[float, float]:
    """(width, height) of a step."""
    label = node_label(step, style)
    wide, high = letters(label), _LINE * (label.count("\n") + 1.0)
    if step.has(LISTED):
        return wide + 76, high + 30
    if step.step_type in (DECISION, VALIDATION):
        side = wide + high + 16
        return side, side
    if step.step_type == LOOP:
        return wide + high / 2 + 30, high + 16
    if step.step_type == ERROR and style != "compact":
        return wide + 18, wide + 18
    if step.step_type in (START, END, ERROR):
        return wide + high / 2 + 16, high + 16
    return wide + 60, high + 30


def ranks(steps: Sequence[ScenarioStep]) -> dict[str, int]:
    """Of each step: one below the lowest that leads to it, ways back aside."""
    place = {step.step_id: at for at, step in enumerate(steps)}
    found = dict.fromkeys(place, 0)
    for at, step in enumerate(steps):
        for transition in step.transitions:
            if place[transition.target] > at:
                found[transition.target] = max(found[transition.target], found[step.step_id] + 1)
    return found


def extent(sfm: ScenarioFlowModel, style: str = "default") -> Extent:
    """At natural size."""
    boxes = {step.step_id: _box(step, style) for step in sfm.steps}
    if direction(sfm) == "LR":
        wide, high = (list(each) for each in zip(*boxes.values(), strict=True))
        labels = [letters(edge_label(t.label)) for step in sfm.steps for t in step.transitions]
        return Extent(sum(wide) + sum(labels) + _BETWEEN * len(labels) + 16, max(high) + 16)
    rank = ranks(sfm.steps)
    high = [0.0] * (2 * max(rank.values()) + 1)  # steps stand in even rows, labels between them
    for name, (_, height) in boxes.items():
        high[2 * rank[name]] = max(high[2 * rank[name]], height)
    things = [Thing(2 * rank[step.step_id], boxes[step.step_id][0]) for step in sfm.steps]
    lines: list[tuple[int, int]] = []
    place = {step.step_id: at for at, step in enumerate(sfm.steps)}
    beside = 0.0
    for step in sfm.steps:
        for transition in step.transitions:
            label = edge_label(transition.label)
            if transition.target == step.step_id:
                beside = max(beside, letters(label) + _BESIDE)
                continue
            ends = sorted((place[step.step_id], place[transition.target]), key=lambda at: things[at].row)
            middle = (things[ends[0]].row + things[ends[1]].row) // 2
            if label:
                high[middle] = max(high[middle], _LINE * (label.count("\n") + 1.0))
            _pass(things, lines, (ends[0], ends[1]), middle, letters(label))
    slack = _SLACK + _SLACK_EACH * len(sfm.steps)
    return Extent(width(things, lines, _BESIDE) * slack + beside + 16, (sum(high) + _BETWEEN * max(rank.values())) * _TALLER + 16)


def _pass(things: list[Thing], lines: list[tuple[int, int]], ends: tuple[int, int], middle: int, label: float) -> None:
    """An edge takes room in each row it passes, for its label in the middle one."""
    last = ends[0]
    for row in range(things[ends[0]].row + 1, things[ends[1]].row):
        things.append(Thing(row, label if row == middle else 0.0))
        lines.append((last, len(things) - 1))
        last = len(things) - 1
    lines.append((last, ends[1]))


def fits(sfm: ScenarioFlowModel, style: str = "default", boxed: int = 0) -> bool:
    """Whether a chart keeps to the budget, and its text to what Mermaid takes. boxed: how many phases are boxes."""
    edges = sum(len(step.transitions) for step in sfm.steps)
    if len(sfm.steps) > limits.MERMAID_NODES or edges > limits.MERMAID_EDGES:
        return False
    size = extent(sfm, style)
    boxy = Extent(size.width * (1 + _BOXED_WIDTH * bool(boxed)), size.height + _BOXED_HEIGHT * boxed)
    return boxy.text >= limits.SMALLEST_TEXT and boxy.shown <= limits.SCREENS * limits.SCREEN
