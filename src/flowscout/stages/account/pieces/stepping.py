"""What a `for` of C does behind each round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from .quoting import joined

_SETS: Final = frozenset((b"=", b"+=", b"-=", b"*=", b"/=", b"<<=", b">>=", b"|=", b"&="))


def step(words: Sequence[bytes]) -> str:
    if words[:2] != (b"for", b"(") or b";" not in words or words[-1] != b")":
        return ""
    own = words[len(words) - 1 - words[::-1].index(b";") :][1:-1]
    return joined([part for word in own for part in ((b" ", word, b" ") if word in _SETS else (word,))])
