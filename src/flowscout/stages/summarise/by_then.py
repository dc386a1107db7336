"""A condition on which a guard left before holds later only because something has changed: it is told of that time.

if (x->pending == 0) return 0;   …   if (x->pending == 0) send(x);        call `send(x)` where x.pending is 0 by then
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from .clauses import DOES, LEAVES, Clause

_WHERE: Final = "where "
_BY_THEN: Final = " by then"


def by_then(clauses: Sequence[Clause]) -> tuple[Clause, ...]:
    """Who comes with what the guard refuses is sent away, so that the same words would say the opposite."""
    refused: dict[str, int] = {}
    for each in clauses:
        if each.kind == LEAVES and each.after.startswith(_WHERE) and not each.may:
            refused.setdefault(each.after, each.at)
    return tuple(
        each._replace(after=f"{each.after}{_BY_THEN}")
        if each.kind == DOES and each.at > refused.get(each.after, each.at)
        else each
        for each in clauses
    )
