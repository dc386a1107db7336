"""What each fact counts, and what an answer's confidence is made of. Made by `python -m rca.training --write`."""

from __future__ import annotations

from typing import Final

WEIGHTS: Final = {
    "a block": 0.103,
    "after its tool's first": -2.244,
    "after the verdict": 1.067,
    "another job failed first": 1.041,
    "another part failed first": -1.240,
    "failed part": 1.730,
    "far from the end": 0.935,
    "file": 1.138,
    "first of its type": 2.235,
    "in the green log too": 1.000,
    "in the project": 0.813,
    "its tool failed after": 0.745,
    "its tool's words": 0.258,
    "kind": 0.451,
    "marked": -0.773,
    "no end follows": -0.490,
    "not the test's": 1.070,
    "of no tool": -0.573,
    "others follow": 0.771,
    "passed part": 1.137,
    "repeated": -0.499,
    "severity": 1.595,
    "success after": 0.953,
    "telling": -0.279,
    "to the end": 0.067,
    "tool not seen": 1.018,
    "weight": 1.281,
    "wraps": -0.755,
}
CONFIDENCE: Final = (0.414, 0.587, 0.205, 0.728, -0.183, -0.820, 0.085, 0.154)
