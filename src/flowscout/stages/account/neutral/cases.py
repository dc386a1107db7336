"""C and C++: cases of a choice in another order, or the labels of one. Which is taken does not hang on where it stands, so long as none goes
on to the next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..pairing.changes import CHANGED, REORDERED, Change, Trees
from ..pieces.pieces import Piece

RULE: Final = "order of cases"
_EXITS: Final = frozenset(("Return", "Raise", "Jump"))


def free(both: Trees, change: Change) -> bool:
    if change.kind not in (CHANGED, REORDERED) or both.new[change.b].kind != "Arm" or both.old[change.a].kind != "Arm":
        return False
    was, now = both.old[change.a], both.new[change.b]
    if sorted(was.said.split(", ")) != sorted(now.said.split(", ")):
        return False
    return change.kind == CHANGED or (
        _apart(both.old, both.old_below, was.parent) and _apart(both.new, both.new_below, now.parent)
    )


def _apart(pieces: Sequence[Piece], below: Sequence[Sequence[int]], choice: int) -> bool:
    """Whether each case but the last leaves at its end."""
    return all(pieces[each].kind == "Arm" for each in below[choice]) and all(
        leaves_at_its_end(pieces, below, each) for each in below[choice][:-1]
    )


def leaves_at_its_end(pieces: Sequence[Piece], below: Sequence[Sequence[int]], arm: int) -> bool:
    last = max(below[arm], default=arm)
    while pieces[last].kind == "Block" and below[last]:
        last = max(below[last])
    return pieces[last].kind in _EXITS
