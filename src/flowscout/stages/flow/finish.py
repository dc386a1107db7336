"""From the builder to the value: what is empty goes, what is straight is joined, what is left is numbered and counted."""

from __future__ import annotations

from collections import Counter, defaultdict

from ...model.flow import BasicBlock, FlowEdge, FunctionCFG
from .block import Block, Copy
from .builder import Builder


def finish(b: Builder) -> FunctionCFG:
    for name, target in b.labels.items():
        if name not in b.found:
            b.notes.append(f"goto {name}: no such label here")
            target.exit_kind = "falls"
    live = _reached(b.entry)
    counts = _decisions(b, live)
    _skip_empty(b)
    _join(_order(b))
    live, order = _reached(b.entry), _order(b)
    place = {block: position for position, block in enumerate(order)}
    blocks = tuple(
        [
            BasicBlock(position, tuple(block.ops), block.owner, block.value, block not in live)
            for block, position in place.items()
        ]
    )
    edges = tuple(
        [
            FlowEdge(position, place[target], kind, label)
            for block, position in place.items()
            for target, kind, label in block.edges
        ]
    )
    left: defaultdict[str, list[int]] = defaultdict(list)
    for block, position in place.items():
        left[block.exit_kind].append(position)
    falls = tuple(left["falls"])
    return FunctionCFG(
        b.bound.id,
        blocks,
        edges,
        tuple(sorted([*left["return"], *falls])),
        tuple(left["raise"]),
        tuple(left["noreturn"]),
        falls,
        sum(counts.values()),
        b.statements,
        tuple(b.notes),
        tuple(sorted(counts.items())),
    )


def _sort(block: Block) -> None:
    """Each way once, in the order of the decision, exceptions last."""
    if len(block.edges) > 1:
        block.edges = sorted(dict.fromkeys(block.edges), key=_rank)


def _rank(edge: tuple[Block, str, str]) -> bool:
    return edge[1] == "raise"


def _reached(entry: Block) -> dict[Block, None]:
    """Blocks that control can come to, in reverse postorder."""
    seen = {entry}
    done: list[Block] = []
    path = [(entry, iter(entry.edges[::-1]))]
    while path:
        block, ways = path[-1]
        for target, _, _ in ways:
            if target not in seen:
                seen.add(target)
                path.append((target, iter(target.edges[::-1])))
                break
        else:
            done.append(block)
            path.pop()
    return dict.fromkeys(reversed(done))


def _order(b: Builder) -> list[Block]:
    """Live blocks, then dead code and what it leads to."""
    order = _reached(b.entry)
    for block in b.blocks:
        if block.ops and block not in order:
            order.update(_reached(block))
    return list(order)


def _skip_empty(b: Builder) -> None:
    """Lead past blocks that do nothing and decide nothing, where the kind of the way stays known."""
    for block in b.blocks:
        block.edges = [_past(target, kind, label) for target, kind, label in block.edges]
        _sort(block)


def _past(target: Block, kind: str, label: str) -> tuple[Block, str, str]:
    seen: set[Block] = set()
    while not target.ops and not target.exit_kind and len(target.edges) == 1 and target not in seen:
        seen.add(target)
        onward, through, _ = target.edges[0]
        if kind != "next" and through not in ("next", kind):
            break
        target, kind = onward, through if kind == "next" else kind
    return target, kind, label


def _join(order: list[Block]) -> None:
    """Make one block of two, where the first only leads to the second and the second is only led to by the first."""
    before = Counter(target for block in order for target, _, _ in block.edges)
    for block in order:
        while len(block.edges) == 1 and not block.exit_kind and block.owner < 0:
            target, kind, _ = block.edges[0]
            if kind != "next" or before[target] != 1 or target in (block, order[0]):
                break
            block.ops += target.ops
            block.edges, block.exit_kind, block.owner, block.value = (
                target.edges,
                target.exit_kind,
                target.owner,
                target.value,
            )
            target.edges, target.ops, target.exit_kind = [], [], ""


def _decisions(b: Builder, live: dict[Block, None]) -> Counter[str]:
    """Decisions by kind. C and C++ as clang counts: also in dead code, and of constant conditions. Python as CPython
    compiles: live ones only, once per copy of a `finally`, and a `while` asks at its foot again where that is
    reached."""
    counts: Counter[str] = Counter()
    weights: dict[Copy, int] = {}
    for block in b.blocks:
        kinds = block.decides
        if not kinds or (not b.c_family and block not in live):
            continue
        times = 1 if b.c_family else _weight(block.copy, live, weights)
        if block.retest is not None and block.retest in live:
            times *= 2
        for kind in kinds:
            if b.c_family or kind != "constant":
                counts[kind] += times
    return counts


def _weight(copy: Copy | None, live: dict[Block, None], weights: dict[Copy, int]) -> int:
    """How many times a compiler that shares nothing writes this copy out."""
    if copy is None:
        return 1
    if copy not in weights:
        weights[copy] = 1  # against a cycle
        total = sum(_weight(block.copy, live, weights) for block in copy.leavers if block in live)
        weights[copy] = total + (_weight(copy.outer, live, weights) if copy.plain else 0)
    return weights[copy]
