"""Ways out that are known again by where they stand, or by the question that leaves by them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..pieces.keyed import Key, key_of
from ..pieces.pieces import Piece
from .alike import FEW


def the_only_exit(old: Sequence[Piece], new: Sequence[Piece], pairs: dict[int, int]) -> None:
    """Of a bare way out that is left once on either side it is told under what it stands now: that it is gone, and new, says nothing."""
    taken = set(pairs.values())
    free: list[dict[Key, list[int]]] = [{}, {}]
    for side, pieces in enumerate((old, new)):
        for at, piece in enumerate(pieces):
            if at and weak(piece) and at not in (taken if side else pairs):
                free[side].setdefault(key_of(piece), []).append(at)
    for key, mine in free[0].items():
        other = free[1].get(key, [])
        if len(mine) == len(other) == 1 and key[0] != "Jump":
            pairs[mine[0]] = other[0]


def by_their_ways_out(old: Sequence[Piece], new: Sequence[Piece], pairs: dict[int, int]) -> None:
    """The only question of an arm that is left and leaves is the one that came there and leaves alike, whatever it asks."""
    taken = set(pairs.values())
    free = (
        [
            _leaving(old, [a for a in range(len(old)) if a not in pairs]),
            _leaving(new, [b for b in range(len(new)) if b not in taken]),
        ]
        if len(pairs) < len(old)
        else [{}, {}]
    )
    for (parent, role, *words), mine in free[0].items():
        other = free[1].get((pairs.get(parent, -2), role, *words), [])
        if len(mine) == len(other) == 1:
            pairs[mine[0]] = other[0]


def _leaving(pieces: Sequence[Piece], free: Sequence[int]) -> dict[tuple[Any, ...], list[int]]:
    last = {piece.parent: at for at, piece in enumerate(pieces) if piece.role == "then"}
    found: dict[tuple[Any, ...], list[int]] = {}
    for at in free:
        end = pieces[last[at]] if pieces[at].kind == "If" and at in last else None
        if (
            end is not None
            and end.kind in ("Return", "Raise", "Jump")
            and not any(piece.parent == at and piece.role == "else" for piece in pieces[at:])
        ):
            found.setdefault((pieces[at].parent, pieces[at].role, end.kind, end.words), []).append(at)
    return found


def by_their_place(old: Sequence[Piece], new: Sequence[Piece], pairs: dict[int, int]) -> None:
    """The only way out of an arm that is left is the one that came there, whatever it gives and whichever way it goes; of a function's own
    level a `return` alone is another's successor."""
    taken = set(pairs.values())
    free = [
        _exits(old, [a for a in range(len(old)) if a not in pairs]),
        _exits(new, [b for b in range(len(new)) if b not in taken]),
    ]
    for (parent, role), mine in free[0].items():
        other = free[1].get((pairs.get(parent, -1), role), [])
        if (
            len(mine) == len(other) == 1
            and parent >= 0
            and (parent or old[mine[0]].kind == new[other[0]].kind == "Return")
        ):
            pairs[mine[0]] = other[0]


def _exits(pieces: Sequence[Piece], free: Sequence[int]) -> dict[tuple[int, str], list[int]]:
    found: dict[tuple[int, str], list[int]] = {}
    for at in free:
        if pieces[at].kind in ("Return", "Raise", "Jump"):
            found.setdefault((pieces[at].parent, pieces[at].role), []).append(at)
    return found


def weak(piece: Piece) -> bool:
    """A bare exit is the same as another only where it stands under the same."""
    return piece.kind in ("Jump", "Return", "Raise") and len(piece.words) <= FEW
