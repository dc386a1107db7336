"""C and C++: what was returned at once and is given a name now, by which more is asked before it is returned.

`return b - a;` that became `n = b - a; if (!n) return strcmp(x, y); return n;` no longer returns the difference at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..pairing.changes import ADDED, REMOVED, Change, Trees
from ..pieces.quoting import joined
from ..pieces.targets import target, value
from ..reading.saying import EXIT, Said, q, when

TOLD: Final = "values that are kept before they are returned"
_LEAST: Final = 2  # words of a value that is known again


def kept_back(both: Trees, found: Sequence[Change]) -> dict[Change, Said]:
    """By what sets the name; with an empty sentence for the way out that it stands for."""
    gone = {
        both.old[each.a].words[1:]: each
        for each in found
        if each.kind == REMOVED and both.old[each.a].kind == "Return" and len(both.old[each.a].words) > _LEAST
    }
    told: dict[Change, Said] = {}
    for each in [each for each in found if each.kind == ADDED] if gone else ():
        piece = both.new[each.b]
        was = gone.get(value(piece)) if target(piece) else None
        if was is None or was in told or both.pairs.get(both.old[was.a].parent, -2) != piece.parent:
            continue
        if both.old[was.a].role == piece.role:
            kept = f"{q(joined(value(piece)))} is now kept in {q(joined(target(piece)))}, no longer returned at once"
            told |= {each: Said(EXIT, f"{kept}{when(both.new, each.b)}.", 3), was: Said(TOLD, "", 9)}
    return told
