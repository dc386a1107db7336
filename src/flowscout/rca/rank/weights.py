"""What each fact counts, and what an answer's confidence is made of. Made by `python -m rca.training --write`."""

from __future__ import annotations

from typing import Final

WEIGHTS: Final = {
    "a block": 0.572,
    "a mark": 2.353,
    "after its tool's first": -2.246,
    "after the verdict": 1.225,
    "an ending": -1.056,
    "another job failed first": 1.028,
    "another part failed first": -1.988,
    "failed part": 1.392,
    "far from the end": 0.533,
    "file": 1.276,
    "first of its type": 2.083,
    "in the project": 1.455,
    "indented": -0.383,
    "its tool failed after": 1.248,
    "its tool's words": 0.456,
    "kind": 0.687,
    "loud": 1.221,
    "marked": -0.148,
    "mild": -0.556,
    "no end follows": 0.071,
    "not the test's": 1.259,
    "of no tool": 0.151,
    "others follow": 0.894,
    "passed part": 0.469,
    "repeated": 0.019,
    "said often": 0.339,
    "severity": 1.461,
    "success after": 0.773,
    "telling": -0.266,
    "tells of failure": 1.083,
    "to the end": -0.717,
    "tool not seen": -0.212,
    "weight": 1.266,
    "wraps": -1.383,
}
CONFIDENCE: Final = (0.637, 0.475, -1.058, 0.422, 0.482, -1.030, 0.222, 0.036)
