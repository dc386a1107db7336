"""Which questions that name a resource are not about whether there is one: those behind a question that found it there.

`if (!f) return -1; if (load(f) < 0) return -1;` leaves the second time with `f` still there.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Final

from ...model.flow import FunctionCFG
from .answered import Step
from .nothing import nothing

Keys = frozenset[str]

_WAYS: Final = {"true": False, "false": True}


def confirmed(cfg: FunctionCFG, steps: Sequence[Sequence[Step]]) -> list[Keys]:
    """By block, what was found there on every way to its end, and not acquired anew since."""
    found = {
        (edge.source, edge.kind): nothing(steps[edge.source][-1].text, _WAYS[edge.kind])
        for edge in cfg.edges
        if edge.kind in _WAYS and steps[edge.source] and steps[edge.source][-1].asks
    }
    every = frozenset[str]().union(*found.values())
    leaving: dict[int, list[tuple[int, Keys]]] = {}
    for edge in cfg.edges:
        leaving.setdefault(edge.source, []).append((edge.target, found.get((edge.source, edge.kind), frozenset())))
    begins = [frozenset[str]() if block == 0 else every for block in range(len(cfg.blocks))]
    waiting = list(range(len(cfg.blocks))) if every else []
    ends = [frozenset[str]()] * len(cfg.blocks)
    while waiting:
        here = waiting.pop()
        ends[here] = reduce(lambda now, step: now - step.takes - step.gives, steps[here], begins[here])
        for target, known in leaving.get(here, ()):
            if begins[target] - (ends[here] | known):
                begins[target] &= ends[here] | known
                waiting.append(target)
    return ends


def surely_taken(cfg: FunctionCFG, steps: Sequence[Sequence[Step]]) -> tuple[list[Keys], list[Keys]]:
    """By block, what was acquired on every way to where it begins, and to its end, and not released since, be it that nothing was got."""
    every = frozenset(key for row in steps for step in row for key in step.takes)
    leaving: dict[int, list[int]] = {}
    for edge in cfg.edges:
        leaving.setdefault(edge.source, []).append(edge.target)
    begins = [frozenset[str]() if block == 0 else every for block in range(len(cfg.blocks))]
    ends = [frozenset[str]()] * len(cfg.blocks)
    waiting = list(range(len(cfg.blocks))) if every else []
    while waiting:
        here = waiting.pop()
        ends[here] = reduce(lambda now, step: (now | step.takes) - step.gives, steps[here], begins[here])
        for target in leaving.get(here, ()):
            if begins[target] - ends[here]:
                begins[target] &= ends[here]
                waiting.append(target)
    return begins, ends
