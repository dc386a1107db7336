"""What is in a part of a flow that has a drawing of its own: its table of contents, and a heading.

A thing with more in it ends in dots: `For each x in xs …`. Nothing is said of when a thing is done, and nothing is made up: the drawing
tells it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..model import limits
from ..model.sfm import BRANCHING, TERMINAL, ScenarioStep
from .english import cut
from .titles import weight

_LINES: Final = 5
Thing = Sequence[ScenarioStep]


def contents(things: Sequence[Thing], title: str = "") -> str:
    """Lines, the author's title first."""
    lines = [f"{cut(title, limits.LADDER_LINE)}:"] if title else []
    lines = list(dict.fromkeys([*lines, *map(_head, things)]))
    kept = lines if len(lines) <= _LINES else [*lines[: _LINES - 1], f"… {len(lines) - _LINES + 1} more"]
    return "\n".join(kept)


def heading(things: Sequence[Thing], title: str = "") -> str:
    """In a line: by the thing with most in it."""
    if title or not things:
        return title
    told = max(range(len(things)), key=lambda at: (len(things[at]), max(map(weight, things[at])), -at))
    return _head(things[told]).removesuffix(" …")


def _head(thing: Thing) -> str:
    inner = [step for step in thing if step.step_type not in TERMINAL] or list(thing)
    first = inner[0] if inner[0].step_type in BRANCHING else max(inner, key=weight)
    label = cut(" ".join(first.label.split("\n", 1)[0].split()), limits.LADDER_LINE - 2)
    return label if len(inner) == 1 else f"{label} …"
