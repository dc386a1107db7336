"""How the files depend on each other, in figures: edges, hotspots, unused files, circles, islands."""

from __future__ import annotations

from typing import Annotated, Final

from ..contract import Arguments, Data, Field, Tool
from ..desk import Desk
from ..imports import MANIFESTS, circles, entered, files, hotspots, islands, manifests, unused


class GetAnalysisSummary(Arguments):
    min_dependents: Annotated[int, Field(ge=1, le=10_000, description="Minimum dependents for hotspot counting")] = 2


class AnalysisSummary(Data):
    files: int
    dependencies: int
    hotspots: int
    unused: int
    circular: int
    islands: int
    largest_island: int


def run(desk: Desk, asked: GetAnalysisSummary) -> AnalysisSummary:
    found = files(desk.project)
    named = manifests(desk.snapshot.read(desk.snapshot.entries(MANIFESTS)))
    parts = islands(found)
    return AnalysisSummary(
        files=len(found.to),
        dependencies=sum(map(len, found.to.values())),
        hotspots=len(hotspots(found, asked.min_dependents)),
        unused=len(unused(desk.project, found, named)),
        circular=len(circles(found)),
        islands=len(parts),
        largest_island=len(parts[0]) if parts else 0,
    )


PLUGIN: Final = Tool(
    "get_analysis_summary",
    GetAnalysisSummary,
    AnalysisSummary,
    run,
    prepare=lambda desk: entered(desk.project),
    whole=True,
)
