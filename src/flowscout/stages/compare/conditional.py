"""What was acquired under a condition is not there where the same condition does not hold: `if (log) f = open(); … if
(log) close(f);` lets nothing go that was ever had."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from ...model.flow import FunctionCFG

_OPPOSITE = {"true": "false", "false": "true"}
Never: TypeAlias = Mapping[tuple[int, str], frozenset[str]]
Rows: TypeAlias = Sequence[Sequence[tuple[str, str, frozenset[str]]]]


def absent_where(cfg: FunctionCFG, rows: Rows) -> Never:
    """rows: of each block (kind of op, text, what it acquires). By (block of a test, way): the resources that were
    never had there."""
    asked: dict[str, list[int]] = defaultdict(list)
    acquired: dict[str, set[int]] = defaultdict(set)
    for block, row in enumerate(rows):
        if row and row[-1][0] == "test":
            asked[row[-1][1]].append(block)
        for _, _, takes in row:
            for key in takes:
                acquired[key].add(block)
    found: dict[tuple[int, str], frozenset[str]] = {}
    for blocks in [each for each in asked.values() if len(each) > 1 and acquired]:
        for way, other in _OPPOSITE.items():
            reached = _reached(cfg, {(block, way) for block in blocks})
            keys = frozenset(key for key, places in acquired.items() if not places & reached)
            found.update({(block, other): keys for block in blocks if keys})
    return found


def _reached(cfg: FunctionCFG, without: set[tuple[int, str]]) -> set[int]:
    leaving: dict[int, list[int]] = defaultdict(list)
    for edge in cfg.edges:
        if (edge.source, edge.kind) not in without:
            leaving[edge.source].append(edge.target)
    seen, waiting = {0}, [0]
    while waiting:
        fresh = [target for target in leaving[waiting.pop()] if target not in seen]
        seen.update(fresh)
        waiting += fresh
    return seen
