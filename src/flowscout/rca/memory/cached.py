"""A root cause as bytes and back, and the key under which the one of a log is kept."""

from __future__ import annotations

import json
from collections.abc import Iterable
from hashlib import sha256
from typing import Any, Final

from ...model.finding import Finding, ParsedError, Place, RootCause, Suspect
from ...model.logformat import LogFormat
from ..rank.weights import CONFIDENCE, WEIGHTS
from ..tables.shelf import known

TTL_HOURS: Final = 24.0


def key_of(parts: Iterable[bytes], green: Iterable[bytes], conclusion: str, formats: str) -> str:
    """parts, green: bytes of the log and of its baseline. formats: what reads them, so that another shelf reads anew."""
    digest = sha256(f"{formats}\0{conclusion}\0".encode())
    for part in parts:
        digest.update(part)
    digest.update(b"\0green\0")
    for part in green:
        digest.update(part)
    return digest.hexdigest()


def shelf_digest(formats: Iterable[LogFormat], version: str) -> str:
    said: list[object] = [sorted(WEIGHTS.items()), CONFIDENCE]
    said += [known().digest, [(one.name, one.patterns, one.signs) for one in formats]]
    return sha256(f"{version}{said!r}".encode("utf-8", "replace")).hexdigest()[:16]


def packed(found: RootCause) -> str:
    return json.dumps(found, ensure_ascii=False)


def unpacked(body: str) -> RootCause | None:
    """None for what was not packed here."""
    try:
        row = RootCause(*_tuples(json.loads(body)))
        findings = tuple(Finding(*one) for one in row.findings)
        return row._replace(
            findings=tuple(one._replace(error=ParsedError(*one.error)) for one in findings),
            suspects=tuple(Suspect(*one) for one in row.suspects),
            place=Place(*row.place) if row.place else None,
        )
    except (ValueError, TypeError, RecursionError):
        return None


def _tuples(value: Any) -> Any:
    return tuple(_tuples(one) for one in value) if isinstance(value, list) else value
