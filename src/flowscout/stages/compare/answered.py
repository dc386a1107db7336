"""Which questions about a resource were answered by releasing it: who asks so still has it.

`if (fill(log) < 0) goto out;` asks about `log`, and where `out:` frees that, it was there: a `return` in the place of the `goto` loses it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce

from ...model.flow import FlowEdge, FunctionCFG
from ...model.record import NamedTuple
from .nothing import nothing

Keys = frozenset[str]


class Step(NamedTuple):
    """text: of what is done or asked. gives: what it releases."""

    asks: bool
    text: str
    takes: Keys
    gives: Keys


def answered(
    cfg: FunctionCFG, steps: Sequence[Sequence[Step]], guards: Iterable[tuple[int, str]]
) -> Mapping[str, Keys]:
    """By the text of a question whose answer only leaves what is released on every way from there. guards: (block, its way)."""
    ways = {*guards}
    leaving: dict[int, list[FlowEdge]] = {}
    for edge in cfg.edges:
        if edge.kind != "raise":
            leaving.setdefault(edge.source, []).append(edge)
    done = _surely(cfg, steps, leaving) if ways else []
    found: dict[str, Keys] = {}
    for block, kind in ways:
        targets = [done[edge.target] for edge in leaving.get(block, ()) if edge.kind == kind]
        if targets and steps[block]:
            text = steps[block][-1].text
            found[text] = found.get(text, frozenset()) | frozenset.union(*targets)
    return found


def _absent(row: Sequence[Step], way: str) -> Keys:
    """`if (log) free(log);`: what is not there is not released on the other way."""
    asks = bool(row) and row[-1].asks and way in ("true", "false")
    return nothing(row[-1].text, way == "true") if asks else frozenset()


def _surely(cfg: FunctionCFG, steps: Sequence[Sequence[Step]], leaving: Mapping[int, Sequence[FlowEdge]]) -> list[Keys]:
    """What is released on every way from where a block begins."""
    every = frozenset(key for row in steps for step in row for key in step.gives)
    came: dict[int, list[int]] = {}
    for source, edges in leaving.items():
        for edge in edges:
            came.setdefault(edge.target, []).append(source)
    state = [every] * len(cfg.blocks)
    waiting = list(range(len(cfg.blocks)))
    while waiting:
        here = waiting.pop()
        behind = [state[edge.target] | _absent(steps[here], edge.kind) for edge in leaving.get(here, ())]
        end = frozenset.intersection(*behind) if behind else frozenset[str]()
        now = reduce(lambda left, step: (left - step.takes) | step.gives, reversed(steps[here]), end)
        if now != state[here]:
            state[here] = now
            waiting += came.get(here, ())
    return state
