"""What may break when a function changes: each place that calls it, as it is written there, and which entry points and tests lead to it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from ...model.identity import path_of
from ...model.product import is_aside, is_test
from ...pipeline import Project
from ...tasks.entrypoints import EntryPoint, entry_at
from ..contract import (
    AMBIGUOUS_NAME,
    FUNCTION_NOT_FOUND,
    Arguments,
    Cursor,
    Data,
    Failed,
    Field,
    File,
    Limit,
    Name,
    Page,
    Tool,
)
from ..desk import Desk
from ..edges import HOW, Reached, callers, leading, line_text, sites
from ..finding import Function, function, name_of, page, shown
from ..own import line_at
from ..reaching import Leading, calls_named, leading_row, tests_of, unknown_calls

NAMED: Final = 20  # entry points, and tests, that are shown


class Impact(Arguments):
    name: Name
    file: File = ""
    limit: Limit = 40
    cursor: Cursor = 0


class CallPlace(Data):
    caller: str
    file: str
    line: int = Field(description="Of the call")
    how: str = Field(
        description="exact; may: one of a complete set of targets; possible: a guess by name, or passed on by name"
    )
    text: str = Field(description="The line as written, so that the use of the result can be seen")
    test: bool


class UnknownCall(Data):
    caller: str
    file: str
    line: int
    text: str


class Broken(Page):
    function: Function
    callSites: list[CallPlace]
    unknownCalls: list[UnknownCall] = Field(
        description="Calls of its name of which nobody can say whom they call: they may be of it, and are in none of the other counts"
    )
    totalUnknownCalls: int
    functionsReaching: int = Field(description="How many functions of the product lead to it, directly or not")
    entryPoints: list[Leading]
    totalEntryPoints: int
    tests: list[Leading]
    totalTests: int


def run(desk: Desk, asked: Impact) -> Broken | Failed:
    found = function(desk, asked.name, asked.file)
    if isinstance(found, Failed):
        return _left(desk.project, asked.name, found) if found.code == FUNCTION_NOT_FOUND else found
    project, ways = desk.project, callers(desk.project)
    reached = leading(ways, found.id)
    rows, more = page(call_places(project, found.id, ways.get(found.id, ())), asked.cursor, asked.limit)
    entries = entries_of(project, found.id, reached)
    tests = tests_of(project, reached)
    unknown, some = unknown_calls(project, found.id, NAMED)
    return Broken(
        function=shown(project, found.id),
        callSites=rows,
        unknownCalls=[_unknown(project, id_, line_at(project, id_, start)) for id_, start in some],
        totalUnknownCalls=unknown,
        functionsReaching=sum(not is_test(path_of(id_)) for id_ in reached),
        entryPoints=[leading_row(project, entry.id, way, entry.evidence) for entry, way in entries[:NAMED]],
        totalEntryPoints=len(entries),
        tests=[leading_row(project, id_, way) for id_, way in tests[:NAMED]],
        totalTests=len(tests),
        **more,
    )


def _left(project: Project, name: str, missing: Failed) -> Failed:
    """A function that is gone or has another name now: calls of the old name that are left."""
    bare = re.split(r"::|->|\.", name.strip().strip("`").removesuffix("()"))[-1]
    total, some = calls_named(project, bare, NAMED)
    if not total:
        return missing
    told = ", ".join(f"{path_of(id_)}:{line_at(project, id_, start)} in {name_of(project, id_)}" for id_, start in some)
    more = f", and {total - len(some)} more" if total > len(some) else ""
    return Failed(missing.code, f"{missing.message}; calls of that name that lead nowhere known: {told}{more}")


def _unknown(project: Project, id_: str, line: int) -> UnknownCall:
    return UnknownCall(
        caller=name_of(project, id_), file=path_of(id_), line=line, text=line_text(project, path_of(id_), line)
    )


def call_places(project: Project, id_: str, by: Iterable[str]) -> list[CallPlace]:
    """The product's before what stands beside it, tests last; those of its own file first, by place."""
    own = path_of(id_)
    made = [
        CallPlace(
            caller=name_of(project, caller), file=path_of(caller), line=site.line, how=HOW[site.how], text=line_text(project, path_of(caller), site.line),
            test=is_test(path_of(caller)))
        for caller in by for site in sites(project, caller, id_)
    ]  # fmt: skip
    return sorted(made, key=lambda row: (row.test, is_aside(row.file), row.file != own, row.file, row.line, row.caller))


def entries_of(project: Project, id_: str, reached: Mapping[str, Reached]) -> list[tuple[EntryPoint, Reached]]:
    """It may be an entry point itself."""
    ways = {id_: Reached(0, (id_,)), **reached}
    found = [
        (entry, way)
        for other, way in ways.items()
        if not is_test(path_of(other)) and (entry := entry_at(project, other))
    ]
    return sorted(found, key=lambda row: (row[1].how, row[0].rank, row[1].far, row[0].id))


PLUGIN: Final = Tool(
    "impact",
    Impact,
    Broken,
    run,
    (FUNCTION_NOT_FOUND, AMBIGUOUS_NAME),
    first=True,
    prepare=lambda desk: callers(desk.project),
)
