"""Several steps of one function that run under the same now, each told by itself: one line.

`copy(a)` now runs unless `rc != 0`. `size = n` now runs unless `rc != 0`.     `copy(a)` and `size = n` now run unless `rc != 0`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...model.pattern import regex
from ..sentences import listing

STEPS: Final = 6  # that are quoted
_RUNS: Final = regex(r"^(`[^`\n]{1,300}`) (now runs|now also runs|runs|no longer depends on) ([^;\n]{1,900})\.$")
_MANY: Final = {
    "now runs": "now run",
    "now also runs": "now also run",
    "runs": "run",
    "no longer depends on": "no longer depend on",
}


def key(said: str) -> tuple[str, ...]:
    """How it runs, and under what; () for another sentence."""
    found = _RUNS.match(said)
    return (found[2], found[3]) if found else ()


def together(said: Sequence[str]) -> str:
    found = [match for each in said if (match := _RUNS.match(each))]
    steps = listing([each[1] for each in found], STEPS)
    return f"{steps} {_MANY[found[0][2]]} {found[0][3]}."
