"""C and C++: what was returned at once and is given a name now, by which more is asked before it is returned.

`return b - a;` that became `n = b - a; if (!n) return strcmp(x, y); return n;` no longer returns the difference at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..pairing.changes import ADDED, REMOVED, Change, Trees
from ..pieces.nesting import inside
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
    for words, was in gone.items():
        if was not in told and _set_deeper(both, was.a, words):
            told[was] = Said(TOLD, "", 9)
    return told


def _set_deeper(both: Trees, a: int, words: tuple[bytes, ...]) -> bool:
    """Whether the value is set in the same arm, under a question that came, and what it is set to is returned now: the question is told."""
    above = both.pairs.get(both.old[a].parent, -1)
    returned = [piece.words[1:] for at, piece in enumerate(both.new) if piece.kind == "Return" and at not in both.back]
    for at in inside(both.new, above) if above >= 0 else ():
        piece, arm = both.new[at], at
        while both.new[arm].parent != above:
            arm = both.new[arm].parent
        if arm not in both.back and both.new[arm].role == both.old[a].role and value(piece) == words:
            return target(piece) != () and target(piece) in returned
    return False
