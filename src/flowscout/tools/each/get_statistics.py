"""What is indexed, in figures: files, lines, functions and types by language, and how surely calls are known."""

from __future__ import annotations

from collections import Counter
from typing import Final

from ...model.counts import by_language, total
from ...model.paths import suffix_of
from ...tasks.asking import figures
from ..contract import Arguments, Data, Field, Tool
from ..desk import Desk

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
    sums = {language: total(counts) for language, counts in by_language(project.counted().of).items()}
    kinds = Counter(suffix_of(path) for path in desk.snapshot.paths())
    return Statistics(
        total_files=len(desk.snapshot.paths()),
        indexed_files=len(project.files),
        unread_files=len(project.unread),
        languages=[
            Language(
                language=name,
                files=each.files,
                lines=each.lines,
                functions=each.functions,
                types=each.types,
            )
            for name, each in sums.items()
        ],
        file_types=[
            Kind(suffix=suffix, files=count)
            for suffix, count in sorted(kinds.items(), key=lambda row: (-row[1], row[0]))[:MOST]
        ],
        calls=dict(figures(project)),
    )


PLUGIN: Final = Tool(
    "get_statistics", GetStatistics, Statistics, run, prepare=lambda desk: desk.project.counted(), whole=True
)
