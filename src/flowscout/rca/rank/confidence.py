"""How often a first-ranked record of this sort is the labelled cause: a logistic model of six plain features.

The coefficients are set by hand: the labelled logs of the tests are nearly all read right, and fitted to them it would be
sure of everything. `tests/rca/calibration.py` prints what they would become.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from .evidence import UNKNOWN, Weighed
from .verdict import Verdict

# intercept, points of the record, its lead over the strongest record of another type, log10 of the rivals, verdict known,
# kind unknown
COEFFICIENTS: Final = (-0.9, 0.75, 0.2, -0.35, 0.6, -1.0)
LEAST, MOST = 0.05, 0.99


def features(one: Weighed, rival: float, rivals: int, said: Verdict) -> tuple[float, ...]:
    """rival: points of the strongest record of another type. rivals: number of causes weighed."""
    lead = max(-2.0, min(3.0, one.points - rival))
    known = 1.0 if said.line else 0.0
    return (1.0, min(6.0, one.points), lead, math.log10(max(1, rivals)), known, float(one.record.kind == UNKNOWN))


def confidence(seen: Sequence[float]) -> float:
    """0…1."""
    score = sum(a * b for a, b in zip(COEFFICIENTS, seen, strict=True))
    return round(min(MOST, max(LEAST, 1 / (1 + math.exp(-score)))), 2)
