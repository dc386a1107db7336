"""By what a piece is known again: its kind and its words."""

from __future__ import annotations

from collections.abc import Sequence

from .pieces import Piece

Key = tuple[str, tuple[bytes, ...]]


def key_of(piece: Piece) -> Key:
    """`'a'` is known again as `"a"`; whether it is the same is told later."""
    words = piece.words
    plain = tuple([b'"%b"' % word[1:-1] if word[:1] == b"'" else word for word in words]) if _single(words) else words
    return piece.kind, plain


def _single(words: Sequence[bytes]) -> bool:
    return any(word[:1] == b"'" for word in words)
