"""What is known of a candidate that holds for any tool, as numbers.

No tool is named here. What a format knows comes in by its words (kind, weight, severity), the rest from where the record
stands: in which part, how far before the word that ends it, first or last of its kind, said once or a thousand times.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from ...model.logformat import CONSEQUENCE, Record
from ..locate import theirs
from ..reading import RunnerMark
from .evidence import BROKEN, TESTS, UNKNOWN
from .runner import NAME as RUNNER
from .unknown import NAME as GENERIC
from .verdict import Verdict

HEADING: Final = 12  # lines within which a heading stands above what it is about
FAR: Final = 12.0  # log2 of lines that count as far
_WRAPS: Final = re.compile(
    r"(?i)exit(?:ed)?(?: with)?(?: a)?(?: non-?zero)?(?: exit)?(?: code| status)|non-?zero|returned? (?:code )?[1-9]\d{0,3}$|command failed|build failed|see (?:the )?(?:log|above|output)|\b(?:see|check) (?:\w{1,20} ){0,3}above\b"
    r"|could not compile|previous errors?|failed to (?:run|execute)|(?<!\d)\d{1,6} (?:errors?|failures?|failed|problems?|issues?)\b|^\W{0,3}[\w -]{1,30} failed\W{0,3}$|some tests failed|tests? (?:run )?failed|failed\W{1,3}(?:took|in|after) [\d.]+"
)


Sort = tuple[str, str, int, int]
Run = tuple[str, bool, int]


class SectionFacts(NamedTuple):
    """Lines at which a section was said to have failed, sorted; of its tools' own verdicts, by format; its causes, sorted."""

    ends: tuple[int, ...]
    tools: Mapping[str, int]
    causes: tuple[int, ...]


class LogScene(NamedTuple):
    """What all candidates of a log share. first: the section that failed first, -1 none. words: how often each tool spoke."""

    parts: Mapping[int, SectionFacts]
    first: int
    words: Mapping[str, int]
    marked: frozenset[int]
    said: Verdict
    types: Mapping[tuple[str, str], int]
    firsts: Mapping[Sort, int]
    runs: Mapping[Run, Sequence[Record]]


def scene(causes: Sequence[Record], records: Sequence[Record], marks: Sequence[RunnerMark], said: Verdict) -> LogScene:
    ends: dict[int, list[int]] = {}
    tools: dict[int, dict[str, int]] = {}
    lines: dict[int, list[int]] = {}
    firsts: dict[Sort, int] = {}
    runs: dict[Run, list[Record]] = {}
    for mark in marks:
        if mark.kind == "error":
            ends.setdefault(mark.section, []).append(mark.line)
    for record in records:
        if record.role == CONSEQUENCE and record.format == RUNNER:
            ends.setdefault(record.section, []).append(record.line)
        elif record.role == CONSEQUENCE and record.weight >= 1:
            tools.setdefault(record.section, {})[record.format] = record.line
    for record in causes:
        lines.setdefault(record.section, []).append(record.line)
        firsts.setdefault(_sort(record), record.line)
        if record.severity == "error" and record.weight >= 0 and record.format != GENERIC:
            for run in _runs(record):
                runs.setdefault(run, []).append(record)
    sections = {*ends, *tools, *lines}
    parts = {
        s: SectionFacts(tuple(sorted(ends.get(s, ()))), tools.get(s, {}), tuple(sorted(lines.get(s, ()))))
        for s in sections
    }
    types = Counter((record.format, record.type) for record in causes)
    failed = [(part.ends[0], section) for section, part in parts.items() if part.ends]
    words = Counter(record.format for record in records)
    return LogScene(
        parts,
        min(failed, default=(0, -1))[1],
        words,
        frozenset(mark.line for mark in marks if mark.kind == "error"),
        said,
        types,
        firsts,
        runs,
    )


def described(record: Record, of: LogScene) -> Iterable[tuple[str, float]]:
    part = of.parts.get(record.section, SectionFacts((), {}, ()))
    end = _end(part, record, of.said)
    yield "to the end", math.log2(1 + end - record.line) / FAR if end >= record.line else 1.0
    if not part.ends or record.line > part.ends[-1]:
        yield "no end follows", 1.0
    if part.ends and record.section != of.first:
        yield "another part failed first", 1.0
    yield "its tool's words", math.log2(1 + of.words.get(record.format, 0)) / FAR
    if part.tools.get(record.format, 0) > record.line:
        yield "its tool failed after", 1.0
    if _WRAPS.search(record.message[:400]):
        yield "wraps", 1.0
    if record.line in of.marked:
        yield "marked", 1.0
    if record.file and not theirs(record):
        yield "in the project", 1.0
    if record.format == GENERIC:
        yield "of no tool", 1.0
        yield "telling", float(record.weight)
    yield "repeated", math.log2(of.types.get((record.format, record.type), 1)) / FAR
    if record.format != GENERIC and of.firsts.get(_sort(record)) == record.line:
        yield "first of its type" if record.kind != UNKNOWN else "first of no kind", 1.0
    if any(_reported(record, of.runs.get(run, ())) for run in _runs(record)):
        yield "after its tool's first", 1.0
    between = _between(part, record.line, end)
    yield "others follow", math.log2(1 + between) / FAR
    if record.end_line - (record.first or record.line) >= 3:
        yield "a block", 1.0


def _sort(record: Record) -> Sort:
    """Messages of one sort are a list; of different weight, a heading and what it is about."""
    return record.format, record.type, record.section, record.weight


def _runs(record: Record) -> Iterable[Run]:
    """What one tool reports in one run: its first is seldom a matter of the others, whatever their types. What does not compile
    is one list too, whichever formats know its messages."""
    yield record.format, record.kind in TESTS, record.section
    if record.kind in BROKEN:
        yield "", False, record.section


def _reported(record: Record, run: Sequence[Record]) -> bool:
    """Whether its tool had something to report before. What weighs less and stands close above is its heading,
    unless it is an error of its own in a list of such, each at its place."""
    first = record.first or record.line
    return any(
        one.line < record.line
        and (
            one.weight >= record.weight
            or one.format != record.format
            or first - one.end_line > HEADING
            or (one.kind in BROKEN and one.file_line > 0 < record.file_line)
        )
        for one in run[:1]
    )


def _end(part: SectionFacts, record: Record, said: Verdict) -> int:
    """The next word after the record that says its part failed, or the last word on the whole."""
    at = bisect_left(part.ends, record.line)
    return part.ends[at] if at < len(part.ends) else said.line


def _between(part: SectionFacts, line: int, end: int) -> int:
    return max(0, bisect_left(part.causes, end) - bisect_left(part.causes, line + 1)) if end > line else 0
