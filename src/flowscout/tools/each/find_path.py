"""How one function is reached from another: the surest way of calls, the shortest of these, with the line of each call."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from ...model.identity import path_of
from ..contract import AMBIGUOUS_NAME, FUNCTION_NOT_FOUND, NO_RESULTS, Arguments, Data, Failed, Field, File, Name, Tool
from ..desk import Desk
from ..edges import HOW, callers, sites, way
from ..finding import Function, function, name_of, shown


class FindPath(Arguments):
    start: Name
    goal: Name
    startFile: File = ""
    goalFile: File = ""


class Call(Data):
    caller: str
    callee: str
    file: str
    line: int = Field(description="Of the call")
    how: str = Field(description="exact, may or possible")


class Path(Data):
    start: Function
    goal: Function
    how: str = Field(description="How sure the least sure of its calls is")
    calls: list[Call]


def run(desk: Desk, asked: FindPath) -> Path | Failed:
    ends = function(desk, asked.start, asked.startFile), function(desk, asked.goal, asked.goalFile)
    wrong = next((end for end in ends if isinstance(end, Failed)), None)
    start, goal = ends
    if wrong or isinstance(start, Failed) or isinstance(goal, Failed):
        return wrong or Failed(FUNCTION_NOT_FOUND, asked.start)
    found = way(desk.project, start.id, goal.id)
    if found is None:
        back = " (the other way round there is one)" if way(desk.project, goal.id, start.id) else ""
        return Failed(
            NO_RESULTS,
            f"no calls of this project lead from {name_of(desk.project, start.id)} to {name_of(desk.project, goal.id)}{back}",
        )
    calls = [call for one, other in pairwise(found.chain) for call in _calls(desk, one, other)]
    return Path(start=shown(desk.project, start.id), goal=shown(desk.project, goal.id), how=HOW[found.how], calls=calls)


def _calls(desk: Desk, one: str, other: str) -> list[Call]:
    """The surest call of one by the other, the first of these."""
    best = min(sites(desk.project, one, other), key=lambda site: (site.how, site.line), default=None)
    return [
        Call(
            caller=name_of(desk.project, one),
            callee=name_of(desk.project, other),
            file=path_of(one),
            line=best.line if best else 0,
            how=HOW[best.how] if best else HOW[-1],
        )
    ]


PLUGIN: Final = Tool(
    "find_path",
    FindPath,
    Path,
    run,
    (FUNCTION_NOT_FOUND, AMBIGUOUS_NAME, NO_RESULTS),
    prepare=lambda desk: callers(desk.project),
)
