"""Macros that give back, called by a name in capitals that says so.

API_RETURN_INT(value);      value
Py_RETURN_NONE;             NONE
RETURN_IF_ERROR(rc);        nothing: it need not
"""

from __future__ import annotations

from typing import Final

from ..model.pattern import regex

_RETURNS: Final = regex(r"(?:[A-Za-z][A-Z\d]{0,20}[a-z]?_){0,3}RETURN(?:_([A-Z\d_]{1,40}))?(?: ?\((.*)\))?(?: ?;)?")
_PERHAPS: Final = frozenset(["IF", "UNLESS", "ON", "NOT", "WHEN", "FAIL", "CHECK", "TRY", "OR", "AND"])


def returned(written: str) -> str:
    """What such a statement gives back, as written; "" for any other."""
    found = _RETURNS.fullmatch(written)
    words = (found[1] or "").split("_") if found else []
    if not found or not _PERHAPS.isdisjoint(words):
        return ""
    return (found[2] or "").strip() or found[1] or ""
