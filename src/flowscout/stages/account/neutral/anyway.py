"""What either arm of a question that is gone set, and is set unasked now: `if (c) x = 1; else x = 0;` that is `x = f(c);`."""

from __future__ import annotations

from collections.abc import Sequence

from ..pairing.changes import Trees
from ..pieces.targets import target
from ..reading import conditions
from ..reading.saying import CONDITION, Said, assigned, q, when


def set_anyway(both: Trees, at: int, inner: Sequence[int], other: Sequence[int]) -> Said | None:
    """at: of the question. inner, other: what stood in its arms; of the first it is known what it is now."""
    if len(inner) != 1 or len(other) != 1 or other[0] in both.pairs:
        return None
    b = both.pairs[inner[0]]
    name, was = target(both.old[other[0]]), assigned(both.old[other[0]])
    if not name or not was or target(both.new[b]) != name or any(conditions.apart(both, inner[0], b)[1]):
        return None
    told = f"{q(was[0])} is set without asking {q(both.old[at].said)} now; it was {q(was[1])} unless that held"
    return Said(CONDITION, f"{told}{when(both.old, at)}.", 3)
