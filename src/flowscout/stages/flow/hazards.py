"""May this op raise? Asked only where something would catch it.

Python: everything but jumps, declarations of scope and a plain name set to a literal. Elsewhere: what calls, throws or
allocates.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import Final

from ...model.bound import BoundFunction
from ...model.pattern import regex

_SAFE_ROLES: Final = frozenset({"pass", "break", "continue", "goto", "scope", "label"})
_SAFE_KINDS: Final = frozenset({"leave", "catch", "variant", "opaque", "raise"})
_PLAIN: Final = regex(
    rb"\s*+(?:return\b\s*+)?(?:\w++\s*+=\s*+)*+(?:-?\d[\w.]*+|None|True|False|b?'[^'\\]*'|b?\"[^\"\\]*\"|\[\]|\{\}|\(\))?\s*+"
)


class Hazards:
    def __init__(self, bound: BoundFunction) -> None:
        self.text, self.always = bound.text, bound.language == "python"
        sites = [call.start for call in bound.calls if call.kind != "ref"]
        self.sites = sorted(sites + [mark.start for mark in bound.marks if mark.kind == "throw"])

    def may_raise(self, kind: str, start: int, end: int, role: str) -> bool:
        if kind in _SAFE_KINDS or role in _SAFE_ROLES:
            return False
        if self.always:
            return kind not in ("do", "return") or not _PLAIN.fullmatch(self.text, start, end)
        first = bisect_left(self.sites, start)
        return first < len(self.sites) and self.sites[first] < end
