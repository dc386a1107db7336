"""What a caller must know of a function: what it needs, changes and leaves, and how it can fail, what it calls included."""

from __future__ import annotations

from typing import Final

from ..contract import AMBIGUOUS_NAME, FUNCTION_NOT_FOUND, Arguments, Data, Failed, File, Name, Tool
from ..desk import Desk
from ..finding import Function, function, shown

MOST: Final = 40  # lines under one heading


class GetSummary(Arguments):
    name: Name
    file: File = ""


class Summary(Data):
    function: Function
    sentence: str
    preconditions: list[str]
    postconditions: list[str]
    side_effects: list[str]
    control_flow: list[str]
    error_conditions: list[str]
    truncated: bool


def run(desk: Desk, asked: GetSummary) -> Summary | Failed:
    found = function(desk, asked.name, asked.file)
    if isinstance(found, Failed):
        return found
    told = desk.project.summary(found.id)
    lists = {
        "preconditions": told.preconditions, "postconditions": told.postconditions, "side_effects": told.side_effects,
        "control_flow": told.control_flow, "error_conditions": told.error_conditions,
    }  # fmt: skip
    cut = told.truncated or any(len(lines) > MOST for lines in lists.values())
    return Summary(
        function=shown(desk.project, found.id),
        sentence=told.sentence,
        truncated=cut,
        **{key: list(lines[:MOST]) for key, lines in lists.items()},
    )


PLUGIN: Final = Tool("get_summary", GetSummary, Summary, run, (FUNCTION_NOT_FOUND, AMBIGUOUS_NAME), first=True)
