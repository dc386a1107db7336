"""An exception that is raised once on either side, and nowhere alike: the one that is, whatever it is given, and wherever it is raised now.

`if key is None: raise Conflict(key=key)` and `else: raise Conflict(key)`, where the questions are others: that one is gone, and one is new,
hides that the same is raised under another condition.
"""

from __future__ import annotations

from collections.abc import Container, Sequence

from ..pieces.pieces import Piece


def the_only_raise(old: Sequence[Piece], new: Sequence[Piece], pairs: dict[int, int]) -> None:
    back = {b: a for a, b in pairs.items()}
    left, right = _free(old, pairs), _free(new, back)
    for name, mine in left.items():
        other = right.get(name, [])
        if len(mine) == len(other) == 1 and not _each_its_own(old, new, mine[0], other[0], pairs, back):
            pairs[mine[0]] = other[0]


def _free(pieces: Sequence[Piece], known: Container[int]) -> dict[tuple[bytes, ...], list[int]]:
    """By what is called to make it; not where it is raised elsewhere on both sides too."""
    found: dict[tuple[bytes, ...], list[int]] = {}
    others = {_made(piece) for at, piece in enumerate(pieces) if piece.kind == "Raise" and at in known}
    for at, piece in enumerate(pieces):
        if piece.kind == "Raise" and at not in known and (name := _made(piece)) and name not in others:
            found.setdefault(name, []).append(at)
    return found


def _made(piece: Piece) -> tuple[bytes, ...]:
    """`errors.Conflict` of `raise errors.Conflict(key)`; () of a name or a value."""
    cut = piece.words.index(b"(") if b"(" in piece.words else 0
    return tuple(piece.words[1:cut]) if cut > 1 else ()


def _each_its_own(
    old: Sequence[Piece], new: Sequence[Piece], a: int, b: int, pairs: Container[int], back: Container[int]
) -> bool:
    """Whether either stands under a question, or in a handler, that the other side has not: it went, or came, with that."""
    above = old[old[a].parent], new[new[b].parent]
    alone = old[a].parent not in pairs, new[b].parent not in back
    held = [
        each.kind == "Handler" or (each.kind == "If" and role == "then")
        for each, role in zip(above, (old[a].role, new[b].role), strict=True)
    ]
    return (all(alone) and all(held)) or any(each.kind == "Handler" for each in above)
