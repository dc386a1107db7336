"""A question that stands in another arm now, and the step that set what it asks, which stayed where it was."""

from __future__ import annotations

from ..pairing.changes import Trees
from ..pieces.targets import target
from ..reading.saying import q


def without(both: Trees, b: int) -> str:
    """ "; `r = f()` stays there without it": where nothing in that arm reads what it sets."""
    a = both.back[b]
    one = both.old[a]
    above = [at for at in both.old_below[one.parent] if at < a and both.old[at].role == one.role]
    if one.kind != "If" or both.new[b].parent == both.pairs.get(one.parent, -2) or not above:
        return ""
    sets, stays = target(both.old[above[-1]]), both.pairs.get(above[-1], -1)
    if len(sets) != 1 or sets[0] not in one.words or stays < 0 or both.new[stays].words != both.old[above[-1]].words:
        return ""
    step = both.new[stays]
    if step.parent != both.pairs.get(one.parent, -2):
        return ""
    behind = [each for each in both.new_below[step.parent] if each > stays and both.new[each].role == step.role]
    return f"; {q(step.said)} stays there without it" if not behind else ""
