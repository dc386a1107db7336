"""What each fact counts, and what an answer's confidence is made of. Made by `python -m rca.training --write`."""

from __future__ import annotations

from typing import Final

WEIGHTS: Final = {
    "a block": 0.557,
    "after the verdict": 1.107,
    "another job failed first": 1.046,
    "another part failed first": -0.820,
    "failed part": 1.909,
    "far from the end": 1.358,
    "file": 1.021,
    "first of its type": 2.480,
    "in the green log too": 1.000,
    "in the project": 0.364,
    "its tool failed after": 1.022,
    "its tool's words": 0.140,
    "kind": 0.616,
    "marked": -0.468,
    "no end follows": -0.607,
    "not the test's": 1.096,
    "of no tool": -0.498,
    "others follow": 0.742,
    "passed part": 1.144,
    "repeated": -0.240,
    "severity": 1.413,
    "success after": 0.964,
    "telling": -0.389,
    "to the end": 0.618,
    "tool not seen": 0.982,
    "weight": 1.246,
    "wraps": -1.195,
}
CONFIDENCE: Final = (-0.101, 0.798, 0.397, 0.332, -0.141, -0.417, 0.058, 0.652)
