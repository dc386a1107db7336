"""A row that stands more often in its table than once: one of them that went, or came, is not the row that is gone, or new."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from ....engine.same import KEPT, Same
from ..pairing.changes import ADDED, Change, Trees
from ..pieces.pieces import Piece

_TIMES = ("", "once", "twice")


def how_often(both: Trees, change: Change) -> str:
    """ "stands once, no longer twice," of a row that stands in the table on both sides; "" of others."""
    here = both.new[change.b] if change.kind == ADDED else both.old[change.a]
    above = here.parent
    known = both.back if change.kind == ADDED else both.pairs
    if above not in known:
        return ""
    parents = (known[above], above) if change.kind == ADDED else (above, known[above])
    was, now = (_rows(Same(side))[at, here.words] for side, at in zip((both.old, both.new), parents, strict=True))
    return f"stands {_times(now)}, no longer {_times(was)}," if was and now and was != now else ""


@lru_cache(maxsize=KEPT)
def _rows(pieces: Same[tuple[Piece, ...]]) -> Counter[tuple[int, tuple[bytes, ...]]]:
    return Counter((piece.parent, piece.words) for piece in pieces.value if piece.kind in ("Row", "Item"))


def _times(count: int) -> str:
    return _TIMES[count] if count < len(_TIMES) else f"{count} times"
