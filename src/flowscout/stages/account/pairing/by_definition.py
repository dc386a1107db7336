"""What is done with a value is still done with that value, though its name is given to another one now.

mode = preferred(o);            first = preferred(o);
set(o, mode);                   set(o, first);
                                for_each(mode, o->modes) set(o, mode);

The local that is set to the same is called otherwise, and what is called as it was holds something new: `set(o, first)` is what stood there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import Final

from ..pieces.lexing import LINKS
from ..pieces.pieces import Piece
from ..pieces.targets import target, value

_LEAVES: Final = frozenset(("Simple", "Return", "Raise"))
Words = tuple[bytes, ...]


def by_definition(old: Sequence[Piece], new: Sequence[Piece], pairs: dict[int, int]) -> None:
    back = {b: a for a, b in pairs.items()}
    for x, y in list(_called_otherwise(old, new, pairs, back)):
        for a, piece in enumerate(old):
            if piece.kind not in _LEAVES or x not in piece.words or target(piece) == (x,):
                continue
            other, words = pairs.get(a, -1), _put(piece.words, x, y)
            if other >= 0 and new[other].words != piece.words:
                continue
            home = (pairs.get(piece.parent, -2), piece.role, piece.kind, words)
            free = [
                b
                for b, each in enumerate(new)
                if b not in back and (each.parent, each.role, each.kind, each.words) == home
            ]
            if len(free) == 1 and piece.words != words:
                back.pop(other, None)
                pairs[a], back[free[0]] = free[0], a


def _called_otherwise(
    old: Sequence[Piece], new: Sequence[Piece], pairs: dict[int, int], back: Collection[int]
) -> Iterator[tuple[bytes, bytes]]:
    """Locals that are set once, to the same as another one is now, by their names before; and that name is no other's of before, nor is what
    is called as they were set where anything stood."""
    was, now = ([target(piece) for piece in pieces] for pieces in (old, new))
    times, named = Counter(was), Counter(now)
    spoken = {word for piece in old for word in piece.words}
    sets: dict[bytes, list[int]] | None = None
    for a, b in pairs.items():
        x, y = was[a], now[b]
        if len(x) != 1 or len(y) != 1 or x == y or times[x] != 1 or named[y] != 1 or y[0] in spoken:
            continue
        if value(old[a]) == value(new[b]):
            sets = _sets(new, now) if sets is None else sets
            if (places := sets.get(x[0])) and not any(at in back for at in places):
                yield x[0], y[0]


def _sets(pieces: Sequence[Piece], targets: Sequence[Words]) -> dict[bytes, list[int]]:
    """Where each name is set: by a value, by its declaration alone, or as what a loop goes through."""
    found: dict[bytes, list[int]] = {}
    for at, (piece, target_) in enumerate(zip(pieces, targets, strict=True)):
        declared = piece.words[-1:] if piece.kind == "Simple" and len(piece.words) > 1 else ()
        names = {*(target_ if len(target_) == 1 else ()), *declared, *(piece.words if piece.kind == "Loop" else ())}
        for name in names:
            found.setdefault(name, []).append(at)
    return found


def _put(words: Words, x: bytes, y: bytes) -> Words:
    return tuple([y if word == x and not (at and words[at - 1] in LINKS) else word for at, word in enumerate(words)])
