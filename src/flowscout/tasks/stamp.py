"""The first line of a page and the last line of a region: which rules made it, and the digest of what was made.

A page whose body no longer has the digest was edited by hand. `rules` counts changes of what the same code is drawn as:
it is not the package's version, so upgrading the package alone rewrites nothing.
"""

from __future__ import annotations

import hashlib
import re
from typing import Final

from ..model.pattern import regex
from ..model.record import NamedTuple

RULES: Final = 1
SINCE: Final = {1: "0.1.0"}  # the version that brought each rules number

_STAMP = r"rules: (\d+) \(flowscout ([0-9A-Za-z.+-]+)\); body: ([0-9a-f]{16})"
_PAGE = regex(rf"<!-- flowscout page; {_STAMP}[^\n]*-->\Z")
_END = regex(rf"\s*+<!-- /flowscout(?: {_STAMP})? -->\s*+\Z")
_CONFLICT = regex(rb"^(<<<<<<<|>>>>>>>)( |$)", re.MULTILINE)


class Stamp(NamedTuple):
    """rules 0: none was written (an end marker that somebody typed)."""

    rules: int = 0
    version: str = ""
    body: str = ""


def digest(body: str) -> str:
    return hashlib.sha256(body.encode("utf-8", "surrogateescape")).hexdigest()[:16]


def stamped(body: str) -> str:
    return f"rules: {RULES} (flowscout {SINCE[RULES]}); body: {digest(body)}"


def page_line(body: str) -> str:
    return f"<!-- flowscout page; {stamped(body)}; written by `flowscout refresh`, do not edit -->"


def end_line(body: str) -> str:
    return f"<!-- /flowscout {stamped(body)} -->"


def read_page(text: str) -> tuple[Stamp, str] | None:
    """(stamp, body) of a page of ours; None of any other text."""
    first, _, body = text.partition("\n")
    found = _PAGE.match(first)
    return (Stamp(int(found[1]), found[2], found[3]), body) if found else None


def read_end(line: str) -> Stamp | None:
    """The stamp of an end marker; None when the line is none."""
    found = _END.match(line)
    if not found:
        return None
    return Stamp(int(found[1]), found[2], found[3]) if found[1] else Stamp()


def conflicted(data: bytes) -> bool:
    return (b"<<<<<<<" in data or b">>>>>>>" in data) and bool(_CONFLICT.search(data))


def conflicted_page(text: str) -> bool:
    """A page of ours in the middle of a merge: a conflict, and our first line within its first lines."""
    return conflicted(text.encode("utf-8", "surrogateescape")) and any(
        _PAGE.match(line) for line in text.split("\n")[:8]
    )
