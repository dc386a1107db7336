"""Findings as SARIF 2.1.0, and as GitHub's workflow commands."""

from __future__ import annotations

from typing import Any, Final

from ...model.finding import Finding, RootCause
from .words import title

SCHEMA: Final = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS: Final = {"error": "error", "warning": "warning"}
MESSAGE: Final = 4096  # characters GitHub keeps of one annotation
MOST: Final = 10  # annotations of one level that GitHub shows for a step


def sarif(found: RootCause, version: str) -> dict[str, Any]:
    types = sorted({finding.type for finding in found.findings})
    driver = {
        "name": "flowscout",
        "version": version,
        "rules": [{"id": name, "shortDescription": {"text": title(name)}} for name in types],
    }
    results = [_result(finding, rank) for rank, finding in enumerate(found.findings)]
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [{"tool": {"driver": driver}, "results": results}]}


def _result(finding: Finding, rank: int) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": finding.type,
        "level": _LEVELS.get(finding.severity, "note"),
        "message": {"text": finding.message},
        "rank": round(100 * finding.confidence, 1),
        "properties": {"logLine": finding.line, "tool": finding.tool, "kind": finding.kind, "order": rank + 1},
    }
    if finding.file:
        region = {"startLine": max(1, finding.file_line)} | ({"startColumn": finding.column} if finding.column else {})
        place = {"artifactLocation": {"uri": _uri(finding.file)}, "region": region}
        result["locations"] = [{"physicalLocation": place}]
    return result


def _uri(path: str) -> str:
    from urllib.parse import quote

    return quote(path, safe="/@:+-._~")


def commands(found: RootCause) -> list[str]:
    """`::error file=…,line=…::message`, escaped as the toolkit does; nothing of the log can begin a command of its own."""
    return [_annotation(finding) for finding in found.findings[:MOST]]


def _annotation(finding: Finding) -> str:
    level = "warning" if finding.severity == "warning" else "error"
    fields = {"title": f"flowscout: {title(finding.type)}"}
    if finding.file:
        fields["file"] = finding.file
        if finding.file_line:
            fields["line"] = str(finding.file_line)
        if finding.column:
            fields["col"] = str(finding.column)
    said = ",".join(f"{name}={_property(value)}" for name, value in fields.items())
    return f"::{level} {said}::{_data(finding.message[:MESSAGE])}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
