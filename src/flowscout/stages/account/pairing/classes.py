"""What a class of Python sets for itself, where the class is new: its values, which no function tells."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..pieces.called import name_of
from ..pieces.pieces import Piece
from ..pieces.quoting import q

_SHORT: Final = 48  # characters of one
_MOST: Final = 6
_LISTS: Final = ("[", "{", "(")


def fields(pieces: Sequence[Piece], at: int) -> str:
    """ ", with `depth = 3` and `hooks = {…}`"; "" of one that sets nothing, and of what is no class; of an `enum` without a name its constants."""
    unnamed = pieces[at].kind == "Enum" and not name_of(pieces[at])
    holds = "Item" if unnamed else "Assign" if pieces[at].kind == "Class" else ""
    own = [each for each in pieces if each.parent == at and each.kind == holds]
    shown = [q(_said(each), _SHORT) for each in own[:_MOST]]
    shown += [f"{len(own) - _MOST} more"] if len(own) > _MOST else []
    return f", with {' and '.join(filter(None, (', '.join(shown[:-1]), *shown[-1:])))}" if shown else ""


def _said(piece: Piece) -> str:
    """Of a table that is told row by row its name."""
    if piece.said.endswith(_LISTS) or piece.said.endswith("="):
        return f"{name_of(piece)} = …"
    return piece.said
