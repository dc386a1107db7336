"""A question under which another one was put: it is the outer one that reads nearly as it did, whichever holds what it held.

if expand(s):              if s = expand(s):
    use(s)          ->         if not quiet:
                                   use(s)

Read the other way, an outer question that is gone leaves the one that reads nearly as it did.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..pieces.pieces import Piece
from .alike import FAR, likeness

_MORE = 0.3  # how much more it must be like that one than like the one that holds the same
_FARTHEST = 4  # questions round one that are looked at


def asked_outside(old: Sequence[Piece], new: Sequence[Piece], pairs: dict[int, int]) -> None:
    """Of questions that were paired by what they hold."""
    back = {b: a for a, b in pairs.items()}
    for a, b in [
        (a, b) for a, b in pairs.items() if old[a].kind == new[b].kind == "If" and old[a].words != new[b].words
    ]:
        outer = _outer(old[a], new, b, back)
        if outer >= 0 and pairs.get(old[a].parent, -2) == new[outer].parent:
            pairs[a] = outer
            back[outer] = a
            continue
        outer = _outer(new[b], old, a, pairs)
        if outer >= 0 and back.get(new[b].parent, -2) == old[outer].parent:
            del pairs[a]
            pairs[outer] = b


def _outer(piece: Piece, others: Sequence[Piece], at: int, known: dict[int, int]) -> int:
    """The free question round one of the other side that the piece is much more like; -1 for none."""
    least = max(FAR, likeness(piece, others[at]) + _MORE)
    for _ in range(_FARTHEST):
        role, at = others[at].role, others[at].parent
        if at <= 0 or others[at].kind != "If" or role != "then" or at in known:
            return -1
        if likeness(piece, others[at]) >= least:
            return at
    return -1
