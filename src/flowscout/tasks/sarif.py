"""The annotations of a document as SARIF 2.1.0, for code scanning and editors."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any, Final
from urllib.parse import quote

from ..model.publication import Annotation, Document

SCHEMA: Final = "https://json.schemastore.org/sarif-2.1.0.json"
MOST: Final = 5_000  # results of a run that GitHub shows
_LEVELS: Final = {"failure": "error", "warning": "warning"}
_ABOUT: Final = {
    "review": ("flow-changed", "What a function does has changed."),
    "scan": ("chart-stale", "A committed chart is not that of the code."),
    "rca": ("failure", "A failed run points here."),
}


def sarif(document: Document, version: str, project: str = "") -> dict[str, Any]:
    """One run; its category tells it from runs of other projects and kinds."""
    default = _ABOUT.get(document.kind, (document.kind, document.title))
    results = [_result(one, one.rule or default[0]) for one in document.annotations[:MOST]]
    rules = {
        default[0]: default[1],
        **{one.rule: one.rule.replace("_", " ").capitalize() for one in document.annotations if one.rule},
    }
    used = {result["ruleId"] for result in results}
    driver = {
        "name": "flowscout", "version": version, "informationUri": "https://github.com/flowscout/flowscout",
        "rules": [{"id": id_, "shortDescription": {"text": text}} for id_, text in sorted(rules.items()) if id_ in used],
    }  # fmt: skip
    category = "/".join(filter(None, ("flowscout", project, document.kind))) + "/"
    return {
        "$schema": SCHEMA, "version": "2.1.0",
        "runs": [{"tool": {"driver": driver}, "automationDetails": {"id": category}, "columnKind": "unicodeCodePoints", "results": results}],
    }  # fmt: skip


def _result(one: Annotation, rule: str) -> dict[str, Any]:
    first, last = max(1, one.line), max(1, one.line, one.end_line)
    region = {"startLine": first} | ({"endLine": last} if last > first else {})
    return {
        "ruleId": rule, "level": _LEVELS.get(one.level, "note"), "message": {"text": one.message or one.title},
        "locations": [{"physicalLocation": {"artifactLocation": {"uri": quote(one.path, safe="/@+-._~"), "uriBaseId": "%SRCROOT%"}, "region": region}}],
        "partialFingerprints": {"flowscout/v1": _fingerprint((rule, one.path, one.title, one.message))},
    }  # fmt: skip


def _fingerprint(parts: Iterable[str]) -> str:
    """Without the line, so that a result keeps its name when code above it moves."""
    return hashlib.sha256("\0".join(parts).encode("utf-8", "replace")).hexdigest()[:32]
