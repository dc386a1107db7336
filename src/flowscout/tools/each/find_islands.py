"""Groups of files that are connected with each other and with no other file, by imports and includes; the largest first."""

from __future__ import annotations

from typing import Annotated, Final

from ..contract import INVALID_PARAMETERS, Arguments, Cursor, Data, Failed, Field, Limit, Page, Tool
from ..desk import Desk
from ..finding import page
from ..imports import files, islands

SHOWN: Final = 10  # files of one island


class FindIslands(Arguments):
    min_size: Annotated[int, Field(ge=1, le=1_000_000, description="Minimum island size to include")] = 2
    max_size: Annotated[int, Field(ge=1, le=1_000_000, description="Maximum island size to include")] = 500
    limit: Limit = 5
    cursor: Cursor = 0


class Island(Data):
    size: int
    files: list[str] = Field(description=f"The first {SHOWN} of them")


class Islands(Page):
    islands: list[Island]


def run(desk: Desk, asked: FindIslands) -> Islands | Failed:
    if asked.min_size > asked.max_size:
        return Failed(INVALID_PARAMETERS, "min_size: is larger than max_size")
    found = [island for island in islands(files(desk.project)) if asked.min_size <= len(island) <= asked.max_size]
    rows, more = page(found, asked.cursor, asked.limit)
    return Islands(islands=[Island(size=len(island), files=list(island[:SHOWN])) for island in rows], **more)


PLUGIN: Final = Tool("find_islands", FindIslands, Islands, run, prepare=lambda desk: files(desk.project), whole=True)
