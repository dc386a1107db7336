"""A log to its root cause, with nothing but the log: what `flowscout rca` shows before it looks into the code."""

from __future__ import annotations

from ..border import within
from ..model.finding import RootCause
from ..model.logformat import CAUSE, CONSEQUENCE, SUCCESS
from .explain import explained
from .explain.further import further
from .extract import Extractor
from .findings import Redact, findings, in_members
from .log import LogRead, analysed
from .rank.evidence import UNKNOWN
from .rank.verdict import OK, OPEN, SURE, withdrawn
from .source import Open

NAMED = 1_000  # places

SILENT = "The log says that the build did not fail."
OPENED = "Nobody says in the log how the build ended"
UNTOLD = OPENED + ", and no line of it tells of an error."
WELL = OPENED + ". The last that a tool says of its own run is that it went well: line {}."
AGAIN = OPENED + ". Line {} says that a run failed, line {} that a later one went well."
LOOK = " If the build failed, look at line {}: {}"
NOTHING = "The build failed, but the log holds no line that says why."
WHERE = " What failed is said in line {}: {}"


def diagnosed(
    open_: Open, extract: Extractor, redact: Redact, *, conclusion: str = "", green: Open | None = None
) -> RootCause:
    """conclusion: of the job, where the API knows it. green: the log of a build that passed."""
    read = analysed(open_, extract, conclusion, green)
    said = _said(read)
    found = in_members(findings(read.ranking.causes, open_, redact), open_)
    if not found:
        return RootCause(said, (), redact(_silence(read)), (), lines=read.lines)
    cause, fix, reproduce = within(found[0].type, lambda: explained(found[0]), lambda: (found[0].message, (), ""))
    notes = tuple(redact(note) for note in further(read.ranking))
    return RootCause(
        said, found, cause, fix, reproduce, tools=("read_log",), notes=notes, lines=read.lines, named=_named(read)
    )


def _named(read: LogRead) -> tuple[tuple[str, int], ...]:
    """(file, line) of every failure and of its stack."""
    records = [one.record for one in read.ranking.candidates]
    places = [
        (file, line)
        for record in records
        for file, line in ((record.file, record.file_line), *((file, line) for file, line, _ in record.frames))
    ]
    return tuple(dict.fromkeys((file, line) for file, line in places if file and line))[:NAMED]


def _said(read: LogRead) -> str:
    """What a tool says of its own run is no word on the build."""
    verdict = read.ranking.verdict
    return OPEN if verdict.said == OK and verdict.by not in SURE else verdict.said


def _silence(read: LogRead) -> str:
    """Why no cause is named. A log of which nobody says how it ended is not called one of a build that passed."""
    verdict = read.ranking.verdict
    if verdict.said != OK:
        ends = (r for r in read.records if r.role == CONSEQUENCE and r.weight >= 1 and r.message)
        end = next(ends, None)
        return NOTHING + (WHERE.format(end.line, end.message) if end else "")
    if verdict.by in SURE:
        return SILENT
    if both := withdrawn(read.records):
        failed, well = both
        causes = (r for r in read.records if r.role == CAUSE and r.format == failed.format and r.weight >= 1)
        cause = next((r for r in causes if r.line < failed.line), None)
        return AGAIN.format(failed.line, well.line) + (LOOK.format(cause.line, cause.message) if cause else "")
    last = max((record.line for record in read.records if record.role == SUCCESS), default=0)
    errors = [r for r in read.records if r.role == CAUSE and r.message and r.line > last]
    likeliest = max(errors, key=lambda r: (r.severity == "error", r.weight, -r.line), default=None)
    look = LOOK.format(likeliest.line, likeliest.message) if likeliest else ""
    if last:
        return WELL.format(last) + (
            look if likeliest and likeliest.severity == "error" and likeliest.kind != UNKNOWN else ""
        )
    return f"{OPENED}.{look}" if look else UNTOLD
