"""Python: a function within a function, and a step that it does not matter to which of the two comes first: `def` runs nothing but what its head
asks for, and gives a name to what is called later."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ....model.pattern import regex
from ....model.syntax import Simple
from ..pairing.changes import Trees
from ..pieces.nesting import words_of
from ..pieces.pieces import Piece

_HEAD: Final = regex(r"(?:async )?def (\w{1,80})\(([^()]{0,400})\)[^:]{0,80}:")
_DEFAULT: Final = regex(r"=(?!\s*(?:None|True|False|-?\d[\d.]{0,40}|\"[^\"]{0,80}\"|'[^']{0,80}')\s*(?:,|$))")
_WORD: Final = regex(r"\w+")
_ALL_NAMES: Final = frozenset((b"locals", b"globals", b"vars", b"dir", b"eval", b"exec"))


def apart(both: Trees, one: int, other: int) -> bool:
    """Whether one of two pieces is such a function, and the other such a step, on both sides."""
    sides = ((both.new, one, other), (both.old, both.back[one], both.back[other]))
    return all(_apart(pieces, a, b) or _apart(pieces, b, a) for pieces, a, b in sides)


def _apart(pieces: Sequence[Piece], at: int, step: int) -> bool:
    head = _HEAD.match(pieces[at].said) if _defines(pieces[at]) else None
    if head is None or _DEFAULT.search(head[2]):
        return False
    name = head[1]
    words = {*words_of(pieces, step)}
    asked = {word.encode() for word in _WORD.findall(head[2])}
    others = (piece.said for n, piece in enumerate(pieces) if n != at and _defines(piece))
    return (
        name.encode() not in words
        and _ALL_NAMES.isdisjoint(words)
        and not (asked & words - _parameters(head[2]))
        and not any(name in _WORD.findall(said) for said in others)
    )


def _parameters(head: str) -> set[bytes]:
    """Names of its own, which are no names of the step's."""
    return {found[0].encode() for part in head.split(",") if (found := _WORD.search(part))}


def _defines(piece: Piece) -> bool:
    return isinstance(piece.stmt, Simple) and piece.stmt.role == "define" and not piece.words
