"""Words that are names, and the functions of Python by which any name may be read or bound."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ....model.pattern import regex
from .pieces import Piece

_HELD: Final = regex(rb"\{([^{}]{1,400}+)\}")
_SAYS_ITSELF: Final = regex(rb"[^=!<>:]=[ \t]{0,8}(?:[!:][^=]{0,80})?\Z")
_NAME: Final = regex(rb"(?<!\w)[A-Za-z_]\w{0,80}")
ANY_NAME: Final = frozenset((b"locals", b"globals", b"vars", b"exec", b"eval"))


def is_name(word: bytes) -> bool:
    return word.replace(b"_", b"a").isalnum() and not word[:1].isdigit()


def begins_as_name(word: bytes) -> bool:
    """`x`, and `L"x"` as well."""
    return word[:1].isalpha() or word[:1] == b"_"


def told_by_name(pieces: Iterable[Piece]) -> frozenset[bytes]:
    """Names that an f-string of Python tells beside what they hold (`f"{count=}"`)."""
    texts = {
        word
        for piece in pieces
        for at, word in enumerate(piece.words)
        if at and word[:1] in (b"'", b'"') and piece.words[at - 1].lower() in (b"f", b"rf", b"fr")
    }
    held = (part for text in texts for part in _HELD.findall(text))
    return frozenset(name for part in held if _SAYS_ITSELF.search(part) for name in _NAME.findall(part))
