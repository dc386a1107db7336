"""What the log of a green build says too is not why this one failed.

Lines are compared by their templates, as 64-bit digests: a log of millions of lines costs eight bytes each, and two
different lines are taken for one in none of them.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..reading import LineBlock
from .telling import digest

MOST = 2_000_000


class Baseline:
    """Templates of a green log."""

    def __init__(self, blocks: Iterable[LineBlock]) -> None:
        self._seen: set[int] = set()
        for block in blocks:
            if len(self._seen) < MOST:
                self._seen.update(digest(text) for text in block.texts if text)

    def __contains__(self, text: str) -> bool:
        return digest(text) in self._seen

    def __len__(self) -> int:
        return len(self._seen)
