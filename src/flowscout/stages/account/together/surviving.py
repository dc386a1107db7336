"""A function of which little survives, or nothing: told as a whole."""

from __future__ import annotations

from collections.abc import Sequence

from ....model.account import Answer, Side
from ..neutral.rewriting import rewritten
from ..pieces.pieces import Piece
from .file import State
from .only_that import only_that


def as_a_whole(old: State, new: State, pair: tuple[str, str], told: Sequence[Answer]) -> list[Answer]:
    """As told, or of a function of which little survives that it is rewritten."""
    a, b = pair
    sides = [
        Side(side.source.path, side.source.line(facts.start), side.source.line(facts.end - 1), facts.name)
        for side, facts in ((old, old.functions[a]), (new, new.functions[b]))
    ]
    pieces, whole = (old.pieces(a), new.pieces(b)), (sides[0], sides[1])

    def called(name: bytes) -> list[tuple[Piece, ...]]:
        return [new.pieces(id_) for id_, each in new.functions.items() if each.name.encode() == name]

    return only_that(*pieces, told, whole, called) or rewritten(*pieces, told, whole)
