"""What is done to code, one family a file. An operator is data and a pure function from a node to a change.

`EVERY` is what a run draws from.
"""

from __future__ import annotations

from . import (
    bounds,
    conditions,
    declarations,
    deletions,
    handlers,
    looked_for,
    neutral,
    order,
    refactorings,
    restructurings,
    results,
    values,
)
from .operator import Operator

EVERY: tuple[Operator, ...] = (
    *deletions.OPERATORS, *declarations.OPERATORS, *conditions.OPERATORS, *bounds.OPERATORS, *order.OPERATORS,
    *values.OPERATORS, *results.OPERATORS, *handlers.OPERATORS, *looked_for.OPERATORS,
    *neutral.OPERATORS, *refactorings.OPERATORS, *restructurings.OPERATORS,
)  # fmt: skip
__all__ = ["EVERY", "Operator"]
