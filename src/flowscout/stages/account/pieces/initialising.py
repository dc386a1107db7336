"""C and C++: whether a brace behind a declaration begins its value: `int rows[] = {`, `Point origin{`; not of a type or a namespace."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from .lexing import LexedSource
from .macro_spaces import opens_by_macro

_TYPES: Final = frozenset((b"class", b"struct", b"union", b"enum"))
_ANGLES: Final = {b"<": 1, b">": -1, b">>": -2}
_DEPTHS: Final = {**_ANGLES, b"(": 1, b"[": 1, b"{": 1, b")": -1, b"]": -1, b"}": -1}


def initialises(source: LexedSource, own: Sequence[int]) -> bool:
    """Whether a brace goes on with the statement: a value follows, not a block."""
    words = _untemplated([source.tokens[at].text for at in own])
    if not words or opens_by_macro(words, source.tokens[min(own[-1] + 2, len(source.tokens) - 1)].text):
        return False
    return _is_set(words) or not (
        words[0] in _TYPES or any(word in _TYPES or word in (b"namespace", b"extern") for word in words)
    )


def _is_set(words: Sequence[bytes]) -> bool:
    """Whether it is given a value: not where `=` stands within what a template is given."""
    depth = 0
    for word in words:
        depth += _DEPTHS.get(word, 0)
        if word == b"=" and depth <= 0:
            return True
    return False


def _untemplated(words: list[bytes]) -> list[bytes]:
    """Without `template <…>`, in which a default is no value."""
    while words[:2] == [b"template", b"<"]:
        depth = 0
        end = next(
            (at for at, word in enumerate(words) if at and not (depth := depth + _ANGLES.get(word, 0)) > 0),
            len(words),
        )
        words = words[end + 1 :]
    return words
