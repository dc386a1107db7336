"""Functions that a function defines or makes on its way (`def` within `def`, C++ lambdas).

Each runs when it is called, so it is a unit and a flow of its own. The step that makes it lists what it does where a line or
two tell that; where they cannot, its chart stands below the chart of the function that makes it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ..model.facts import FunctionFacts
from ..model.pattern import regex
from ..model.sfm import ScenarioFlowModel, ScenarioStep
from ..pipeline import Project
from ..words.closures import statements

_KINDS: Final = ("function", "lambda", "method", "constructor", "destructor", "operator")
_LISTED: Final = 6  # statements that a step can list
_STEERS: Final = regex(r"\b(?:if|for|while|with|try|switch)\b")


def made_in(project: Project, id_: str) -> list[str]:
    """Ids of the functions that a function makes, in source order; not those that these make."""
    path, position = project.place(id_)
    functions = project.files[path].functions
    return [
        project.ids[path][at]
        for at, facts in enumerate(functions)
        if facts.parent == position and facts.kind in _KINDS and _has_block(facts, project.sources(path))
    ]


def all_in(project: Project, id_: str) -> Iterator[str]:
    """Those that these make, too."""
    waiting = made_in(project, id_)
    while waiting:
        yield waiting[0]
        waiting = [*made_in(project, waiting[0]), *waiting[1:]]


def makers_of(project: Project, id_: str) -> Iterator[str]:
    """Ids of the functions around a function, the nearest first."""
    path, position = project.place(id_)
    functions = project.files[path].functions
    while (position := functions[position].parent) >= 0:
        yield project.ids[path][position]


def untold(project: Project, id_: str, model: ScenarioFlowModel) -> list[str]:
    """Those whose statements a drawing of their maker does not tell whole. A step that is left out takes what it makes with it."""
    found = []
    for inner in made_in(project, id_):
        facts = project.functions[inner].facts
        steps = [step for step in model.steps if _holds(step, facts)]
        if steps and not _tells(min(steps, key=_lines), project, inner):
            found.append(inner)
    return found


def _has_block(facts: FunctionFacts, text: bytes) -> bool:
    return facts.kind != "lambda" or text[facts.start : facts.start + 1] == b"["  # Python's is an expression


def _holds(step: ScenarioStep, facts: FunctionFacts) -> bool:
    return step.evidence is not None and step.evidence.line <= facts.line and facts.end_line <= step.evidence.end_line


def _lines(step: ScenarioStep) -> int:
    return step.evidence.end_line - step.evidence.line if step.evidence else 0


def _tells(step: ScenarioStep, project: Project, inner: str) -> bool:
    where = project.functions[inner]
    text = project.sources(where.path)[where.facts.start : where.facts.end].decode("utf-8", "replace")
    lines = statements(text, where.language)
    if len(lines) == 1 and not _STEERS.search(lines[0]):
        return True
    listed = len(lines) <= _LISTED and all(line in step.label for line in lines)
    return bool(lines) and listed and all(len(_STEERS.findall(line)) < 2 for line in lines)
