"""C and C++: lines of an `#if` that are gone with the functions that they held, and nothing else: each function is told by itself."""

from __future__ import annotations

from typing import Final

from ..pairing.changes import REMOVED, Change, Trees
from ..pieces.outside import FUNCTION
from ..reading import conditions

_DIRECTIVE: Final = "Directive"


def gone_with_them(both: Trees, change: Change) -> bool:
    if change.kind != REMOVED or both.old[change.a].kind != _DIRECTIVE:
        return False
    held = [both.old[each].kind for each in conditions.under(both.old_below, change.a)]
    return FUNCTION in held and {*held} <= {FUNCTION, _DIRECTIVE}
