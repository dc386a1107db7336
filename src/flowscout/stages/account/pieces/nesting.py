"""What stands in a piece, at any depth."""

from __future__ import annotations

from collections.abc import Sequence

from .pieces import Piece


def inside(pieces: Sequence[Piece], at: int) -> list[int]:
    """Pieces stand behind what holds them."""
    within, found = {at}, []
    for each in range(at + 1, len(pieces)):
        if pieces[each].parent in within:
            within.add(each)
            found.append(each)
        elif pieces[each].parent < at:
            break
    return found
