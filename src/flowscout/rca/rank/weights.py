"""What each fact counts, and what an answer's confidence is made of. Made by `python -m rca.training --write`."""

from __future__ import annotations

from typing import Final

WEIGHTS: Final = {
    "a block": 0.164,
    "after its tool's first": -2.208,
    "after the verdict": 1.104,
    "another job failed first": 1.036,
    "another part failed first": -0.822,
    "failed part": 1.850,
    "far from the end": 1.387,
    "file": 1.028,
    "first of its type": 2.207,
    "in the green log too": 1.000,
    "in the project": 0.442,
    "its tool failed after": 1.155,
    "its tool's words": 0.182,
    "kind": 0.791,
    "marked": -0.629,
    "no end follows": -0.569,
    "not the test's": 1.120,
    "of no tool": -0.518,
    "others follow": 0.443,
    "passed part": 1.151,
    "repeated": -0.318,
    "severity": 1.446,
    "success after": 0.961,
    "telling": -0.463,
    "to the end": 0.406,
    "tool not seen": 1.030,
    "weight": 1.175,
    "wraps": -1.121,
}
CONFIDENCE: Final = (0.094, 0.902, 0.057, 0.731, 0.178, -0.367, 0.035, 0.535)
