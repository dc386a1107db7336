"""Which tests lead to a function: those that call it first, then those that reach it through others, by the surest way."""

from __future__ import annotations

from typing import Final

from ..contract import (
    AMBIGUOUS_NAME,
    FUNCTION_NOT_FOUND,
    NO_RESULTS,
    Arguments,
    Cursor,
    Failed,
    File,
    Limit,
    Name,
    Page,
    Tool,
)
from ..desk import Desk
from ..edges import callers, leading
from ..finding import Function, function, page, shown
from ..reaching import Leading, leading_row, tests_of, unknown_calls


class TestsFor(Arguments):
    name: Name
    file: File = ""
    limit: Limit = 40
    cursor: Cursor = 0


class Tests(Page):
    function: Function
    tests: list[Leading]


def run(desk: Desk, asked: TestsFor) -> Tests | Failed:
    found = function(desk, asked.name, asked.file)
    if isinstance(found, Failed):
        return found
    every = tests_of(desk.project, leading(callers(desk.project), found.id))
    if not every:
        unknown = unknown_calls(desk.project, found.id, 0)[0]
        beside = f"; {unknown} calls of its name are of nobody that can be told, see `impact`" if unknown else ""
        return Failed(
            NO_RESULTS, f"no test of this project leads to {found.id}, as far as its calls can be followed{beside}"
        )
    rows, more = page(every, asked.cursor, asked.limit)
    tests = [leading_row(desk.project, id_, way) for id_, way in rows]
    return Tests(function=shown(desk.project, found.id), tests=tests, **more)


PLUGIN: Final = Tool(
    "tests_for",
    TestsFor,
    Tests,
    run,
    (FUNCTION_NOT_FOUND, AMBIGUOUS_NAME, NO_RESULTS),
    first=True,
    prepare=lambda desk: callers(desk.project),
)
