"""The report as JSON, under the published field names."""

from __future__ import annotations

from typing import Any

from ...model.finding import Finding, ParsedError, RootCause, Suspect

SCHEMA = "flowscout.rca/1"


def record(found: RootCause) -> dict[str, Any]:
    first = found.findings[0] if found.findings else None
    notes = {"learningNotes": list(found.lessons)} if found.lessons else {}
    return notes | {
        "schema": SCHEMA,
        "verdict": found.verdict,
        "error": first.message if first else "",
        "rootCause": found.cause,
        "fixGuidelines": list(found.fix),
        "confidence": first.confidence if first else 0.0,
        "iterations": found.iterations,
        "toolsUsed": list(found.tools),
        "findings": [of_finding(one) for one in found.findings],
        "suspects": [of_suspect(one) for one in found.suspects],
        "reproduce": found.reproduce,
        "place": found.place._asdict() if found.place else None,
        "notes": list(found.notes),
        "lines": found.lines,
        "similar": [{"id": id_, "similarity": alike, "rootCause": cause} for id_, alike, cause in found.similar],
    }


def of_finding(one: Finding) -> dict[str, Any]:
    return {
        "line": one.line,
        "end_line": one.end_line,
        "member": one.member,
        "type": one.type,
        "kind": one.kind,
        "severity": one.severity,
        "tool": one.tool,
        "language": one.language,
        "file": one.file,
        "file_line": one.file_line,
        "column": one.column,
        "message": one.message,
        "confidence": one.confidence,
        "raw": list(one.quote),
        "times": one.times,
        "follows": [{"line": line, "text": text} for line, text in one.follows],
        "frames": [{"file": file, "line": line, "function": function} for file, line, function in one.frames],
        "parsedError": of_error(one.error),
    }


def of_error(error: ParsedError) -> dict[str, Any]:
    said = {
        "type": error.type,
        "message": error.message,
        "filePath": error.filePath,
        "line": error.line,
        "language": error.language,
    }
    if error.framework:
        said["framework"] = error.framework
    return said | ({"metadata": dict(error.metadata)} if error.metadata else {})


def of_suspect(one: Suspect) -> dict[str, Any]:
    return {"id": one.id, "path": list(one.path), "how": one.how, "score": one.score, "reason": one.reason}
