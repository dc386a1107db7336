"""Who calls a function, directly and through others, each with the line of its call and the calls that lead on from it."""

from __future__ import annotations

from typing import Annotated, Final

from ...model.identity import path_of
from ...pipeline import Project
from ..contract import AMBIGUOUS_NAME, FUNCTION_NOT_FOUND, Arguments, Cursor, Data, Failed, Field, Limit, Page, Tool
from ..desk import Desk
from ..edges import HOW, Reached, callers, leading, sites
from ..finding import function, name_of, page


class FindCallers(Arguments):
    functionName: Annotated[
        str, Field(min_length=1, max_length=2000, description="Name of the function to find callers for")
    ]
    filePath: Annotated[str, Field(max_length=1000, description="File where the function is defined")] = ""
    maxDepth: Annotated[int, Field(ge=1, le=5, description="Maximum call chain depth to traverse")] = 2
    limit: Limit = 30
    cursor: Cursor = 0


class Caller(Data):
    callerName: str
    filePath: str
    line: int = Field(description="Where it makes the call that leads on")
    callChain: list[str]
    depth: int
    how: str = Field(
        description="exact; may: one of a complete set of targets; possible: a guess by name, or passed on by name"
    )


class Callers(Page):
    functionName: str
    filePath: str
    callers: list[Caller]
    totalCallers: int


def run(desk: Desk, asked: FindCallers) -> Callers | Failed:
    found = function(desk, asked.functionName, asked.filePath)
    if isinstance(found, Failed):
        return found
    reached = leading(callers(desk.project), found.id, asked.maxDepth)
    ordered = sorted(reached.items(), key=lambda row: (row[1].far, row[0]))
    rows, more = page(ordered, asked.cursor, asked.limit)
    return Callers(
        functionName=name_of(desk.project, found.id),
        filePath=found.path,
        callers=[_caller(desk.project, way) for _, way in rows],
        totalCallers=len(ordered),
        **more,
    )


def _caller(project: Project, way: Reached) -> Caller:
    one, other = way.chain[0], way.chain[1]
    return Caller(
        callerName=name_of(project, one),
        filePath=path_of(one),
        line=min((site.line for site in sites(project, one, other)), default=0),
        callChain=[name_of(project, id_) for id_ in way.chain],
        depth=way.far,
        how=HOW[way.how],
    )


PLUGIN: Final = Tool(
    "find_callers_of_function",
    FindCallers,
    Callers,
    run,
    (FUNCTION_NOT_FOUND, AMBIGUOUS_NAME),
    first=True,
    prepare=lambda desk: callers(desk.project),
)
