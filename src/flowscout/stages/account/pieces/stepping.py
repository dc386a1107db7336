"""What a `for` of C does behind each round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from .outside import CLOSING, OPENING
from .quoting import joined

_SETS: Final = frozenset((b"=", b"+=", b"-=", b"*=", b"/=", b"<<=", b">>=", b"|=", b"&="))


def step(words: Sequence[bytes]) -> str:
    own = _step(words)
    return joined([part for word in own for part in ((b" ", word, b" ") if word in _SETS else (word,))])


def after_each_round(words: Sequence[bytes]) -> list[tuple[bytes, ...]]:
    """The steps that commas part."""
    found: list[tuple[bytes, ...]] = [()]
    depth = 0
    for word in _step(words):
        depth += (word in OPENING) - (word in CLOSING)
        found = [*found, ()] if word == b"," and not depth else [*found[:-1], (*found[-1], word)]
    return [each for each in found if each]


def _step(words: Sequence[bytes]) -> Sequence[bytes]:
    if words[:2] != (b"for", b"(") or b";" not in words or words[-1] != b")":
        return ()
    return words[len(words) - 1 - words[::-1].index(b";") :][1:-1]


def asked_by(words: Sequence[bytes]) -> tuple[bytes, ...]:
    """What a `for` asks before each round."""
    if not (own := _step(words)) and words[:2] != (b"for", b"("):
        return ()
    asked = words[2 : len(words) - len(own) - 2]
    return tuple([word for word in asked if word != b";"])
