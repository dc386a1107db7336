"""What speaks for a record's being the cause, in points.

A point is about the odds that one kind of message is the cause where another is not, seen over many logs. Points come
from the kind (a compiler's error in a failed build nearly always is; an exception in a log full of them seldom), from the
format's own weight, and from where the record stands: in the part that failed, before a success of the same tool, or
already in the log of a green build.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

from ...model.logformat import CAUSE, CONSEQUENCE, NOISE, POINTER, SUCCESS, Record
from .runner import NAME
from .verdict import FAILED, Verdict

_BASE: Final = {
    "compile_error": 3.2, "syntax_error": 3.2, "type_error": 3.0, "link_error": 2.9, "lint_failure": 2.5,
    "format_check": 2.6, "test_failure": 2.8, "test_timeout": 2.7, "runtime_error": 1.9, "crash": 2.4, "sanitizer": 3.0,
    "import_error": 2.5, "missing_file": 2.0, "docs_error": 2.4, "coverage": 2.2, "snapshot": 2.8, "merge_conflict": 3.0,
    "stale_generated": 2.4, "resource_error": 2.6, "annotation_processing": 2.6, "dependency_resolution": 2.7,
    "dependency_conflict": 2.8, "version_mismatch": 2.9, "build_script": 2.5, "configuration": 2.3, "environment": 2.3,
    "missing_command": 2.4, "missing_secret": 2.3, "authentication": 2.3, "permission": 2.1, "network": 1.7,
    "certificate": 2.3, "rate_limit": 2.5, "disk_full": 3.2, "out_of_memory": 3.0, "timeout": 2.3, "cancelled": 1.3,
    "runner_lost": 2.8, "action_not_found": 3.2, "submodule": 2.6, "git_lfs": 2.6, "vulnerability": 2.3, "gate": 2.2,
    "policy": 2.2, "packaging": 2.2, "deployment": 2.2, "container": 2.2, "infrastructure": 2.2, "unknown": 1.0,
}  # fmt: skip
UNKNOWN: Final = "unknown"
BORNE: Final = "[INFO] The process '"  # what an action says of a program's failure that it goes on after
CLOSE: Final = 4  # lines below an error in which it says so
FAR: Final = 60  # lines from which an error is far from the word that something failed
HEADS: Final = 2  # lines below which a trace begins that says why
CLAUSE: Final = 30  # letters of a clause that two messages share only where they are about the same
_CAUSED: Final = re.compile(r"(?i)\W{0,8}(?:error\W{1,8}|fatal\W{1,8})?caused by\b")
_CLAUSE: Final = re.compile(r": | ; | \[|\] ")
TESTS: Final = frozenset({"test_failure", "snapshot", "test_timeout"})
BROKEN: Final = frozenset({"compile_error", "syntax_error"})
_THROWN: Final = frozenset({"runtime_error", "crash", "unknown", "network", "permission", "missing_file"})
SURVIVED: Final = _THROWN | TESTS  # kinds that are printed in runs that pass, too
# What stops a script at once where it is fatal; far from the end it was not.
STOPPING: Final = _THROWN | {
    "missing_command",
    "environment",
    "configuration",
    "authentication",
    "rate_limit",
    "certificate",
}


class WeighedRecord(NamedTuple):
    """A record and its points, with what made them (name, points)."""

    record: Record
    points: float
    why: tuple[tuple[str, float], ...]


def weighed(
    records: Sequence[Record],
    verdict: Verdict,
    known: Callable[[Record], bool] | None = None,
    strangers: frozenset[str] = frozenset(),
) -> list[WeighedRecord]:
    """Causes with their points. known: whether a record stands in the log of a green build too. strangers: formats of
    whose tools the log shows nothing else."""
    quiet = _noise(records)
    told = {(r.line, r.section) for r in records if r.role in (CONSEQUENCE, POINTER, SUCCESS)}
    words = Counter(record.format for record in records)
    last_words = {
        (r.line, r.section)
        for r in records
        if r.role == CONSEQUENCE and r.weight >= 1 and r.format != NAME and words[r.format] > 1
    }
    last = last_words | {(r.line, r.section) for r in records if r.role == POINTER}
    successes = _Successes(records)
    borne = [record.line for record in records if record.role == CONSEQUENCE and record.message.startswith(BORNE)]
    opened = {r.first for r in records if r.role == CAUSE and r.kind != UNKNOWN and r.first < r.line}
    traces = [record for record in records if record.role == CAUSE and _traced(record)]
    heads, chains = {trace.first for trace in traces}, _Chains(traces)
    caused = {record.line for record in records if record.role == CAUSE and _CAUSED.match(record.message)}
    links = {part for r in records if r.role == CAUSE and chains.hold(r) for part in _parts(r)}
    tests = any(r.kind in TESTS and r.role == CAUSE and r.section not in verdict.passed for r in records)
    stopped = any(r.format == NAME and r.role == CONSEQUENCE for r in records)
    found: list[WeighedRecord] = []
    # A format reads the line as a consequence, a trace says why further down, or the job went on: the cause only where there is
    # nothing better. And where there is not even that, the first of a tool's last words that gives a reason.
    doubled: list[WeighedRecord] = []
    ended: list[WeighedRecord] = []
    for record in _one_a_line(record for record in records if record.role == CAUSE):
        if _inside(quiet, record):
            continue
        why = [("kind", _BASE.get(record.kind, 1.0)), ("weight", 0.6 * record.weight), *_place(record, verdict)]
        if record.severity != "error":
            why.append(("severity", -3.0))
        if record.file:
            why.append(("file", 0.2))
        if record.format in strangers:
            why.append(("tool not seen", -1.2))
        if tests and record.kind in _THROWN:
            why.append(("not the test's", -0.8))
        if stopped and record.kind == "cancelled":
            why.append(("another job failed first", -2.0))
        if successes.after(record):
            why.append(("success after", -2.0))
        if known is not None and known(record):
            why.append(("in the green log too", -4.0))
        passed = any(0 < line - record.line <= CLOSE for line in borne)
        link = record.kind in _THROWN and chains.hold(record) and not _traced(record)
        head = any(record.line + below in heads for below in range(1, HEADS + 1)) or record.line in opened
        again = head or not links.isdisjoint(_parts(record)) or (record.line, record.section) in told
        again = again or record.end_line + 1 in caused
        rows = doubled if passed or link or (record.kind == UNKNOWN and again) else found
        if record.kind == UNKNOWN and (record.line, record.section) in last:
            rows = ended if reasoned(record) else []
        rows.append(WeighedRecord(record, round(sum(points for _, points in why), 3), tuple(why)))
    return found or ((doubled or ended[:1]) if verdict.said == FAILED else [])


def reasoned(record: Record) -> bool:
    """Whether a word on how something ended says why, too."""
    return record.severity == "error" and ": " in record.message


def _traced(record: Record) -> bool:
    return bool(record.frames) or (record.first < record.line and "exception" in dict(record.metadata))


def _parts(record: Record) -> list[str]:
    """The clauses of a message that are long enough to be nobody else's."""
    return [part for part in _CLAUSE.split(record.message[:600]) if len(part) >= CLAUSE]


