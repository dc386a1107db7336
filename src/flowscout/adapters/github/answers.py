"""What an answer is: what was asked for, a fault in words a person can act on, or nothing that GitHub said."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any, Final

from ...forge import BROKEN, DENIED, LIMITED, MISSING, REFUSED, ForgeError
from ...model import limits
from ...model.event import Job, Pull
from ...model.publication import Annotation, Posted

_NEEDS: Final = {
    "comments": "pull-requests: write", "check-runs": "checks: write", "reactions": "pull-requests: write",
    "actions": "actions: read", "pulls": "pull-requests: read",
}  # fmt: skip
_KINDS: Final = {401: DENIED, 403: DENIED, 404: MISSING, 410: MISSING, 400: REFUSED, 409: REFUSED, 422: REFUSED}


def named(fault: Any, path: str) -> ForgeError:
    headers = {key.lower(): value for key, value in (fault.headers or {}).items()}
    message = str((fault.data or {}).get("message", "") if isinstance(fault.data, dict) else "")[:300]
    limited = (
        fault.status == 429
        or (
            fault.status == 403
            and (
                "retry-after" in headers
                or headers.get("x-ratelimit-remaining") == "0"
                or "rate limit" in message.lower()
            )
        )
        or (fault.status == 400 and "RATE_LIMITED" in str(fault.data)[:1000])
    )  # GraphQL's way to say so
    kind = LIMITED if limited else _KINDS.get(fault.status, BROKEN)
    told = f"GitHub answered {fault.status} to {what(path)}" + (f": {message}" if message else "")
    return ForgeError(kind, told, _hint(kind, path))


def said(path: str, headers: Mapping[str, Any], data: Any) -> Any:
    """GitHub speaks JSON. A page that something on the way put in its place, with a fine status, is no answer."""
    kind = next((str(value) for key, value in headers.items() if key.lower() == "content-type"), "")
    if data is not None and kind and "json" not in kind.lower():
        raise ForgeError(BROKEN, f"GitHub did not answer {what(path)}: {kind[:60]} came instead of JSON")
    return data


def _hint(kind: str, path: str) -> str:
    if kind != DENIED:
        return ""
    need = next((right for part, right in _NEEDS.items() if part in path), "contents: read")
    return f"the job needs `permissions: {need}`"


def asked_wait(fault: Any) -> float:
    headers = {key.lower(): value for key, value in (fault.headers or {}).items()}
    after = str(headers.get("retry-after", ""))
    if after.isdigit():
        return float(after)
    if headers.get("x-ratelimit-remaining") == "0" and str(headers.get("x-ratelimit-reset", "")).isdigit():
        return max(1.0, float(headers["x-ratelimit-reset"]) - time.time())
    if fault.status in (403, 429):
        return float(limits.SECONDARY_LIMIT_WAIT)
    return 0.0


def what(path: str) -> str:
    """The path without what could be anything but a name."""
    return path.split("?", 1)[0]


def pull(row: Mapping[str, Any]) -> Pull:
    head, base = row["head"], row["base"]
    return Pull(
        row["number"],
        row.get("state") or "",
        head["sha"],
        head["ref"],
        (head.get("repo") or {}).get("full_name") or "",
        base["sha"],
        base["ref"],
        bool(row.get("draft")),
        row.get("updated_at") or "",
        row.get("merge_commit_sha") or "",
    )


def posted(row: Mapping[str, Any]) -> Posted:
    return Posted(
        row["id"],
        (row.get("user") or {}).get("login") or "",
        row.get("body") or "",
        row.get("html_url") or "",
        row.get("created_at") or "",
    )


def job(row: Mapping[str, Any]) -> Job:
    failed = tuple(
        (s["number"], s["name"])
        for s in row.get("steps") or []
        if s.get("conclusion") in ("failure", "timed_out", "cancelled")
    )
    return Job(row["id"], row.get("name") or "", row.get("conclusion") or "", failed, row.get("html_url") or "")


def annotation(a: Annotation) -> dict[str, Any]:
    row = {
        "path": a.path,
        "start_line": a.line,
        "end_line": max(a.line, a.end_line),
        "annotation_level": a.level,
        "message": a.message[:60_000],
    }
    return {**row, "title": a.title[:255]} if a.title else row
