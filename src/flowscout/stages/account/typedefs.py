"""C: `typedef struct a { … } a;`, of which the type is one piece and the name behind it another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .pieces import Piece


def names_its_type(pieces: Sequence[Piece], below: Sequence[Sequence[int]], known: Mapping[int, int], at: int) -> bool:
    """The name behind `typedef struct a { … }`, where the type is there on both sides: that it is a `typedef` is told of that."""
    piece = pieces[at]
    if piece.kind not in ("Declaration", "Field") or len([word for word in piece.words if word != b";"]) != 1:
        return False
    before = [each for each in range(at) if pieces[each].parent == piece.parent]
    last = before[-1] if before else -1
    return last in known and pieces[last].kind in ("Class", "Enum") and pieces[last].words[:1] == (b"typedef",)
