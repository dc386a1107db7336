"""C and C++: what of a function is there at all under one answer to the questions that its `#if`s ask.

Arms that cannot both be live are never on one way: `free(p)` of one `#ifdef` is not left out by what another one holds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import TypeVar

from ...model.action import SemanticAction
from ...model.facts import SOME
from ...model.flow import FlowEdge, FunctionCFG

MOST = 3  # questions of which each answer is tried with each of the others
WORK = 100_000  # edges that are walked for questions each alone
Answers = frozenset[str]
Made = TypeVar("Made")


def answers(cfgs: Sequence[FunctionCFG]) -> list[Answers]:
    """What can be so at once, as the conditions that hold; none where nothing is asked. Of many questions: all, none, each alone as long as there
    is room."""
    heads = [{block.id for block in cfg.blocks if _asks(cfg, block.id)} for cfg in cfgs]
    asked = {
        _plain(edge.label)[0]
        for cfg, own in zip(cfgs, heads, strict=True)
        for edge in cfg.edges
        if edge.source in own and edge.label
    }
    names = sorted(asked)
    if not names:
        return []
    if len(names) <= MOST:
        ways = product((True, False), repeat=len(names))
        return [frozenset(name for name, holds in zip(names, way, strict=True) if holds) for way in ways]
    alone = names[: max(MOST, WORK // sum(len(cfg.edges) for cfg in cfgs))]
    return [frozenset(names), frozenset(), *[frozenset((name,)) for name in alone]]


def live(cfg: FunctionCFG, hold: Answers) -> FunctionCFG:
    """With the arms alone that are built where these conditions hold."""
    return _along(cfg, tuple(_kept(cfg, hold)))


def sure(cfg: FunctionCFG) -> FunctionCFG:
    """Without the ways on which a context manager would have to keep an exception from going on, of which nobody knows that it does."""
    return _along(cfg, tuple([edge for edge in cfg.edges if not _may_swallow(cfg, edge)]))


def _may_swallow(cfg: FunctionCFG, edge: FlowEdge) -> bool:
    ops = cfg.blocks[edge.source].ops
    return (
        edge.kind == "next"
        and edge.label in ("", SOME)
        and bool(ops)
        and ops[-1].kind == "leave"
        and ops[-1].role == "unwind"
    )


def _along(cfg: FunctionCFG, kept: Sequence[FlowEdge]) -> FunctionCFG:
    """What nothing comes to is dead."""
    seen, stack = {0}, [0]
    leaving: dict[int, list[int]] = {}
    for edge in kept:
        leaving.setdefault(edge.source, []).append(edge.target)
    while stack:
        fresh = {*leaving.get(stack.pop(), ())} - seen
        seen |= fresh
        stack += fresh
    return cfg._replace(
        blocks=tuple([each if each.id in seen else each._replace(ops=(), dead=True) for each in cfg.blocks]),
        edges=tuple([edge for edge in kept if edge.source in seen]),
        returns=tuple([each for each in cfg.returns if each in seen]),
        raises=tuple([each for each in cfg.raises if each in seen]),
    )


def there(actions: Sequence[SemanticAction], cfg: FunctionCFG) -> tuple[SemanticAction, ...]:
    return tuple([each for each in actions if each.op < len(cfg.blocks[each.block].ops)])


def _kept(cfg: FunctionCFG, hold: Answers) -> Iterator[FlowEdge]:
    taken: set[int] = set()
    for edge in cfg.edges:
        if not _asks(cfg, edge.source):
            yield edge
        elif edge.source not in taken and (not edge.label or _holds(edge.label, hold)):
            taken.add(edge.source)
            yield edge


def _asks(cfg: FunctionCFG, block: int) -> bool:
    ops = cfg.blocks[block].ops
    return bool(ops) and ops[-1].kind == "variant"


def _holds(condition: str, hold: Answers) -> bool:
    name, denied = _plain(condition)
    return (name in hold) != denied


def _plain(condition: str) -> tuple[str, bool]:
    """What is asked, and whether for the opposite: `!defined(A)` asks for `defined A`."""
    words = "".join(condition.split()).replace("defined(", "defined").rstrip(")") if "defined" in condition else ""
    name = words or "".join(condition.split())
    bare = name.removeprefix("!")
    return (bare, True) if bare != name and bare.replace("_", "a").isalnum() else (name, False)
