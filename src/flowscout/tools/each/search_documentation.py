"""Sections of the project's own documents that hold the words of a question; the most fitting first."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, Final, NamedTuple

from ..contract import NO_RESULTS, Arguments, Cursor, Data, Failed, Field, Page, Tool
from ..desk import Desk
from ..finding import content, page, text

LONGEST: Final = 150  # lines of one section
LEAST: Final = 2  # of a score
FILES: Final = ("CLAUDE.md", "README.md", "AGENTS.md", "CONTRIBUTING.md")
COMMON: Final = frozenset(
    [
        "and",
        "are",
        "but",
        "can",
        "does",
        "for",
        "from",
        "has",
        "have",
        "how",
        "into",
        "not",
        "that",
        "the",
        "this",
        "use",
        "was",
        "what",
        "when",
        "where",
        "which",
        "who",
        "why",
        "will",
        "with",
        "you",
        "your",
    ]
)


class SearchDocumentation(Arguments):
    query: Annotated[str, Field(min_length=2, max_length=400, description="Search query/keywords")]
    files: list[Annotated[str, Field(min_length=1, max_length=1000)]] | None = Field(
        None,
        max_length=50,
        description="Specific files to search; else CLAUDE.md, README.md and the like, `.context/` and `docs/`",
    )
    limit: Annotated[int, Field(ge=1, le=20, description="How many sections to show")] = 3
    cursor: Cursor = 0


class Section(Data):
    file: str
    heading: str
    line: int
    score: int
    text: str = Field(description=f"Cut after {LONGEST} lines")


class Sections(Page):
    query: str
    sections: list[Section]


class DocumentPart(NamedTuple):
    heading: str
    line: int
    lines: list[str]


def run(desk: Desk, asked: SearchDocumentation) -> Sections | Failed:
    words = {word for word in re.findall(r"[^\W_]{3,}", asked.query.lower()) if word not in COMMON}
    found: list[Section] = []
    for path in _paths(desk, asked.files):
        read = content(desk, path)
        said = read if isinstance(read, Failed) else text(*read)
        if isinstance(said, Failed):
            if asked.files:
                return said
            continue
        found += [_section(path, part, score) for part in parts(said) if (score := scored(part, words)) >= LEAST]
    if not found:
        return Failed(NO_RESULTS, f"no section holds {', '.join(sorted(words)) or 'a word of the question'}")
    rows, more = page(sorted(found, key=lambda one: (-one.score, one.file, one.line)), asked.cursor, asked.limit)
    return Sections(query=asked.query, sections=rows, **more)


def _paths(desk: Desk, files: list[str] | None) -> list[str]:
    if files:
        return files
    return [
        path
        for path in desk.snapshot.paths()
        if path in FILES or (path.startswith((".context/", "docs/", "doc/")) and path.lower().endswith((".md", ".rst")))
    ]


def parts(said: str) -> Iterator[DocumentPart]:
    """By Markdown's `#` headings, and by lines that are underlined; what stands in a fence is no heading."""
    lines = said.splitlines()
    heading, start, fenced = "", 0, False
    for at, line in enumerate(lines):
        fenced ^= line.lstrip().startswith(("```", "~~~"))
        under = lines[at + 1].strip() if at + 1 < len(lines) else ""
        lined = (
            bool(line.strip())
            and len(under) > 2
            and len(set(under)) == 1
            and under[0] in "=-~^"
            and len(under) >= len(line.strip())
        )
        if not fenced and ((line.startswith("#") and line.lstrip("#").startswith(" ")) or lined):
            if at > start:
                yield DocumentPart(heading, start + 1, lines[start:at])
            heading, start = line.lstrip("#").strip(), at
    if len(lines) > start:
        yield DocumentPart(heading, start + 1, lines[start:])


def scored(part: DocumentPart, words: set[str]) -> int:
    """A word in the heading counts ten times a line that holds one."""
    heading = set(re.findall(r"[^\W_]{3,}", part.heading.lower()))
    body = [set(re.findall(r"[^\W_]{3,}", line.lower())) for line in part.lines[:LONGEST]]
    return 10 * len(words & heading) + sum(len(words & line) for line in body)


def _section(path: str, part: DocumentPart, score: int) -> Section:
    return Section(file=path, heading=part.heading, line=part.line, score=score, text="\n".join(part.lines[:LONGEST]))


PLUGIN: Final = Tool("search_documentation", SearchDocumentation, Sections, run, (NO_RESULTS,))
