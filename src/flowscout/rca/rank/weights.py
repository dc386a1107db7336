"""What each fact counts, and what an answer's confidence is made of. Made by `python -m rca.training --write`."""

from __future__ import annotations

from typing import Final

WEIGHTS: Final = {
    "a block": -0.181,
    "after its tool's first": -2.218,
    "after the verdict": 1.088,
    "another job failed first": 1.035,
    "another part failed first": -1.215,
    "failed part": 1.784,
    "far from the end": 1.308,
    "file": 1.142,
    "first of its type": 2.238,
    "in the green log too": 1.000,
    "in the project": 0.799,
    "its tool failed after": 0.611,
    "its tool's words": 0.322,
    "kind": 0.591,
    "marked": -0.851,
    "no end follows": -0.525,
    "not the test's": 1.036,
    "of no tool": -0.551,
    "others follow": 0.800,
    "passed part": 1.169,
    "repeated": -0.370,
    "severity": 1.568,
    "success after": 0.960,
    "telling": -0.723,
    "to the end": 0.044,
    "tool not seen": 1.035,
    "weight": 1.341,
    "wraps": -0.787,
}
CONFIDENCE: Final = (0.504, 0.563, -0.060, 0.685, 0.330, -1.274, 0.113, 0.127)
