"""What went with a question of which something stays: what stood in the other arm, and what stood beside it in its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ....words.series import series
from ..pairing.changes import Trees
from ..pieces.pieces import Piece
from ..pieces.quoting import joined, q
from ..pieces.tenses import past_of
from ..reading.conditions import under
from ..reading.doing import doing

_HOLD: Final = frozenset(("If", "Loop", "With", "Try"))


def gone_with(both: Trees, own: Sequence[int], other: Sequence[int], role: str) -> str:
    """own: the arm of what stays. role: which that is."""
    gone = [each for each in other if each not in both.pairs]
    lost = [
        each for each in own if each not in both.pairs and not any(n in both.pairs for n in under(both.old_below, each))
    ]
    was = past_of(doing(both.old, both.old_below, gone)) if gone else ""
    told = f"; where that {'did not hold' if role == 'then' else 'held'}, it {was}" if was else ""
    heads, inside = held_within(both, own)
    deeds = doing(both.old, both.old_below, sorted([*lost, *inside])) if lost or inside else ""
    return f"{told}{heads}; with that it no longer {deeds}" if deeds else told + heads


def held_within(both: Trees, own: Sequence[int]) -> tuple[str, list[int]]:
    """What stood round it within that and is gone too, `for x in rows`, and what stood beside it there: each is told nowhere else."""
    heads, lost, waiting = list[int](), list[int](), [each for each in reversed(own) if each not in both.pairs]
    while waiting:
        at = waiting.pop()
        if both.old[at].kind in _HOLD and any(n in both.pairs for n in under(both.old_below, at)):
            heads.append(at)
            waiting += [each for each in reversed(both.old_below[at]) if each not in both.pairs]
        elif at not in own:
            lost.append(at)
    told = series([q(_head(both.old[each])) for each in heads])
    return (f"; with that {told} {'are' if len(heads) > 1 else 'is'} gone" if heads else ""), lost


def _head(piece: Piece) -> str:
    return joined(piece.words).rstrip(":") or piece.kind.lower()
