"""How often a first answer of this sort is the labelled cause: a logistic model of a few plain features.

Its coefficients are fitted on answers to logs that the weights had not seen (`tests/rca/training.py`): fitted on the logs
that the weights were learned from, it would be sure of everything.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from .evidence import UNKNOWN
from .learned import Scored
from .unknown import NAME as GENERIC
from .unknown import SILENT
from .weights import CONFIDENCE

LEAST, MOST = 0.05, 0.99
HARDLY: Final = 0.35
NEAR: Final = 3  # lines that say the same
ALONE: Final = 0.0  # what an answer without a rival leads over


def features(one: Scored, candidates: Sequence[Scored]) -> tuple[float, ...]:
    """Intercept, lead over the best that stands elsewhere, log10 of the candidates, whether nobody says its part failed, no
    tool knows it, kind unknown, score, the format's own trust."""
    line = one.record.line
    rival = max((other.score for other in candidates if abs(other.record.line - line) > NEAR), default=ALONE)
    generic = one.record.format == GENERIC
    return (
        1.0,
        max(-1.0, min(4.0, one.score - rival)),
        math.log10(max(1, len(candidates))),
        float(dict(one.facts).get("no end follows", 0.0)),
        float(generic),
        float(one.record.kind == UNKNOWN),
        min(8.0, one.score),
        0.0 if generic else float(one.record.weight),
    )


def confidence(seen: Sequence[float], type_: str = "") -> float:
    """0…1. type_: of the answer; one that only says how it ended is hardly one."""
    score = sum(a * b for a, b in zip(CONFIDENCE, seen, strict=True))
    return round(min(HARDLY if type_ == SILENT else MOST, max(LEAST, 1 / (1 + math.exp(-score)))), 2)
