"""A block of the graph while it grows, and a copy of a cleanup, which is blocks of its own."""

from __future__ import annotations

from ...model.flow import Op


class Copy:
    """One copy of a cleanup. outer: the copy that the frame itself was opened in; leavers: the blocks that enter it.

    plain: exceptions enter it, from anywhere inside.
    """

    entry: Block

    def __init__(self, outer: Copy | None) -> None:
        self.outer, self.plain = outer, False
        self.end: Block | None = None
        self.leavers: list[Block] = []


class Block:
    """decides: the kinds of decisions taken in it: by its last op, and unseen within one (`a < b < c`).

    reachable: something leads here. copy: the finally copy it belongs to; retest: the end of a loop where its test is
    compiled a second time. exit_kind: return | raise | noreturn | falls, when control can leave the function here.
    """

    __slots__ = ("copy", "decides", "edges", "exit_kind", "hazard", "ops", "owner", "reachable", "retest", "value")

    def __init__(self, copy: Copy | None) -> None:
        self.ops: list[Op] = []
        self.edges: list[tuple[Block, str, str]] = []
        self.owner, self.value, self.hazard, self.exit_kind = -1, False, False, ""
        self.decides: list[str] = []
        self.copy = copy
        self.retest: Block | None = None
        self.reachable = False

    def to(self, target: Block, kind: str = "next", label: str = "") -> None:
        target.reachable = True
        self.edges.append((target, kind, label))
