"""What is indexed, in figures: files, lines, functions and types by language, and how surely calls are known."""

from __future__ import annotations

from collections import Counter
from typing import Final

from ...model.paths import suffix_of
from ...tasks.asking import figures
from ..contract import Arguments, Data, Field, Tool
from ..desk import Desk
from ..edges import callers

MOST: Final = 20  # kinds of files


class GetStatistics(Arguments):
    pass


class Language(Data):
    language: str
    files: int
    lines: int
    functions: int
    types: int


class Kind(Data):
    suffix: str = Field(description="Empty for names without one")
    files: int


class Statistics(Data):
    total_files: int = Field(description="Of the snapshot")
    indexed_files: int
    unread_files: int
    languages: list[Language]
    file_types: list[Kind] = Field(description=f"The {MOST} most frequent")
    calls: dict[str, int]


def run(desk: Desk, asked: GetStatistics) -> Statistics:
    project = desk.project
    names = sorted({facts.language for facts in project.files.values() if facts.language})
    kinds = Counter(suffix_of(path) for path in desk.snapshot.paths())
    return Statistics(
        total_files=len(desk.snapshot.paths()),
        indexed_files=len(project.files),
        unread_files=len(project.unread),
        languages=[_language(desk, name) for name in names],
        file_types=[
            Kind(suffix=suffix, files=count)
            for suffix, count in sorted(kinds.items(), key=lambda row: (-row[1], row[0]))[:MOST]
        ],
        calls=dict(figures(project)),
    )


def _language(desk: Desk, name: str) -> Language:
    of = [facts for facts in desk.project.files.values() if facts.language == name]
    return Language(
        language=name,
        files=len(of),
        lines=sum(facts.lines for facts in of),
        types=sum(len(facts.types) for facts in of),
        functions=sum(function.kind != "module" for facts in of for function in facts.functions),
    )


PLUGIN: Final = Tool(
    "get_statistics", GetStatistics, Statistics, run, prepare=lambda desk: callers(desk.project), whole=True
)
