"""Things that are told one after the other: "`a`, `b` and `c`"."""

from __future__ import annotations

from collections.abc import Sequence


def series(told: Sequence[str], word: str = "and") -> str:
    return f" {word} ".join(filter(None, (", ".join(told[:-1]), *told[-1:])))
