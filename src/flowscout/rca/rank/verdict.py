"""Whether the build failed, by the most trustworthy witness there is.

A conclusion from outside (the API) stands above all. Then the runner's last word on the job, then its marks and words on
steps, then what each tool said last of its own run, and only then the mere presence of errors: a green log may be full of
them. That the build went well is told to people only where the first two say so.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from ...model.logformat import CAUSE, CONSEQUENCE, SUCCESS, Record
from ..reading import LogSection, RunnerMark
from .runner import FINAL, NAME

FAILED: Final = "failed"
OK: Final = "ok"
OPEN: Final = ""  # nobody said
SURE: Final = frozenset({"conclusion", "runner"})  # who says so of a build, not of a tool's own run
TICKS: Final = ("✅", "✔", "✓")
PARTS: Final = frozenset({"task_failed", "counted"})  # words on a part of a run, which may be let fail
LAST: Final = 5  # lines before the clean-up that are the last words
_STOPPED: Final = re.compile(r"(?:operation|run|job) was cancell?ed")


class Verdict(NamedTuple):
    """said: failed | ok | "". line: the last line that says failed, 0 if none does. by: who said so. failed, passed: sections."""

    said: str
    line: int = 0
    by: str = ""
    failed: frozenset[int] = frozenset()
    passed: frozenset[int] = frozenset()


def verdict(
    records: Sequence[Record],
    sections: Sequence[LogSection],
    marks: Sequence[RunnerMark],
    conclusion: str = "",
    calm: frozenset[int] = frozenset(),
) -> Verdict:
    """calm: sections that no error ended."""
    cleanup = {section.id for section in sections if section.kind == "cleanup"}
    said = _words(records)
    errors = _first_hand([mark for mark in marks if mark.kind == "error" and mark.section not in cleanup])
    runner = [record for record in said if record.format == NAME]
    last = max(
        [*(r.line for r in said if r.role == CONSEQUENCE and r.section not in cleanup), *(m.line for m in errors)],
        default=0,
    )
    died = None if errors else _died(records, sections, [mark.line for mark in marks if mark.kind == "warning"])
    failed = _failed_sections(sections, runner, errors)
    word, by = _said(
        conclusion,
        [r for r in records if r.section not in calm] if calm else records,
        said,
        runner,
        errors,
        sections,
        cleanup,
        died,
    )
    if died is not None and word == FAILED and not failed:
        failed, last = frozenset({died.section}), max(last, died.line)
    return Verdict(word, last, by, failed, _passed_sections(sections, failed) | calm)


def _words(records: Sequence[Record]) -> list[Record]:
    """What tools said of their runs. Of a list, row below row, what failed is its word: the others only say of themselves."""
    well = _well(records)
    words = [
        record
        for record in records
        if record.role in (CONSEQUENCE, SUCCESS)
        and record.weight >= 1
        and not (record.type in PARTS and record.line < well)
    ]
    failed = {(record.format, record.line) for record in words if record.role == CONSEQUENCE}
    for rows in (words, words[::-1]):
        failed |= _beside(rows, failed)
    return [record for record in words if record.role == CONSEQUENCE or (record.format, record.line) not in failed]


def _well(records: Sequence[Record]) -> int:
    """The last line that says that something went well: whoever says so after a part has failed has let it."""
    return max((record.line for record in records if record.role == SUCCESS), default=0)


def _beside(rows: Sequence[Record], failed: set[tuple[str, int]]) -> set[tuple[str, int]]:
    """Rows that follow on one that failed, as they come."""
    found = set(failed)
    for record in rows:
        if any((record.format, record.line + step) in found for step in (-1, 1)):
            found.add((record.format, record.line))
    return found


def _first_hand(errors: list[RunnerMark]) -> list[RunnerMark]:
    """Without the marks of jobs that were only stopped because another had failed."""
    own = [mark for mark in errors if not _STOPPED.search(mark.text)]
    return own or errors


def _said(
    conclusion: str,
    records: Sequence[Record],
    said: Sequence[Record],
    runner: Sequence[Record],
    errors: Sequence[RunnerMark],
    sections: Sequence[LogSection],
    cleanup: set[int],
    died: Record | None,
) -> tuple[str, str]:
    """What was said, and by whom."""
    if conclusion:
        return OK if conclusion in ("success", "neutral", "skipped") else FAILED, "conclusion"
    finals = [record for record in runner if record.type == FINAL]
    if finals:
        return OK if finals[-1].role == SUCCESS else FAILED, "runner"
    if errors or any(record.role == CONSEQUENCE for record in runner):
        return FAILED, "runner"
    if cleanup and any(section.kind == "step" for section in sections):
        return (FAILED, "tool") if died else (OK, "runner")  # a step that fails is marked, unless its action died
    tools = _last_words([record for record in said if record.format != NAME])
    limits = any(record.role == CAUSE and record.kind == "coverage" and record.weight >= 1 for record in records)
    if limits or any(record.role == CONSEQUENCE for record in tools.values()):
        return FAILED, "tool"
    if _failed_after(records, max((record.line for record in tools.values()), default=0)):
        return FAILED, "tool"
    if tools or runner:
        return OK, "tool" if tools else "runner"
    return OPEN, ""


def _last_words(said: Sequence[Record]) -> dict[str, Record]:
    """By format, what a tool said last of its run. A line that several formats read is one tool's: it is withdrawn for all of them
    where one says later that it went well."""
    last = {record.format: record for record in said}
    well = {name for name, record in last.items() if record.role == SUCCESS}
    withdrawn = {record.line for record in said if record.role == CONSEQUENCE and record.format in well}
    return {name: r for name, r in last.items() if r.role == SUCCESS or r.line not in withdrawn}


def withdrawn(records: Sequence[Record]) -> tuple[Record, Record] | None:
    """What a tool said last of a run that failed, and first of a later one that went well; None where all its runs went well. Of
    several tools, the one that failed last."""
    later: dict[str, Record] = {}
    for record in reversed(_words(records)):
        if record.role == SUCCESS:
            later[record.format] = record
        elif record.format in later and record.format != NAME:
            return record, later[record.format]
    return _let(records)


def _let(records: Sequence[Record]) -> tuple[Record, Record] | None:
    """The last part that failed, and the last word after it that all went well."""
    well = next((r for r in reversed(records) if r.role == SUCCESS and r.line == _well(records)), None)
    parts = [r for r in records if r.role == CONSEQUENCE and r.type in PARTS and r.weight >= 1]
    return next(((r, well) for r in reversed(parts) if well is not None and r.line < well.line), None)


def _died(records: Sequence[Record], sections: Sequence[LogSection], warned: Sequence[int]) -> Record | None:
    """The error that what ran before the clean-up ends in: an action that dies, or runs in a container, leaves no mark. One
    that still warns afterwards (warned: lines of such marks) lives."""
    end = min((section.first for section in sections if section.kind == "cleanup"), default=0)
    close = [record for record in records if end - LAST <= max(record.line, record.end_line) < end]
    well = any(record.role == SUCCESS or record.message.startswith(TICKS) for record in close)
    if well or any(end - LAST <= line < end for line in warned):
        return None
    return next(
        (r for r in close if r.severity == "error" and (r.role == CONSEQUENCE or (r.role == CAUSE and r.weight > -2))),
        None,
    )


def _failed_after(records: Sequence[Record], last: int) -> bool:
    """Whether, after the last success of a tool, another stops: an error is there to see, and somebody says so or it is
    one that ends a program."""
    after = [record for record in records if record.line > last > 0]
    errors = [r for r in after if r.role == CAUSE and r.severity == "error" and r.kind != "unknown"]
    return any(error.weight >= 1 for error in errors) or bool(errors and any(r.role == CONSEQUENCE for r in after))


def _failed_sections(
    sections: Sequence[LogSection], runner: Sequence[Record], errors: Sequence[RunnerMark]
) -> frozenset[int]:
    return frozenset(
        {mark.section for mark in errors} | {r.section for r in runner if r.role == CONSEQUENCE and r.type != FINAL}
    )


def _passed_sections(sections: Sequence[LogSection], failed: frozenset[int]) -> frozenset[int]:
    """Where steps fail visibly, those that did not have passed."""
    named = {section.id: section.kind for section in sections}
    if not any(named.get(section) == "step" for section in failed):
        return frozenset(section for section, kind in named.items() if kind == "cleanup")
    return frozenset(
        section for section, kind in named.items() if kind in ("step", "cleanup") and section not in failed
    )


def strong(record: Record) -> bool:
    """Whether a record alone makes a log with no verdict a failed one."""
    return record.role == CAUSE and record.severity == "error"
