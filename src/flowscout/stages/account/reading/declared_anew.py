"""C and C++: a variable that another line of its block declares now, as another type: one change, whatever lines they are."""

from __future__ import annotations

from collections.abc import Sequence

from ....engine.same import Same
from ..pairing.changes import Trees, across
from ..pieces.pieces import Piece
from .declarators import DeclaredName, declared, declared_in


def completed(
    both: Trees, one: Piece, other: Piece, pairs: Sequence[tuple[DeclaredName | None, DeclaredName | None]]
) -> list[tuple[DeclaredName | None, DeclaredName | None]]:
    """What another line of the same block declares on the other side is declared otherwise, where it is so."""
    was, now = (
        {each.name: each for each in sorted(declared_in(Same(pieces)).get(piece.parent, set()))}
        for pieces, piece in ((both.old, one), (both.new, other))
    )
    whole = [(a or (was.get(b.name) if b else None), b or (now.get(a.name) if a else None)) for a, b in pairs]
    return [pair if each[0] == each[1] else each for pair, each in zip(pairs, whole, strict=True)]


def typed_anew(both: Trees, at: int) -> list[tuple[DeclaredName, DeclaredName]]:
    """What a new line declares otherwise than lines of its block did that are gone."""
    above = across(both.new[at].parent, both.back)
    gone = [each for n, each in enumerate(both.old) if n not in both.pairs and each.parent == above]
    was = {one.name: one for each in gone for one in declared(each)}
    return [(was[each.name], each) for each in declared(both.new[at]) if was.get(each.name, each)[:3] != each[:3]]
