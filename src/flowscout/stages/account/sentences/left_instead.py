"""A way out that leaves by the answer of a question that is new, where the same way out left by one that is gone, in the same place.

`if n < last: wait() else: raise` that is `if n == last: raise`: nothing is raised where nothing was.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from ....engine.same import KEPT, Same
from ..pairing.changes import Trees, across
from ..pieces.answers import asked
from ..pieces.pieces import Piece
from ..reading.saying import CONDITION, EXITS, Said, does, q, when

_ROLES = ("then", "else")


def left_instead(both: Trees, at: int) -> Said | None:
    """None where the question does more than leave, or several that are gone could be what it stands for."""
    piece = both.new[at]
    out = _alone(both.new, both.new_below[at], "then")
    if out is None or at in both.back or any(both.new[each].role == "else" for each in both.new_below[at]):
        return None
    those = _left(Same(both)).get((piece.parent, piece.role, out.words), ())
    if len(those) != 1:
        return None
    one, role = those[0]
    told = does(out)
    told = f"{told[:1].upper()}{told[1:]} when {q(piece.said)}, no longer {asked(one.said, role)}"
    return Said(CONDITION, f"{told}{when(both.new, at)}.", 3)


@lru_cache(maxsize=KEPT)
def _left(sides: Same[Trees]) -> Mapping[tuple[int, str, Sequence[bytes]], list[tuple[Piece, str]]]:
    """Questions that are gone and by which answer one leaves, by where they stand, and how it leaves."""
    both = sides.value
    found: dict[tuple[int, str, Sequence[bytes]], list[tuple[Piece, str]]] = {}
    for a, one in enumerate(both.old):
        for role in _ROLES if one.kind == "If" and a not in both.pairs else ():
            if (was := _alone(both.old, both.old_below[a], role)) is not None:
                found.setdefault((across(one.parent, both.pairs), one.role, was.words), []).append((one, role))
    return found


def _alone(pieces: Sequence[Piece], below: Sequence[int], role: str) -> Piece | None:
    own = [pieces[each] for each in below if pieces[each].role == role]
    return own[0] if len(own) == 1 and own[0].kind in EXITS else None
