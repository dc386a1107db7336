"""The strongest records, the first of them, and what follows from it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from ...model.logformat import CONSEQUENCE, POINTER, SUCCESS, Record
from ..reading import Mark, Section
from .confidence import confidence, features
from .evidence import SURVIVED, UNKNOWN, Weighed, weighed
from .verdict import FAILED, OK, OPEN, Verdict, verdict

MARGIN: Final = 0.4  # points within which the earlier record is the cause
CAUSES: Final = 3
FOLLOWERS: Final = 5
ENOUGH: Final = 1.2  # points a record needs where nobody said that the build failed
GUESSED: Final = 1.5  # and one that no format knows
LAST: Final = 0.3  # or that is among the last words
ENDING: Final = 8  # lines that are the last words
_VARYING: Final = re.compile(r"0x[0-9a-f]+|\b[0-9a-f]{8,}\b|\d+|'[^']*'|\"[^\"]*\"")


class Cause(NamedTuple):
    """follows: consequences it explains. times: how often the same was said. features: what its confidence was made of."""

    record: Record
    points: float
    confidence: float
    times: int = 1
    follows: tuple[Record, ...] = ()
    why: tuple[tuple[str, float], ...] = ()
    features: tuple[float, ...] = ()


class Ranking(NamedTuple):
    verdict: Verdict
    causes: tuple[Cause, ...]


def ranked(
    records: Sequence[Record],
    sections: Sequence[Section],
    marks: Sequence[Mark],
    *,
    conclusion: str = "",
    known: Callable[[Record], bool] | None = None,
    strangers: frozenset[str] = frozenset(),
    length: int = 0,
) -> Ranking:
    """records: in the order of the log's lines. length: lines of the log."""
    said = verdict(records, sections, marks, conclusion)
    if said.said == OK:
        return Ranking(said, ())
    causes = weighed(records, said, known, strangers)
    if said.said == OPEN:
        if _ended_well(records, causes):
            return Ranking(said._replace(said=OK, by="records"), ())
        well = max((record.line for record in records if record.role == SUCCESS), default=0)
        causes = [cause for cause in causes if _enough(cause, cause.record.line < well, length)]
        said = said._replace(said=FAILED if causes else OK, by="records")
    chosen = _independent(causes, said)
    return Ranking(said, tuple(_cause(one, causes, records, said) for one in chosen))


def _ended_well(records: Sequence[Record], causes: Sequence[Weighed]) -> bool:
    """Whether, where nobody gave a verdict, a tool's success is the last word: what was thrown or printed before it was
    expected. Errors that no run survives count all the same, unless it is their own tool that says so."""
    last = max((record for record in records if record.role == SUCCESS), key=lambda record: record.line, default=None)
    if last is None:
        return False
    well = {record.line for record in records if record.role == SUCCESS}
    if any(record.role == CONSEQUENCE and record.line > last.line for record in records):
        return False
    return all(
        cause.record.line in well
        or cause.record.severity != "error"
        or (cause.record.line < last.line and (cause.record.kind in SURVIVED or cause.record.format == last.format))
        for cause in causes
    )


def _enough(cause: Weighed, well: bool, length: int) -> bool:
    """Whether a record says failed where nobody else does. well: a tool said later that its run went well. A script that fails
    stops there: of the last words less is asked."""
    if cause.record.severity != "error":
        return False
    if cause.points >= LAST and cause.record.line > length - ENDING:
        return True
    return cause.points >= ENOUGH if cause.record.kind != UNKNOWN else cause.points >= GUESSED and not well


def _independent(causes: Sequence[Weighed], said: Verdict) -> list[Weighed]:
    """The first of the strongest; then such as neither it nor its kin explain."""
    if not causes:
        return []
    best = max(cause.points for cause in causes)
    said_strongly = {_masked(cause.record) for cause in causes if cause.points >= best - MARGIN}
    strongest = [
        cause for cause in causes if _masked(cause.record) in said_strongly
    ]  # a repetition stands for the first
    chosen = strongest[:1]
    for cause in strongest[1:]:
        if len(chosen) < CAUSES and all(_apart(one.record, cause.record, said) for one in chosen):
            chosen.append(cause)
    return chosen


def _apart(one: Record, other: Record, said: Verdict) -> bool:
    """Whether two records are causes of their own: of failed parts each, or of tools that do not feed each other."""
    if one.section != other.section:
        return one.section in said.failed and other.section in said.failed
    return one.format != other.format and one.kind != other.kind and other.line - one.end_line > 10


def _cause(one: Weighed, causes: Sequence[Weighed], records: Sequence[Record], said: Verdict) -> Cause:
    record = one.record
    same = _masked(record)
    times = sum(1 for cause in causes if _masked(cause.record) == same)
    after = [r for r in records if r.role in (CONSEQUENCE, POINTER) and r.line > record.line]
    rivals = sorted((cause.points for cause in causes if cause.record.type != record.type), reverse=True)
    seen = features(one, rivals[0] if rivals else 0.0, len(causes), said)
    return Cause(record, one.points, confidence(seen), times, tuple(after[:FOLLOWERS]), one.why, seen)


def _masked(record: Record) -> tuple[str, str, str]:
    return record.type, record.file, _VARYING.sub("#", record.message)
