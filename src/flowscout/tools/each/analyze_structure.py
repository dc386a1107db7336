"""The structure of the files' dependencies: hotspots (files that most others need), unused ones, or circular ones."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from ..contract import Arguments, Cursor, Data, Field, Limit, Page, Tool
from ..desk import Desk
from ..finding import page
from ..imports import MANIFESTS, circles, entered, files, hotspots, manifests, unused


class AnalyzeStructure(Arguments):
    analysis_type: Literal["hotspots", "unused", "circular"] = Field(description="What to look for")
    min_dependents: Annotated[int, Field(ge=1, le=10_000, description="Of hotspots: how many files must need it")] = 2
    limit: Limit = 15
    cursor: Cursor = 0


class Spot(Data):
    files: list[str] = Field(description="One file, or a circle of files whose first is its last")
    dependents: int = Field(description="How many other files need it; 0 for circles")


class Structure(Page):
    analysis_type: str
    rows: list[Spot]


def run(desk: Desk, asked: AnalyzeStructure) -> Structure:
    rows, more = page(rows_of(desk, asked), asked.cursor, asked.limit)
    return Structure(analysis_type=asked.analysis_type, rows=rows, **more)


def rows_of(desk: Desk, asked: AnalyzeStructure) -> list[Spot]:
    found = files(desk.project)
    if asked.analysis_type == "hotspots":
        return [Spot(files=[path], dependents=count) for path, count in hotspots(found, asked.min_dependents)]
    if asked.analysis_type == "circular":
        return [Spot(files=list(circle), dependents=0) for circle in circles(found)]
    named = manifests(desk.snapshot.read(desk.snapshot.entries(MANIFESTS)))
    return [Spot(files=[path], dependents=0) for path in unused(desk.project, found, named)]


PLUGIN: Final = Tool(
    "analyze_structure", AnalyzeStructure, Structure, run, prepare=lambda desk: entered(desk.project), whole=True
)
