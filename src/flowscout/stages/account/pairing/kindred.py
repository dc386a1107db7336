"""What sets the same, by a name that only gained or lost a `_`, is what it was, wherever it stands among its like.

self.schema = None; self.target = None        ->        self._target = None; self._schema = None
"""

from __future__ import annotations

from collections.abc import Sequence

from ..pieces.pieces import Piece
from ..pieces.targets import target

Key = tuple[int, str, tuple[bytes, ...]]


def by_kin(old: Sequence[Piece], new: Sequence[Piece], pairs: dict[int, int]) -> None:
    """Where on each side one such step stands in the arm, and what they are paired with is of another name."""
    was = _set_once(old, [pairs.get(each.parent, -1) for each in old])
    now = _set_once(new, [each.parent for each in new])
    back = {b: a for a, b in pairs.items()}
    for key, a in was.items():
        b = now.get(key, -1)
        if b < 0 or pairs.get(a) == b or target(old[a]) == target(new[b]):
            continue
        if _same_name(old, new, a, pairs.get(a, -1)) or _same_name(old, new, back.get(b, -1), b):
            continue
        left, there = pairs.pop(a, -1), back.pop(b, -1)
        pairs.pop(there, None)
        back.pop(left, None)
        pairs[a], back[b] = b, a


def _set_once(pieces: Sequence[Piece], arms: Sequence[int]) -> dict[Key, int]:
    """arms: what each stands under, by its place on the later side, -1 for none."""
    found: dict[Key, list[int]] = {}
    for at, piece in enumerate(pieces):
        if arms[at] >= 0 and target(piece):
            found.setdefault((arms[at], piece.role, _bare(piece.words)), []).append(at)
    return {key: those[0] for key, those in found.items() if len(those) == 1}


def _bare(words: Sequence[bytes]) -> tuple[bytes, ...]:
    return tuple([word.strip(b"_") or word for word in words])


def _same_name(old: Sequence[Piece], new: Sequence[Piece], a: int, b: int) -> bool:
    return min(a, b) >= 0 and _bare(target(old[a])) == _bare(target(new[b]))
