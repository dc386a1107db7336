"""A step that only says something, by its form: what is called is given a text, and nothing is kept of it."""

from __future__ import annotations

from .brackets import closing
from .pieces import Piece


def says(piece: Piece) -> bool:
    """A call that is given a text for the first, and of which nothing is kept: `log.info("done")`."""
    words = piece.words
    opened = words.index(b"(") if piece.kind == "Simple" and b"(" in words else 0
    given = words[opened + 1 : opened + 3] if opened and closing(words, opened) == len(words) - 1 else ()
    named = all(word in (b".", b"->", b"::") or word.replace(b"_", b"a").isalnum() for word in words[:opened])
    text = next((word for word in given if word[:1] in (b'"', b"'")), b"")
    return named and bool(text) and (given[0] == text or len(given[0]) < 3)
