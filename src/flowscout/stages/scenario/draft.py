"""The graph of drafts: one per op of the control-flow graph, before it is decided what becomes a step.

Exceptions are kept apart from the other ways: they are drawn by `exceptions`, sparingly. A way that leaves the function
without an op of its own (the end of the body, the end of a `finally` copy) ends in a draft whose role is `end`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Final

from ...model.action import ELIDED, SemanticAction
from ...model.flow import FlowEdge, FunctionCFG, Op
from ...model.record import NamedTuple

NOTHING: Final = ""  # the kind of a draft that is not drawn
LOW: Final = "low"  # the kind of a way that an exception takes which merely may come
CLOSED: Final = "closed"  # of a way that a generator takes which is closed where it waits


class Way(NamedTuple):
    target: Draft
    label: str = ""
    kind: str = "next"


class Draft:
    """kind: the type of step it becomes. words: the whole text for people; role: the op's role, or `end`, `join`.

    ways: where control goes; raises: where an exception goes first. asks: ways of an operand as the code has them,
    first the one of a true value. value: decides within a value. each: a loop over items. later: what a function that is made here does when it is
    called. span: what it stands for in the text. ends: return | raise | falls, for a draft without an op.
    """

    __slots__ = (
        "action",
        "asks",
        "callees",
        "each",
        "ends",
        "flags",
        "kind",
        "later",
        "op",
        "place",
        "raises",
        "role",
        "span",
        "step_id",
        "value",
        "ways",
        "words",
    )

    def __init__(self, op: Op | None, place: int, role: str = "join", action: SemanticAction | None = None) -> None:
        self.op, self.place, self.role, self.action = op, place, role, action
        self.kind, self.words, self.step_id, self.ends = NOTHING, "", "", ""
        self.ways: list[Way] = []
        self.raises: list[Draft] = []
        self.asks: list[Way] = []
        self.flags: set[str] = set()
        self.later: tuple[str, ...] = ()
        self.callees: tuple[str, ...] = ()
        self.span = (op.start, op.end) if op else (place, place)
        self.value = self.each = False

    @property
    def start(self) -> int:
        return self.span[0]

    @property
    def end(self) -> int:
        return self.span[1]

    @property
    def elided(self) -> bool:
        return self.action is not None and self.action.type in ELIDED

    def is_op(self, *kinds: str) -> bool:
        return self.op is not None and self.op.kind in kinds


class Drafts(NamedTuple):
    """In block order; entry is first."""

    all: list[Draft]
    entry: Draft


def drafted(cfg: FunctionCFG, actions: Iterable[SemanticAction], length: int) -> Drafts:
    """`length` of the function's text: where control stands when it falls off the end."""
    known = {(action.block, action.op): action for action in actions}
    blocks: dict[int, list[Draft]] = {}
    place = 0
    for block in cfg.blocks:
        if block.dead:
            continue
        chain = [Draft(op, op.start, op.role, known.get((block.id, at))) for at, op in enumerate(block.ops)]
        blocks[block.id] = chain = chain or [Draft(None, place)]
        place = chain[-1].end
        chain[-1].value = block.value
        for draft, after in pairwise(chain):
            draft.ways.append(Way(after))
    _link(cfg.edges, blocks)
    ends = _ends(cfg, blocks, length)
    return Drafts([draft for chain in blocks.values() for draft in chain] + ends, blocks[0][0])


def _link(edges: Iterable[FlowEdge], blocks: Mapping[int, list[Draft]]) -> None:
    for edge in edges:
        if edge.source not in blocks or edge.target not in blocks:
            continue
        source, target = blocks[edge.source][-1], blocks[edge.target][0]
        if edge.kind == "raise" and not source.is_op("catch"):
            source.raises.append(target)
        else:
            source.ways.append(Way(target, edge.label, edge.kind))


def _ends(cfg: FunctionCFG, blocks: Mapping[int, list[Draft]], length: int) -> list[Draft]:
    """Drafts for ways out that have no op of their own."""
    made = []
    falls = set(cfg.falls_off)
    for ids, own, how in ((cfg.returns, "return", "return"), (cfg.raises, "raise", "raise")):
        for block in ids:
            if block not in blocks or blocks[block][-1].is_op(own):
                continue
            last = blocks[block][-1]
            ending = Draft(None, length if block in falls else last.end, "end")
            ending.ends = "falls" if block in falls else how
            last.ways.append(Way(ending, kind="raise" if how == "raise" else "next"))
            made.append(ending)
    return made
