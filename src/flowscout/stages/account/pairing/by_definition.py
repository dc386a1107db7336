"""What is done with a value is still done with that value, though its name is given to another one now.

mode = preferred(o);            first = preferred(o);
set(o, mode);                   set(o, first);
                                for_each(mode, o->modes) set(o, mode);

The local that is set to the same is called otherwise, and what is called as it was holds something new: `set(o, first)` is what stood there.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from ..pieces.pieces import Piece
from ..pieces.targets import target, value

_LINKS: Final = (b".", b"->", b"::")
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
    for a, b in pairs.items():
        x, y = target(old[a]), target(new[b])
        if len(x) != 1 or len(y) != 1 or x == y or value(old[a]) != value(new[b]):
            continue
        once = sum(target(piece) == x for piece in old) == sum(target(piece) == y for piece in new) == 1
        known = any(y[0] in piece.words for piece in old)
        sets = [at for at, piece in enumerate(new) if _sets(piece, x[0])]
        if once and not known and sets and not any(at in back for at in sets):
            yield x[0], y[0]


def _sets(piece: Piece, name: bytes) -> bool:
    """By a value, by its declaration alone, or as what a loop goes through."""
    declared = piece.kind == "Simple" and piece.words[-1:] == (name,) and len(piece.words) > 1
    return target(piece) == (name,) or declared or (piece.kind == "Loop" and name in piece.words)


def _put(words: Words, x: bytes, y: bytes) -> Words:
    return tuple([y if word == x and not (at and words[at - 1] in _LINKS) else word for at, word in enumerate(words)])
