"""C and C++: what the declaration of a function alone says, where its definition stands apart: `static`, `virtual`, `[[nodiscard]]`, a
macro before it. That its parameters follow the definition is told there; this is told nowhere else."""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import Final

from ....model.pattern import regex
from ..pieces.pieces import Piece
from ..pieces.quoting import q

_OWN: Final = frozenset(("static", "virtual", "explicit", "override", "final", "friend", "inline", "extern", "constexpr", "consteval"))  # fmt: skip
_WORD: Final = regex(r"\[\[[^\]\n]{1,100}+\]\]|\w++|=\s?0")
AHEAD: Final = "declarations ahead of their definition"
_PLAIN: Final = frozenset(("static", "inline", "extern"))
_TYPES: Final = frozenset((b"struct", b"class", b"union"))
_FEWEST = 3  # letters of a macro that is told from the parameter of a template


def alone(before: str, after: str, name: str, told: str) -> str:
    """The sentence on a declaration that changed with its definition; "" where it says nothing of its own. told: what is said there."""
    was, now = _words(before), _words(after)
    parts = [
        f"is {'now' if word in now else 'no longer'} {_called(word)}"
        for word in dict.fromkeys((*was, *now))
        if (word in was) != (word in now) and f"`{word}`" not in told and not _said_too(word, now)
    ]
    return f"The declaration of {q(name)} {', '.join(parts)}." if parts else ""


def _said_too(word: str, now: list[str]) -> bool:
    """`override` says that it is virtual."""
    return word == "virtual" and not {"override", "final"}.isdisjoint(now)


def ahead(piece: Piece, defined: Container[str]) -> bool:
    """Whether it only says that a function of the same file will follow, on both sides, or that there is such a type somewhere."""
    words = piece.words
    if words[:1] and words[0] in _TYPES and len(words) - (words[-1] == b";") == 2:
        return piece.kind in ("Declaration", "Field")
    cut = words.index(b"(") if b"(" in words else 0
    if b"static" not in words[:cut] or piece.kind != "Declared" or piece.parent >= 0 or b"=" in words:
        return False
    own = {*_words(piece.said)} - _PLAIN
    return words[cut - 1].decode("utf-8", "replace") in defined and not own and words[-1] in (b")", b";")


def _words(code: str) -> list[str]:
    return [word for word in _WORD.findall("".join(_around(code))) if _says(word)]


def _says(word: str) -> bool:
    return word in _OWN or word[:1] in "[=" or (word.isupper() and len(word) >= _FEWEST and not word.isdigit())


def _called(word: str) -> str:
    return "pure" if word[:1] == "=" else q(word)


def _around(code: str) -> Iterator[str]:
    """What stands before the parameters and behind them."""
    depth = 0
    for sign in code:
        depth -= sign == ")"
        if not depth:
            yield sign if sign != ")" else " "
        depth += sign == "("
