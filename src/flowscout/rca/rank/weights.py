"""What each fact counts, and what an answer's confidence is made of. Made by `tests/rca/training.py --write`: not edited by hand."""

from __future__ import annotations

from typing import Final

WEIGHTS: Final = {
    "a block": 0.219,
    "a mark": 2.379,
    "after its tool's first": -2.298,
    "after the verdict": 1.249,
    "an ending": -1.558,
    "another job failed first": 1.156,
    "another part failed first": -2.262,
    "failed part": 1.333,
    "far from the end": 0.510,
    "file": 1.395,
    "first of its type": 2.265,
    "first of no kind": 1.689,
    "in the green log too": 1.000,
    "in the project": 1.470,
    "indented": -0.443,
    "its tool failed after": 1.626,
    "its tool's words": 0.442,
    "kind": 0.425,
    "loud": 1.340,
    "marked": 0.335,
    "mild": -0.527,
    "no end follows": 0.051,
    "not the test's": 1.129,
    "of no tool": 0.099,
    "others follow": 1.019,
    "passed part": 0.421,
    "repeated": 0.388,
    "said often": 0.275,
    "severity": 1.603,
    "success after": 0.743,
    "telling": -0.468,
    "tells of failure": 0.831,
    "to the end": -1.114,
    "tool not seen": -0.129,
    "weight": 1.202,
    "wraps": -1.629,
}
CONFIDENCE: Final = (-0.231, 0.557, -1.236, 0.662, 0.481, -0.442, 0.398, -0.132)
