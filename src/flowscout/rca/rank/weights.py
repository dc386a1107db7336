"""What each fact counts, and what an answer's confidence is made of. Made by `python -m rca.training --write`."""

from __future__ import annotations

from typing import Final

WEIGHTS: Final = {
    "a block": 0.490,
    "a mark": 2.335,
    "after its tool's first": -2.236,
    "after the verdict": 1.170,
    "an ending": -0.930,
    "another job failed first": 1.028,
    "another part failed first": -1.698,
    "failed part": 1.320,
    "far from the end": 0.670,
    "file": 1.207,
    "first of its type": 2.047,
    "in the project": 1.360,
    "indented": -0.399,
    "its tool failed after": 1.387,
    "its tool's words": 0.607,
    "kind": 0.700,
    "loud": 1.209,
    "marked": -0.163,
    "mild": -0.578,
    "no end follows": -0.080,
    "not the test's": 1.212,
    "of no tool": 0.234,
    "others follow": 0.967,
    "passed part": 0.377,
    "repeated": 0.093,
    "said often": 0.363,
    "severity": 1.440,
    "success after": 0.757,
    "telling": -0.256,
    "tells of failure": 1.075,
    "to the end": -0.681,
    "tool not seen": -0.213,
    "weight": 1.201,
    "wraps": -1.550,
}
CONFIDENCE: Final = (0.555, 0.494, -0.962, 0.438, 0.534, -1.027, 0.208, -0.074)
