"""Where a member, a row or an item stands among those beside it, where that counts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from ....engine.same import KEPT, Same
from ..pairing.changes import Change, Trees
from ..pieces.children import place, under
from ..pieces.pieces import Piece
from ..reading.declarators import takes_room
from ..reading.saying import q

_SHORT: Final = 32  # characters of what stands beside


def counts(both: Trees, change: Change) -> bool:
    """Whether its place among its siblings counts, whatever else of it differs: fields may be given by their place."""
    piece = both.new[change.b]
    annotated = piece.kind == "Assign" and piece.words[1:2] == (b":",) and piece.parent >= 0
    member = annotated or (piece.parent >= 0 and takes_room(piece))
    return piece.kind in ("Field", "Item", "Row") or (member and both.new[piece.parent].kind == "Class")


def beside(both: Trees, change: Change) -> str:
    """Between which neighbours it stands now, and stood."""
    places = [_next(both.old, change.a), _next(both.new, change.b)]
    if places[0] == places[1]:
        return "stands in another place than before"
    return f"now stands {places[1]}, no longer {places[0]}"


def _next(pieces: Sequence[Piece], at: int) -> str:
    kind, above = pieces[at].kind, pieces[at].parent
    row = _alike(Same(pieces), above, kind, takes_room(pieces[at])) if above >= 0 else [at]
    here = place(row, at)
    beside = here + 1 if here + 1 < len(row) else here - 1
    return f"{'before' if beside > here else 'behind'} {q(pieces[row[beside]].said, _SHORT)}" if beside >= 0 else ""


@lru_cache(maxsize=KEPT)
def _alike(pieces: Same[Sequence[Piece]], above: int, kind: str, member: bool) -> Sequence[int]:
    """What stands under a piece and is of one kind, or takes room as a member does."""
    own = pieces.value
    return [at for at in under(own, above) if own[at].kind == kind or (member and takes_room(own[at]))]
