"""What a log says of a failure, and what that means in the code. Field names of the published report are in
`rca.report`."""

from __future__ import annotations

from .record import NamedTuple


class ParsedError(NamedTuple):
    """type: e.g. type_mismatch. metadata: sorted pairs (propertyName, className, dependency…)."""

    type: str
    message: str
    filePath: str  # noqa: N815 - the published field names
    line: int
    language: str
    framework: str = ""
    metadata: tuple[tuple[str, str], ...] = ()


class Finding(NamedTuple):
    """One thing a log says, in ranked order: the first is the root cause.

    line…end_line: raw log lines, from 1. file: repository path where it could be mapped, else as the log has it.
    file_line, column: from 1, 0 unknown. confidence: 0…1, calibrated. quote: the raw lines, uncut and redacted. times:
    how often the same was seen. follows: (line, text) of the consequences it explains. first: the line the quote begins
    at. why: (fact, its share of the score).
    """

    line: int
    end_line: int
    type: str
    kind: str
    severity: str
    message: str
    tool: str
    language: str
    file: str
    file_line: int
    column: int
    confidence: float
    error: ParsedError
    quote: tuple[str, ...]
    times: int = 1
    follows: tuple[tuple[int, str], ...] = ()
    frames: tuple[tuple[str, int, str], ...] = ()
    member: str = ""  # of a run's ZIP: the log in it, whose lines these are
    first: int = 0
    why: tuple[tuple[str, float], ...] = ()


class Suspect(NamedTuple):
    """A changed function that can have caused a finding. path: ids from the failing place down to it. how: e.g.
    changed, added, removed. score: 0…1. reason: one sentence."""

    id: str
    path: tuple[str, ...]
    how: str
    score: float
    reason: str


class Place(NamedTuple):
    """Where in the code a finding points. function: id, "" outside of functions. step: id of the step of its flow at
    that line."""

    path: str
    line: int
    function: str = ""
    step: str = ""


class RootCause(NamedTuple):
    """verdict: failed | ok. findings: ranked, at most 3 independent causes. cause: one sentence; fix: numbered
    guidelines. tools: what was used (`toolsUsed`). iterations: 0 without the agent. notes: what the reader should know
    (log cut, nothing captured)."""

    verdict: str
    findings: tuple[Finding, ...]
    cause: str
    fix: tuple[str, ...]
    reproduce: str = ""
    place: Place | None = None
    suspects: tuple[Suspect, ...] = ()
    tools: tuple[str, ...] = ()
    iterations: int = 0
    notes: tuple[str, ...] = ()
    lines: int = 0
    similar: tuple[tuple[str, float, str], ...] = ()  # past cases: (id, similarity, root cause)
    lessons: tuple[str, ...] = ()  # `learningNotes`, when asked for
    named: tuple[tuple[str, int], ...] = ()  # places that the log's failures name, of those that are not told too
