"""Which files a file needs, or (`reverse`) which need it, with the line of each import. What is not in the project is named beside."""

from __future__ import annotations

import posixpath
from typing import Annotated, Final

from ...pipeline import Project
from ..contract import AMBIGUOUS_NAME, FILE_NOT_FOUND, Arguments, Cursor, Data, Failed, Field, Limit, Page, Tool
from ..desk import Desk
from ..finding import page
from ..imports import files

NAMED: Final = 8


class GetDependencies(Arguments):
    file_path: Annotated[str, Field(min_length=1, max_length=1000, description="File path; the end of one will do")]
    reverse: bool = Field(False, description="Show reverse dependencies (what depends on this file)")
    limit: Limit = 20
    cursor: Cursor = 0


class Dependency(Data):
    file: str
    line: int = Field(description="Of the import, in the file that makes it")
    deferred: bool = Field(description="Whether it stands inside a function, or for type checkers alone")


class Dependencies(Page):
    file_path: str
    reverse: bool
    dependencies: list[Dependency]
    outside: list[str] = Field(description="What it imports that is not in the project; empty for `reverse`")


def run(desk: Desk, asked: GetDependencies) -> Dependencies | Failed:
    path = fuzzy(desk.project, asked.file_path)
    if isinstance(path, Failed):
        return path
    found = files(desk.project)
    pairs = (
        [(other, path) for other in found.by[path]] if asked.reverse else [(path, other) for other in found.to[path]]
    )
    rows = [_row(desk.project, one, other, shown=one if asked.reverse else other) for one, other in pairs]
    some, more = page(rows, asked.cursor, asked.limit)
    outside = [] if asked.reverse else sorted({need.module for need in found.needs[path] if not need.target})
    return Dependencies(file_path=path, reverse=asked.reverse, dependencies=some, outside=outside, **more)


def _row(project: Project, one: str, other: str, shown: str) -> Dependency:
    first = next(
        need
        for need in sorted(files(project).needs[one], key=lambda need: (need.deferred, need.line))
        if need.target == other
    )
    return Dependency(file=shown, line=first.line, deferred=first.deferred)


def fuzzy(project: Project, asked: str) -> str | Failed:
    """A path of the project: itself, or the one that ends so, at a folder's border."""
    path = posixpath.normpath(asked.replace("\\", "/").lstrip("/"))
    if path in project.files:
        return path
    ends = [known for known in project.files if known.endswith("/" + path)]
    if len(ends) == 1:
        return ends[0]
    if not ends:
        return Failed(FILE_NOT_FOUND, f"{asked[:200]!r} is no file of this project that is read as code")
    return Failed(AMBIGUOUS_NAME, f"{asked[:200]!r} can mean {len(ends)} files: {', '.join(ends[:NAMED])}")


PLUGIN: Final = Tool(
    "get_dependencies",
    GetDependencies,
    Dependencies,
    run,
    (FILE_NOT_FOUND, AMBIGUOUS_NAME),
    prepare=lambda desk: files(desk.project),
    whole=True,
)
