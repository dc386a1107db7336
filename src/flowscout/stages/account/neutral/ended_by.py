"""C: `END_TEST` behind the body of a function that a macro heads (`START_TEST(name) { … }`) came or went with that function."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..pairing.changes import ADDED, REMOVED, Change, Trees
from ..pieces.macros import is_by_a_macro
from ..pieces.outside import FUNCTION
from ..pieces.pieces import Piece

TOLD: Final = "macros told together with a function"


def gone_with_it(both: Trees, change: Change) -> bool:
    pieces, known, at = (both.new, both.back, change.b) if change.kind == ADDED else (both.old, both.pairs, change.a)
    if change.kind not in (ADDED, REMOVED) or len(pieces[at].words) != 1:
        return False
    before = at - 1
    head = pieces[before] if before >= 0 else None
    if not _ends_such(both, pieces, at):
        return False
    behind = (
        head is not None and head.kind == FUNCTION and (head.parent, head.role) == (pieces[at].parent, pieces[at].role)
    )
    return behind and before not in known and is_by_a_macro(pieces[before].words[-1])


def _ends_such(both: Trees, pieces: Sequence[Piece], at: int) -> bool:
    """Whether the word is named for what opens the function, `END_TEST` for `START_TEST`, or stands behind more than one that are opened so."""
    word, opening = pieces[at].words, _opening(pieces, at)
    if word[0].partition(b"_")[::2] == (b"END", opening.rpartition(b"_")[2]):
        return True
    ended = max(
        sum(one.words == word and _opening(side, here) == opening for here, one in enumerate(side))
        for side in (both.old, both.new)
    )
    return bool(opening) and ended > 1


def _opening(pieces: Sequence[Piece], at: int) -> bytes:
    head = pieces[at - 1] if at else None
    return head.words[-1].rpartition(b"::")[2].partition(b"(")[0] if head is not None and head.kind == FUNCTION else b""
