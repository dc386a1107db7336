"""A way out that leaves by the answer of a question that is new, where the same way out left by one that is gone, in the same place.

`if n < last: wait() else: raise` that is `if n == last: raise`: nothing is raised where nothing was.
"""

from __future__ import annotations

from collections.abc import Sequence

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
    those = [
        (one, role)
        for a, one in enumerate(both.old)
        if one.kind == "If" and a not in both.pairs and across(one.parent, both.pairs) == piece.parent
        for role in _ROLES
        if one.role == piece.role
        and (was := _alone(both.old, both.old_below[a], role)) is not None
        and was.words == out.words
    ]
    if len(those) != 1:
        return None
    one, role = those[0]
    told = does(out)
    told = f"{told[:1].upper()}{told[1:]} when {q(piece.said)}, no longer {asked(one.said, role)}"
    return Said(CONDITION, f"{told}{when(both.new, at)}.", 3)


def _alone(pieces: Sequence[Piece], below: Sequence[int], role: str) -> Piece | None:
    own = [pieces[each] for each in below if pieces[each].role == role]
    return own[0] if len(own) == 1 and own[0].kind in EXITS else None
