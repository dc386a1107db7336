"""What stands in for a function that a defect of ours costs its picture: the same values, empty, and a chart that says
so.

Nothing of the defect itself is in them: a chart is committed, and is the same wherever it is drawn.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from .bound import BoundFunction
from .facts import FunctionFacts
from .flow import BasicBlock, FunctionCFG
from .identity import qualified_of
from .sfm import ACTION, END, LEVELS, START, ScenarioFlowModel, ScenarioStep, Transition

DEFECT: Final = ": a defect of flowscout"
WHY: Final = f"Could not be drawn{DEFECT}"
_STEPS: Final = ("S00000a", "S00000b", "S00000c")


def unbound(id_: str, language: str, facts: FunctionFacts, text: bytes) -> BoundFunction:
    return BoundFunction(id_, language, facts, text, (), (), (), frozenset(), (), frozenset(), (WHY,))


def unflowed(id_: str) -> FunctionCFG:
    return FunctionCFG(id_, (BasicBlock(0, ()),), (), (0,), (), (), (0,), 1, (), (WHY,))


def undrawn(id_: str, name: str, level: str = "") -> ScenarioFlowModel:
    start, why, end = _STEPS
    steps = (
        ScenarioStep(start, START, name, name, LEVELS, (Transition(why),), words=name),
        ScenarioStep(why, ACTION, WHY, WHY, LEVELS, (Transition(end),), flags="opaque", words=WHY),
        ScenarioStep(end, END, "Not known", "Not known", LEVELS, (), words="Not known"),
    )
    return ScenarioFlowModel(name, id_, steps, start, (end,), level, notes=(WHY.lower(),))


def lacking(model: ScenarioFlowModel, callees: Iterable[str]) -> ScenarioFlowModel:
    """A chart in which these could not be opened."""
    return model._replace(
        notes=(*model.notes, *(f"what {qualified_of(one)} does could not be drawn{DEFECT}" for one in callees))
    )


def is_undrawn(model: ScenarioFlowModel) -> bool:
    """Whether a defect of ours costs the chart something: then it is not remembered, and not compared."""
    return any(note.endswith(DEFECT) for note in model.notes)
