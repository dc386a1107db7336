"""Ranked causes to findings: what leaves the room, redacted, with the lines of the log that show it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence

from ..model.finding import Finding, ParsedError
from ..model.logformat import TOOL, Record
from .locate import repository_path
from .rank import Cause
from .reading import chunks, mojibake, screen, starts
from .source import Open

QUOTED = 40  # lines of one finding that are shown
BELOW = 15  # of them below the line that says what is wrong
Redact = Callable[[str], str]


def findings(causes: Sequence[Cause], open_: Open, redact: Redact) -> tuple[Finding, ...]:
    spans = [_span(cause.record) for cause in causes]
    quotes = _quotes(open_, spans)
    return tuple(
        _finding(cause, quote, redact, first) for cause, quote, (first, _) in zip(causes, quotes, spans, strict=True)
    )


def _span(record: Record) -> tuple[int, int]:
    """The lines to quote: from the beginning of the message, or later where its line would be cut otherwise."""
    first = record.first or record.line
    below = min(record.end_line - record.line, BELOW)
    return max(first, record.line + below - QUOTED + 1), record.end_line


def _finding(cause: Cause, quote: list[str], redact: Redact, first: int) -> Finding:
    record, said = cause.record, dict(cause.record.metadata)
    tool, framework = said.pop(TOOL, record.format), said.pop("framework", "")
    file, file_line = repository_path(record.file), record.file_line
    message = redact(record.message)
    return Finding(
        line=record.line,
        end_line=record.end_line,
        type=record.type,
        kind=record.kind,
        severity=record.severity,
        message=message,
        tool=tool,
        language=record.language,
        file=file,
        file_line=file_line,
        column=record.column,
        confidence=cause.confidence,
        error=ParsedError(
            type=record.type,
            message=message,
            filePath=file,
            line=file_line,
            language=record.language,
            framework=framework,
            metadata=tuple((name, redact(value)) for name, value in said.items()),
        ),
        quote=tuple(redact("\n".join(quote)).split("\n")),
        times=cause.times,
        follows=tuple((r.line, redact(r.message)[:300]) for r in _distinct(cause.follows)),
        frames=record.frames,
        first=first,
        why=cause.why,
    )


def in_members(found: tuple[Finding, ...], open_: Open) -> tuple[Finding, ...]:
    """Of a run's ZIP: which member each stands in, and the lines as that member counts them."""
    if not found:
        return found
    with open_() as stream:
        members = starts(stream)
    return tuple(_in_member(one, members) for one in found) if members else found


def _in_member(one: Finding, members: Sequence[tuple[str, int]]) -> Finding:
    at = bisect_right([first for _, first in members], one.line) - 1
    name, first = members[at]
    past = members[at + 1][1] if at + 1 < len(members) else None
    follows = tuple((line - first + 1, said) for line, said in one.follows if past is None or line < past)
    return one._replace(
        member=name,
        first=one.first - first + 1,
        line=one.line - first + 1,
        end_line=one.end_line - first + 1,
        follows=follows,
    )


def _distinct(records: Iterable[Record]) -> Iterable[Record]:
    return {record.line: record for record in records}.values()


def _quotes(open_: Open, spans: Sequence[tuple[int, int]]) -> list[list[str]]:
    """The raw lines of each span, at most QUOTED of it, without control characters."""
    wanted = sorted({number for low, high in spans for number in range(low, min(high, low + QUOTED - 1) + 1)})
    found: dict[int, str] = {}
    first = 1
    with open_() as stream:
        for text in screen.decoded(chunks(stream)):
            if not wanted or first > wanted[-1]:
                break
            past = first + text.count("\n") + (0 if text.endswith("\n") else 1)
            here = [number for number in wanted if first <= number < past]
            lines = mojibake.mended(screen.plain(text).split("\n")) if here else []
            found |= {number: lines[number - first].rstrip() for number in here}
            first = past
    return [[found[n] for n in range(low, min(high, low + QUOTED - 1) + 1) if n in found] for low, high in spans]
