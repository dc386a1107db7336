"""A question behind a step that it stood before, and that asks a name now for what it asked: `full = q->n > 3; unlock(q); if (full)` reads `q->n` where it did."""

from __future__ import annotations

from collections.abc import Container, Sequence
from functools import lru_cache

from ....engine.same import KEPT, Same
from ..pairing.changes import Trees
from ..pieces.brackets import holds
from ..pieces.pieces import Piece
from ..pieces.questions import plain
from ..pieces.targets import target, value


def read_beforehand(both: Trees, b: int) -> bool:
    """Whether all that it has passed stands behind what gives it such a name, on the side that has the name."""
    if both.new[b].kind != "If" or both.old[both.back[b]].words == both.new[b].words:
        return False
    found = _found(Same(both))
    if b not in found:
        found[b] = _read_beforehand(both, b)
    return found[b]


@lru_cache(maxsize=KEPT)
def _found(_: Same[Trees]) -> dict[int, bool]:
    """What was found of each question: it is asked once for each step that another one has passed."""
    return {}


def _read_beforehand(both: Trees, b: int) -> bool:
    a = both.back[b]
    one, other = both.old[a].words, both.new[b].words
    passed = [(was, now) for now, was in both.back.items() if (was < a) == (now > b) and now != b]
    later = [now for _, now in passed if now < b]
    sooner = [was for was, now in passed if now > b]
    return (bool(later) and _named(both.new, both.back, {*other} - {*one}, min(later), one)) or (
        bool(sooner) and _named(both.old, both.pairs, {*one} - {*other}, min(sooner), other)
    )


def _named(
    pieces: Sequence[Piece], known: Container[int], names: set[bytes], first: int, asked: Sequence[bytes]
) -> bool:
    """Whether one of the names is set by a step of this side alone, before all these, to what the other side asks."""
    return any(
        at not in known
        and target(pieces[at])[-1:]
        and target(pieces[at])[-1] in names
        and (set_ := plain(tuple(value(pieces[at])))[0])
        and holds(tuple(asked), tuple(set_))
        for at in range(first)
    )
