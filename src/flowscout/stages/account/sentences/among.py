"""Where a member, a row or an item stands among those beside it, where that counts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..pairing.changes import Change, Trees
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
    places = [_next(both.old, both.old_below, change.a), _next(both.new, both.new_below, change.b)]
    if places[0] == places[1]:
        return "stands in another place than before"
    return f"now stands {places[1]}, no longer {places[0]}"


def _next(pieces: Sequence[Piece], below: Sequence[Sequence[int]], at: int) -> str:
    kind, member = pieces[at].kind, takes_room(pieces[at])
    row = (
        [
            each
            for each in below[pieces[at].parent]
            if pieces[each].kind == kind or (member and takes_room(pieces[each]))
        ]
        if pieces[at].parent >= 0
        else [at]
    )
    place = row.index(at)
    beside = place + 1 if place + 1 < len(row) else place - 1
    return f"{'before' if beside > place else 'behind'} {q(pieces[row[beside]].said, _SHORT)}" if beside >= 0 else ""
