"""What each fact counts, and what an answer's confidence is made of. Made by `python -m rca.training --write`."""

from __future__ import annotations

from typing import Final

WEIGHTS: Final = {
    "a block": 0.452,
    "a mark": 2.368,
    "after its tool's first": -2.200,
    "after the verdict": 1.194,
    "an ending": -0.875,
    "another job failed first": 1.033,
    "another part failed first": -2.108,
    "failed part": 1.351,
    "far from the end": 0.349,
    "file": 1.230,
    "first of its type": 2.043,
    "in the project": 1.430,
    "indented": -0.322,
    "its tool failed after": 1.006,
    "its tool's words": 0.337,
    "kind": 0.887,
    "loud": 1.002,
    "marked": -0.115,
    "mild": -0.575,
    "no end follows": -0.107,
    "not the test's": 1.155,
    "of no tool": -0.055,
    "others follow": 0.971,
    "passed part": 0.429,
    "repeated": -0.323,
    "said often": 0.438,
    "severity": 1.458,
    "success after": 0.822,
    "telling": -0.201,
    "tells of failure": 1.179,
    "to the end": -0.526,
    "tool not seen": -0.164,
    "weight": 1.210,
    "wraps": -1.504,
}
CONFIDENCE: Final = (0.359, 0.565, -0.679, 0.494, 0.580, -1.071, 0.174, 0.027)
