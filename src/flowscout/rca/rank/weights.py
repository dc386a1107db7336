"""What each fact counts, and what an answer's confidence is made of. Made by `python -m rca.training --write`."""

from __future__ import annotations

from typing import Final

WEIGHTS: Final = {
    "a block": 0.518,
    "a mark": 1.846,
    "after its tool's first": -2.105,
    "after the verdict": 1.125,
    "an ending": -1.184,
    "another job failed first": 1.030,
    "another part failed first": -2.100,
    "failed part": 1.240,
    "far from the end": 0.348,
    "file": 1.190,
    "first of its type": 2.025,
    "in the project": 1.309,
    "indented": -0.525,
    "its tool failed after": 1.013,
    "its tool's words": 0.247,
    "kind": 1.261,
    "loud": 0.555,
    "marked": -0.088,
    "mild": -0.328,
    "no end follows": 0.064,
    "not the test's": 1.168,
    "of no tool": 0.391,
    "others follow": 0.799,
    "passed part": 0.312,
    "repeated": -0.554,
    "said often": 0.681,
    "severity": 1.285,
    "success after": 0.804,
    "telling": 0.041,
    "tells of failure": 1.007,
    "to the end": -0.745,
    "tool not seen": -0.170,
    "weight": 1.195,
    "wraps": -1.445,
}
CONFIDENCE: Final = (0.097, 0.528, -0.692, 0.716, 0.866, -1.279, 0.196, 0.176)
