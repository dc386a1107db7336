"""C and C++: tables that are in parts: one in which an `#if` stands is read up to there; that its end is not read then is no change of it. A file
that another one includes between the braces of its table holds rows alone."""

from __future__ import annotations

from typing import Final

from .lexing import LexedSource
from .pieces import Piece

_DEPTHS: Final = {b"{": 1, b"(": 1, b"[": 1, b"}": -1, b")": -1, b"]": -1}


def closes_alike(one: Piece, other: Piece) -> bool:
    """Whether a table is the same but for its end."""
    was, now = sorted((one.words, other.words), key=len)
    if one.kind == "Assign" and was[-1:] == (b"{",) and now[len(was) :] == (b"}", b";") and now[: len(was)] == was:
        return True
    parted = {one.words[-1:], other.words[-1:]} == {(b",",), (b";",)}
    return parted and b"{" in one.words and _unended(one.words) == _unended(other.words)


def _unended(words: tuple[bytes, ...]) -> tuple[bytes, ...]:
    """`T rows{a, b` of `T rows{a, b,`, where it is read up to a directive, and of `T rows{a, b};`."""
    words = words[:-1] if words[-1:] == (b";",) else words
    words = words[:-1] if words[-1:] == (b"}",) else words
    return words[:-1] if words[-1:] == (b",",) else words


def is_a_row(source: LexedSource, at: int) -> bool:
    """Whether a brace outside of all that opens with nothing before it closes before a comma: a block of code does not."""
    depth = 0
    for here in range(at, len(source.tokens) - 1):
        text = source.tokens[here].text
        if text == b";":
            return False
        depth += _DEPTHS.get(text, 0)
        if not depth:
            return text == b"}" and source.tokens[here + 1].text == b","
    return False
