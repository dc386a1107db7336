"""Whether one step of a function can be come to from another one."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...model.flow import FunctionCFG


def come_to(cfg: FunctionCFG, steps: Sequence[tuple[int, int]]) -> Callable[[int, int], bool]:
    """steps: block and op of each. Of what stands in several copies any will do."""
    ways: dict[int, list[int]] = {}
    for edge in cfg.edges:
        ways.setdefault(edge.source, []).append(edge.target)
    ops = [cfg.blocks[block].ops[op] for block, op in steps]
    wanted = {(op.start, op.end) for op in ops}
    copies: dict[tuple[int, int], list[int]] = {}
    for block in cfg.blocks:
        for op in block.ops:
            if (op.start, op.end) in wanted:
                copies.setdefault((op.start, op.end), []).append(block.id)
    blocks = [copies[op.start, op.end] for op in ops]
    reached = [_reached(ways, each) for each in blocks]
    return lambda a, b: any(each in reached[a] for each in blocks[b])


def _reached(ways: dict[int, list[int]], blocks: Sequence[int]) -> set[int]:
    """With themselves."""
    found, waiting = {*blocks}, [*blocks]
    while waiting:
        for each in ways.get(waiting.pop(), ()):
            if each not in found:
                found.add(each)
                waiting.append(each)
    return found
