"""Macros that give back: the last of a body, called by a name in capitals that says so. And those that govern what stands behind them.

API_RETURN_INT(value);      return value
Py_RETURN_NONE;             return `NONE`
RETURN_IF_ERROR(rc);        nothing: it need not
"""

from __future__ import annotations

from typing import Final

from ...model.pattern import regex
from ...model.syntax import Body, If, walk

_RETURNS: Final = regex(r"(?:[A-Za-z][A-Z\d]{0,20}[a-z]?_){0,3}RETURN(?:_([A-Z\d_]{1,40}))?(?: ?\((.*)\))?(?: ?;)?")
_PERHAPS: Final = frozenset(["IF", "UNLESS", "ON", "NOT", "WHEN", "FAIL", "CHECK", "TRY", "OR", "AND"])


def returned(written: str) -> str:
    """What such a statement gives back, as written; "" for any other."""
    found = _RETURNS.fullmatch(written)
    words = (found[1] or "").split("_") if found else []
    if not found or not _PERHAPS.isdisjoint(words):
        return ""
    return (found[2] or "").strip() or found[1] or ""


def governing(body: Body) -> frozenset[int]:
    """Where the invocations begin behind which something stands as behind a question: whether they ask, loop or only do something is not known here."""
    return frozenset([stmt.start for stmt in walk(body) if isinstance(stmt, If) and stmt.test.start == stmt.start])
