"""Python: `return (a, b)` is `return a, b`, `(a, b) = c` is `a, b = c`, and `for (a, b) in c` is `for a, b in c`."""

from __future__ import annotations

from itertools import accumulate
from typing import Final

from ..pieces.brackets import bracketed
from ..pieces.outside import CLOSING, OPENING

_BEFORE: Final = frozenset((b"return", b"yield", b"for", b"del"))
_MOST: Final = 2000  # words


def bare(words: list[bytes]) -> list[bytes]:
    """Without brackets round the whole of what is given back, set, or set by."""
    if b"," not in words or b"(" not in words or len(words) > _MOST:
        return words
    depths = [0, *accumulate((word in OPENING) - (word in CLOSING) for word in words)]
    begins = {0, *range(1, 1 + (words[0] in _BEFORE))}
    begins |= {at + 1 for at, word in enumerate(words) if word == b"=" and not depths[at]}
    gone = set[int]()
    for start, end in bracketed(words):
        parted = any(words[at] == b"," and depths[at] == 1 for at in range(start, end))
        if start in begins and words[start] == b"(" and not depths[start] and parted and _ends(words, start, end):
            gone |= {start, end}
    return [word for at, word in enumerate(words) if at not in gone]


def _ends(words: list[bytes], start: int, end: int) -> bool:
    behind = words[end + 1] if end + 1 < len(words) else b""
    return behind == b"=" or (not behind and start > 0) or (behind == b"in" and words[0] == b"for" and start == 1)
