"""What each fact counts, and what an answer's confidence is made of. Made by `tests/rca/training.py --write`: not edited by hand."""

from __future__ import annotations

from typing import Final

WEIGHTS: Final = {
    "a block": 0.404,
    "a mark": 2.365,
    "after its tool's first": -2.271,
    "after the verdict": 1.233,
    "an ending": -1.339,
    "another job failed first": 1.084,
    "another part failed first": -2.191,
    "failed part": 1.363,
    "far from the end": 0.540,
    "file": 1.361,
    "first of its type": 2.111,
    "in the green log too": 1.000,
    "in the project": 1.510,
    "indented": -0.480,
    "its tool failed after": 1.394,
    "its tool's words": 0.412,
    "kind": 0.706,
    "loud": 1.235,
    "marked": 0.100,
    "mild": -0.359,
    "no end follows": -0.016,
    "not the test's": 1.482,
    "of no tool": 0.153,
    "others follow": 0.992,
    "passed part": 0.450,
    "repeated": 0.087,
    "said often": 0.283,
    "severity": 1.575,
    "success after": 0.771,
    "telling": -0.283,
    "tells of failure": 1.088,
    "to the end": -0.781,
    "tool not seen": -0.192,
    "weight": 1.274,
    "wraps": -1.364,
}
CONFIDENCE: Final = (-0.545, 0.556, -0.831, 0.679, 0.708, -0.780, 0.332, -0.056)
