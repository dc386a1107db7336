"""What is indexed, in figures: files, lines, functions and types by language, and how surely calls are known."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import Final, NamedTuple

from ...model.paths import suffix_of
from ...pipeline import Project
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


class Tally(NamedTuple):
    languages: list[Language]
    calls: dict[str, int]


def run(desk: Desk, asked: GetStatistics) -> Statistics:
    project, found = desk.project, tally(desk.project)
    kinds = Counter(suffix_of(path) for path in desk.snapshot.paths())
    return Statistics(
        total_files=len(desk.snapshot.paths()),
        indexed_files=len(project.files),
        unread_files=len(project.unread),
        languages=found.languages,
        file_types=[
            Kind(suffix=suffix, files=count)
            for suffix, count in sorted(kinds.items(), key=lambda row: (-row[1], row[0]))[:MOST]
        ],
        calls=found.calls,
    )


@lru_cache(maxsize=1)
def tally(project: Project) -> Tally:
    """What every file is gone over for."""
    found: dict[str, Language] = {}
    for facts in project.files.values():
        if facts.language:
            so_far = found.get(facts.language) or Language(
                language=facts.language, files=0, lines=0, functions=0, types=0
            )
            found[facts.language] = Language(
                language=facts.language,
                files=so_far.files + 1,
                lines=so_far.lines + facts.lines,
                functions=so_far.functions + sum(function.kind != "module" for function in facts.functions),
                types=so_far.types + len(facts.types),
            )
    return Tally([found[name] for name in sorted(found)], dict(figures(project)))


PLUGIN: Final = Tool(
    "get_statistics", GetStatistics, Statistics, run, prepare=lambda desk: tally(desk.project), whole=True
)
