"""C: `END_TEST` behind the body of a function that a macro heads (`START_TEST(name) { … }`) came or went with that function."""

from __future__ import annotations

from typing import Final

from ..pairing.changes import ADDED, REMOVED, Change, Trees
from ..pieces.macros import is_by_a_macro
from ..pieces.outside import FUNCTION

TOLD: Final = "macros told together with a function"


def gone_with_it(both: Trees, change: Change) -> bool:
    pieces, known, at = (both.new, both.back, change.b) if change.kind == ADDED else (both.old, both.pairs, change.a)
    if change.kind not in (ADDED, REMOVED) or len(pieces[at].words) != 1:
        return False
    before = at - 1
    head = pieces[before] if before >= 0 else None
    behind = (
        head is not None and head.kind == FUNCTION and (head.parent, head.role) == (pieces[at].parent, pieces[at].role)
    )
    return behind and before not in known and is_by_a_macro(pieces[before].words[-1])
