"""A log to its root cause, with nothing but the log: what `flowscout rca` shows before it looks into the code."""

from __future__ import annotations

from ..border import within
from ..model.finding import RootCause
from ..model.logformat import LogFormat
from .explain import explained
from .extract import Extractor
from .findings import Redact, findings, in_members
from .log import analysed
from .rank.verdict import OK
from .source import Open

SILENT = "The log says that the build did not fail."
NOTHING = "The build failed, but the log holds no line that says why."


def diagnosed(
    open_: Open, extract: Extractor, redact: Redact, *, conclusion: str = "", green: Open | None = None
) -> RootCause:
    """conclusion: of the job, where the API knows it. green: the log of a build that passed."""
    read = analysed(open_, extract, conclusion, green)
    said = read.ranking.verdict.said
    found = in_members(findings(read.ranking.causes, open_, redact), open_)
    if not found:
        return RootCause(said, (), SILENT if said == OK else NOTHING, (), lines=read.lines)
    cause, fix, reproduce = within(found[0].type, lambda: explained(found[0], _formats(extract)), lambda: (found[0].message, (), ""))
    return RootCause(said, found, cause, fix, reproduce, tools=("read_log",), lines=read.lines)


def _formats(extract: Extractor) -> tuple[LogFormat, ...]:
    return extract.formats
