"""Python: a function that has to have a body and does nothing in it: `pass`, `...`, a `return` of nothing, what its author says."""

from __future__ import annotations

from typing import Final

from ..pieces.outside import TEXT_PREFIXES
from ..pieces.pieces import HEAD, Piece
from .file import State

_IDLE: Final = ((b"pass",), (b"...",), (b".", b".", b"."), (b"return",), (b"return", b"None"))


def does_nothing(one: State, id_: str) -> bool:
    body = [piece for piece in one.pieces(id_) if piece.kind not in (HEAD, "Decorator")]
    return all(piece.words in _IDLE or _is_text(piece) for piece in body)


def _is_text(piece: Piece) -> bool:
    words = piece.words[1:] if len(piece.words) > 1 and piece.words[0].lower() in TEXT_PREFIXES else piece.words
    return piece.kind in ("Simple", "Docstring") and bool(words) and all(word[:1] in (b'"', b"'") for word in words)
