"""Whether nothing is left to run behind a question, so that a way out in its other arm leaves where it goes on anyway."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ....model.syntax import Jump
from ..pieces.pieces import HEAD, Piece

_NOTHING: Final = ((b"return",), (b"return", b";"))
_RUNS_ON: Final = frozenset(("If", "Block", "With"))


def at_the_end(pieces: Sequence[Piece], at: int, leaving: Piece) -> bool:
    """leaving: a `continue`, or a `return` of nothing. The question has no `else`, and stands last in its round, or its function."""
    again = isinstance(leaving.stmt, Jump) and leaving.stmt.keyword == "continue"
    if not again and leaving.words not in _NOTHING:
        return False
    if any(piece.parent == at and piece.role == "else" for piece in pieces):
        return False
    here = at
    while True:
        above, role = pieces[here].parent, pieces[here].role
        if any(piece.parent == above and piece.role == role for piece in pieces[here + 1 :]):
            return False
        if above < 0 or pieces[above].kind == HEAD:
            return not again
        if pieces[above].kind == "Loop":
            return again and role == "body"
        if pieces[above].kind not in _RUNS_ON:
            return False
        here = above
