"""A question that stands in the same words over something else, while what it held hangs on another one now: it is told by what it holds.

`if (a) { f(); }` that became `if (a && b) { f(); } if (a) { g(); }` asks for more before it calls `f`; the `if (a)` over `g` is new.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from ..pieces.pieces import Piece

_OUT = frozenset(("Return", "Raise", "Jump"))


def left_behind(old: Sequence[Piece], new: Sequence[Piece], pairs: Mapping[int, int]) -> list[int]:
    """Positions before, of questions that were paired by their words alone, over nothing of the same."""
    back = {b: a for a, b in pairs.items()}
    was, now = _held(old), _held(new)
    return [
        a
        for a, b in pairs.items()
        if old[a].kind == new[b].kind == "If"
        and b in now
        and (
            _went(old, new, pairs, (a, b), was.get(a, []), back)
            or _went(new, old, back, (b, a), now.get(b, []), dict(pairs))
        )
    ]


def _went(
    mine: Sequence[Piece],
    others: Sequence[Piece],
    pairs: Mapping[int, int],
    both: tuple[int, int],
    held: Sequence[int],
    back: Mapping[int, int],
) -> bool:
    """Whether most of what one side holds stands under one question that is on the other side alone, beside this one and asking of the same."""
    at, other = both
    above = Counter(others[pairs[each]].parent for each in held if each in pairs)
    if not held or above[other]:
        return False
    there = next((each for each, count in above.most_common(1) if 2 * count > len(held)), -1)
    tells = any(mine[each].kind not in _OUT and others[pairs[each]].parent == there for each in held if each in pairs)
    return (
        there >= 0
        and there not in back
        and tells
        and others[there].kind == "If"
        and others[there].parent == others[other].parent
        and bool(_named(mine[at]) & _named(others[there]))
    )


def _named(piece: Piece) -> set[bytes]:
    return {word for word in piece.words[1:] if word[:1].isalnum() or word[:1] == b"_"}


def _held(pieces: Sequence[Piece]) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for at, piece in enumerate(pieces):
        found.setdefault(piece.parent, []).append(at)
    return found
