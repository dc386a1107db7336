"""What is drawn on one side alone though it stands on both: a message that an arm is for here, and that is said by the way there.

A drawing leaves out talk beside other steps. Where two are compared, what the other side shows of it is neither gone nor new: it is drawn on both.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Set
from typing import TypeAlias

from ...model.action import ELIDED, SemanticAction
from ...model.diff import Added, FlowDiff, Removed
from ...model.record import NamedTuple
from ...model.sfm import BRANCHING, START, TERMINAL, ScenarioStep
from ...pipeline import Project

OpPlaces: TypeAlias = Set[tuple[int, int]]  # block and op
_Lines: TypeAlias = Mapping[int, int]
_OTHERS = frozenset({START, *TERMINAL, *BRANCHING})


class _Said(NamedTuple):
    line: int
    text: str
    place: tuple[int, int]
    drawn: bool


def left_out(
    sides: tuple[tuple[Project, str], tuple[Project, str]], diff: FlowDiff, same: _Lines, became: _Lines
) -> tuple[OpPlaces, OpPlaces]:
    """Of each side what it leaves out, and of which the other one draws the like. same, became: lines before, and those after."""
    gone = [each.step for each in diff.edits if isinstance(each, Removed) and each.step.step_type not in _OTHERS]
    came = [each.step for each in diff.edits if isinstance(each, Added) and each.step.step_type not in _OTHERS]
    if not gone and not came:
        return frozenset(), frozenset()
    was, now = (list(_said(side, id_)) for side, id_ in sides)
    onward, back = {**same, **became}, {there: line for line, there in (*same.items(), *became.items())}
    return (
        frozenset(_alike(came, now, was, back)),
        frozenset(_alike(gone, was, now, onward)),
    )


def _said(side: Project, id_: str) -> Iterator[_Said]:
    bound = side.bound(id_)
    for act in side.actions(id_):
        yield _Said(bound.line(act.start), _text(act), (act.block, act.op), act.type not in ELIDED)


def _text(act: SemanticAction) -> str:
    return " ".join(act.text.split())


def _alike(
    alone: list[ScenarioStep], mine: list[_Said], theirs: list[_Said], lines: _Lines
) -> Iterator[tuple[int, int]]:
    """alone: steps of mine to which no step of theirs answers. What both leave out in lines that are the same is of no other step."""
    taken = {(lines.get(each.line, 0), each.text) for each in mine if not each.drawn}
    free: dict[str, list[_Said]] = defaultdict(list)
    for each in theirs:
        if not each.drawn and (each.line, each.text) not in taken:
            free[each.text].append(each)
    steps = {line for step in alone if step.evidence for line in range(step.evidence.line, step.evidence.end_line + 1)}
    told = [each for each in mine if each.drawn and each.line in steps]
    for each in told:
        if others := free[each.text]:
            line = lines.get(each.line, 0)
            found = next((one for one in others if one.line == line), others[0])
            others.remove(found)
            yield found.place
