"""What went with a question of which something stays: what stood in the other arm, and what stood beside it in its own."""

from __future__ import annotations

from collections.abc import Sequence

from ..pairing.changes import Trees
from ..pieces.tenses import past_of
from ..reading.conditions import under
from ..reading.doing import doing


def gone_with(both: Trees, own: Sequence[int], other: Sequence[int], role: str) -> str:
    """own: the arm of what stays. role: which that is."""
    gone = [each for each in other if each not in both.pairs]
    lost = [
        each for each in own if each not in both.pairs and not any(n in both.pairs for n in under(both.old_below, each))
    ]
    was = past_of(doing(both.old, both.old_below, gone)) if gone else ""
    told = f"; where that {'did not hold' if role == 'then' else 'held'}, it {was}" if was else ""
    deeds = doing(both.old, both.old_below, lost) if lost else ""
    return f"{told}; with that it no longer {deeds}" if deeds else told
