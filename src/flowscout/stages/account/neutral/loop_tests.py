"""A loop without end that is left at once where a question is answered so, and a loop that asks it at its head: they are one.

while True:            while not done():
    if done():    ->       step()
        break
    step()
"""

from __future__ import annotations

from collections.abc import Sequence

from ..pairing.changes import ADDED, CHANGED, REMOVED, Change, Trees
from ..pieces.pieces import Piece, asks_last
from ..pieces.questions import parts
from ..reading.governing import is_endless

Below = Sequence[Sequence[int]]


def at_the_head(both: Trees, found: Sequence[Change]) -> frozenset[Change]:
    """The changes of such loops, and of the questions within them."""
    alone = {(change.a, change.b): change for change in found if change.kind in (ADDED, REMOVED)}
    told: set[Change] = set()
    for change in found:
        if change.kind != CHANGED or both.old[change.a].kind != "Loop" or both.new[change.b].kind != "Loop":
            continue
        was = _leaves_first(both.old, both.old_below, change.a)
        now = _leaves_first(both.new, both.new_below, change.b)
        gone, came = alone.get((was, -1)), alone.get((-1, now))
        if gone and not came and _same(both.old[was], both.new[change.b]):
            told |= {change, gone}
        elif came and not gone and _same(both.new[now], both.old[change.a]):
            told |= {change, came}
    return frozenset(told)


def _leaves_first(pieces: Sequence[Piece], below: Below, at: int) -> int:
    """The question that a loop without end begins with, where it does nothing but leave the loop; -1 for none."""
    loop = pieces[at]
    if not is_endless(loop) or asks_last(loop) or any(pieces[each].role == "else" for each in below[at]):
        return -1
    first = next((each for each in below[at] if pieces[each].role == "body"), -1)
    inner = below[first] if first >= 0 and pieces[first].kind == "If" else ()
    plain = len(inner) == 1 and pieces[inner[0]].words == (b"break",) and pieces[inner[0]].role == "then"
    return first if plain else -1


def _same(leaving: Piece, loop: Piece) -> bool:
    """Whether the one holds where the other does not."""
    if loop.words[:1] != (b"while",) or asks_last(loop):
        return False
    one, other = tuple(leaving.words), tuple(loop.words[1:])
    return any(parts(one, holds) == parts(other, not holds) for holds in (True, False))
