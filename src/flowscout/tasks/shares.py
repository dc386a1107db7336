"""Who does what where work is divided: blocks of neighbours, because files of one folder ask for the same things."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeVar

T = TypeVar("T")
LARGEST: Final = 64
BLOCKS: Final = 16  # or more for each part, so that none is left with all that is heavy


def share(items: Sequence[T], part: int, parts: int) -> list[T]:
    """One part's items, in their order; the parts together hold each item once."""
    size = max(1, min(LARGEST, len(items) // (parts * BLOCKS)))
    return [item for at, item in enumerate(items) if at // size % parts == part]
