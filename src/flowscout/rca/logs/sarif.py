"""SARIF: results of any analyser as JSON, printed into a log or given as the log itself.

A result has `level`, `message.text`, `ruleId` and `locations[].physicalLocation`. Read line by line, so that a report of many megabytes needs no memory: a
pretty-printed report has one property a line. A report on one line is read as a whole when it is not too long.
Form: OASIS "Static Analysis Results Interchange Format 2.1.0", section 3.27.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final

from flowscout.model.logformat import CAUSE, BlockReading, Line, Record

_LONGEST: Final = 20_000  # lines of one report
_RESULTS: Final = 1_000  # of one report
_FURTHER: Final = 1_000  # lines below a result in which the next one's words are sought
_WIDEST: Final = 4_000_000  # characters of one report
_SEVERITIES: Final = {"error": "error", "warning": "warning", "note": "note", "none": "note"}


def _gathered(lines: Sequence[Line], start: int) -> tuple[str, int]:
    """The text of the JSON object that begins at `start`, and how many lines it takes (were read, when it does not end: "")."""
    opening = lines[start].text.find("{")
    texts: list[str] = []
    depth, width, quoted = 0, 0, False
    for index in range(start, min(len(lines), start + _LONGEST)):
        text = lines[index].text[opening if index == start else 0 :]
        escaped = False
        for place, letter in enumerate(text):
            if quoted:
                quoted = escaped or letter != '"'
                escaped = letter == "\\" and not escaped
            elif letter == '"':
                quoted = True
            elif letter in "{[":
                depth += 1
            elif letter in "}]":
                depth -= 1
                if depth == 0:
                    return "\n".join([*texts, text[: place + 1]]), index - start + 1
        texts.append(text)
        width += len(text)
        if width > _WIDEST:
            break
    return "", len(texts) or 1


def _of(value: Any, *names: str) -> Any:
    """The value at the end of a path of keys, or None."""
    for name in names:
        if isinstance(value, list):
            value = value[0] if value else None
        value = value.get(name) if isinstance(value, Mapping) else None
    return value


def _results(report: Any) -> Iterator[tuple[str, Any]]:
    for run in _list(_of(report, "runs")):
        tool = _of(run, "tool", "driver", "name")
        for result in _list(_of(run, "results")):
            yield str(tool or "sarif"), result


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _record(line: Line, tool: str, result: Any) -> Record:
    place = _of(result, "locations", "physicalLocation")
    number = _of(place, "region", "startLine")
    column = _of(place, "region", "startColumn")
    text = _of(result, "message", "text") or _of(result, "message", "markdown") or ""
    rule = _of(result, "ruleId") or ""
    return Record(
        line.number,
        line.number,
        "analysis_result",
        "lint_failure",
        CAUSE,
        _SEVERITIES.get(str(_of(result, "level") or "warning"), "warning"),
        str(text).strip(),
        "sarif",
        "",
        str(_of(place, "artifactLocation", "uri") or "").removeprefix("file://"),
        number if isinstance(number, int) else 0,
        column if isinstance(column, int) else 0,
        first=line.number,
        section=line.section,
        metadata=tuple(sorted({"code": str(rule), "tool": tool}.items())),
    )


def _where(lines: Sequence[Line], start: int, text: str) -> int:
    """Index of the line from `start` on that shows a result's words, or -1."""
    shown = json.dumps(text)[1:-1]
    reach = range(start, min(len(lines), start + _FURTHER))
    return next((index for index in reach if shown and shown in lines[index].text), -1)


def _read(lines: Sequence[Line], at: int) -> tuple[tuple[Record, ...], int]:
    start = next((i for i in range(at, max(-1, at - 6), -1) if lines[i].text.lstrip().startswith("{")), -1)
    if start < 0:
        return (), 1
    text, taken = _gathered(lines, start)
    end = start + taken
    try:
        report = json.loads(text) if text else None
    except (ValueError, RecursionError):
        return (), max(end - at, 1)
    found = []
    told = start
    for tool, result in islice(_results(report), _RESULTS):
        shown = _where(lines, told, str(_of(result, "message", "text") or ""))
        told = shown if start <= shown < end else told
        found.append(_record(lines[told] if told == shown else lines[at], tool, result))
    return tuple(found), max(end - at, 1)


READINGS: Final = (BlockReading(("sarif-schema", "sarif-2.", "/sarif/", '"runs"'), _read),)