def _place(record: Record, verdict: Verdict) -> Iterable[tuple[str, float]]:
    if record.section in verdict.failed:
        yield "failed part", 1.5
    elif record.section in verdict.passed:
        yield "passed part", -3.0
    if verdict.by == "runner" and record.line > verdict.line > 0:
        yield "after the verdict", -2.0
    elif verdict.line >= record.line and record.kind in STOPPING:
        yield "far from the end", -far(verdict.line - record.line, FAR)


def far(lines: int, unit: int) -> float:
    """What so many lines to the end cost what would have stopped a script at once."""
    return min(1.5, 0.25 * math.log2(1 + lines / unit))


def _noise(records: Sequence[Record]) -> list[tuple[int, int]]:
    return sorted((record.first or record.line, record.end_line) for record in records if record.role == NOISE)


def _inside(spans: list[tuple[int, int]], record: Record) -> bool:
    at = bisect_left(spans, (record.line + 1, 0))
    return any(low <= record.line <= high for low, high in spans[max(0, at - 8) : at])


def _one_a_line(causes: Iterable[Record]) -> list[Record]:
    """Of several formats that report one line, the most telling; what it does not know of the place, another may."""
    lines: dict[tuple[int, int], list[Record]] = {}
    for record in causes:
        lines.setdefault((record.line, record.section), []).append(record)
    return [_merged(sorted(same, key=_telling, reverse=True)) for _, same in sorted(lines.items())]


def _merged(same: list[Record]) -> Record:
    best = same[0]
    placed = next((record for record in same if record.file or record.frames), None)
    if best.file or best.frames or placed is None:
        return best
    return best._replace(file=placed.file, file_line=placed.file_line, column=placed.column, frames=placed.frames)


def _telling(record: Record) -> tuple[bool, bool, float, float, str]:
    """A file is worth more than a step of weight, and less than two."""
    return (
        record.severity == "error",
        record.kind != "unknown",
        record.weight + 1.5 * bool(record.file),
        _BASE.get(record.kind, 1.0),
        record.format,
    )


class _Chains:
    """Traces whose last cause stands further down: what is said in between only says what came of that, and so does who says the same."""

    def __init__(self, traces: Iterable[Record]) -> None:
        self._spans = sorted({(trace.first, trace.line) for trace in traces if trace.line > trace.first})
        self._starts = [first for first, _ in self._spans]

    def hold(self, record: Record) -> bool:
        at = bisect_left(self._starts, record.line + 1) - 1
        return at >= 0 and record.line < self._spans[at][1]


class _Successes:
    """Where tools said that all went well. What stands between a tool's last word and its success was expected: stack
    traces of tests that want an exception, errors of a try that was repeated."""

    def __init__(self, records: Sequence[Record]) -> None:
        self._words: dict[tuple[str, int], list[tuple[int, bool]]] = {}
        self._runs: dict[int, list[tuple[int, bool]]] = {}
        for record in records:
            if record.role not in (SUCCESS, CONSEQUENCE) or (record.weight < 1 and record.role != SUCCESS):
                continue
            word = (record.line, record.role == SUCCESS)
            if record.weight >= 1:
                self._words.setdefault((record.format, record.section), []).append(word)
            if record.weight >= 1 and record.format == NAME:
                self._runs.setdefault(record.section, []).append(word)

    def after(self, record: Record) -> bool:
        return self._next(self._words.get((record.format, record.section), []), record) or self._next(
            self._runs.get(record.section, []), record
        )

    @staticmethod
    def _next(words: list[tuple[int, bool]], record: Record) -> bool:
        """Whether the first word after the record is a success."""
        at = bisect_left(words, (record.line, False))
        return at < len(words) and words[at][1]
