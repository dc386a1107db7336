"""The flowchart of a function as Mermaid: one document, or one of the whole and one of each part that it is divided into."""

from __future__ import annotations

from typing import Final, Literal

from ...tasks.drawing import chart, documents
from ..contract import AMBIGUOUS_NAME, FUNCTION_NOT_FOUND, Arguments, Data, Failed, Field, File, Name, Tool
from ..desk import Desk
from ..finding import Function, function, shown


class GetFlowchart(Arguments):
    name: Name
    file: File = ""
    detail: Literal["high", "medium", "deep"] = Field("medium", description="How much is drawn")


class Flowchart(Data):
    function: Function
    detail: str
    steps: int
    mermaid: list[str] = Field(description="Mermaid documents, the first of the whole")
    note: str = Field(description="What was done to make it fit; empty when nothing was")


def run(desk: Desk, asked: GetFlowchart) -> Flowchart | Failed:
    found = function(desk, asked.name, asked.file)
    if isinstance(found, Failed):
        return found
    made = chart(desk.project, found.id, asked.detail, alone=True)
    return Flowchart(
        function=shown(desk.project, found.id),
        detail=asked.detail,
        steps=len(made.drawing.model.steps),
        mermaid=list(documents(made)),
        note=made.drawing.note,
    )


PLUGIN: Final = Tool("get_flowchart", GetFlowchart, Flowchart, run, (FUNCTION_NOT_FOUND, AMBIGUOUS_NAME))
