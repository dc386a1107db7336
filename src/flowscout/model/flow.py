"""The control-flow graph of one function.

A block is a straight run of *ops*; it ends when control can go more than one way. Ops are the smallest pieces that
stand alone in a picture or a path: a simple statement, one operand of a condition, a loop's iteration test, a return.

Edge kinds: next | true | false | case | default | loop (back to a loop's head) | exit-loop | raise | finally (into a
finally copy) | resume (out of one) | goto. `label` holds a case's value, an exception's type, a preprocessor condition.

A short-circuit condition has one block per operand; all carry the same `owner`, the number of the statement whose
condition it is, so a picture can draw them as one. A `finally` body is copied per way of leaving (as CPython does), at
most four times; then ways share one copy.
"""

from __future__ import annotations

from .record import NamedTuple


class Op(NamedTuple):
    """kind: do | test | switch | each (take the next item or leave) | return | raise | call-noreturn | enter (with) |
    leave (with) | catch | assert | opaque | variant.

    [start, end): what is evaluated here (relative to the function's text); statement: its number, statements being
    counted in source order over the whole function; role: the statement's role or class name, lower-case.
    """

    kind: str
    start: int
    end: int
    statement: int
    role: str


class BasicBlock(NamedTuple):
    """`owner`: number of the branching statement this block's last op decides for, -1 none; `value`: the decision is
    taken inside an expression whose branches join again before the statement ends (`x = a and b`)."""

    id: int
    ops: tuple[Op, ...]
    owner: int = -1
    value: bool = False
    dead: bool = False


class FlowEdge(NamedTuple):
    source: int
    target: int
    kind: str
    label: str = ""


class FunctionCFG(NamedTuple):
    """Blocks by id (position == id), entry is 0, edges sorted by (source, order of decision, target).

    returns/raises/noreturn: ids of blocks that leave so; a block that falls off the end is in `returns` too when
    `falls_off`. notes say what was not understood. statements: (start, end) by statement number. kinds: decisions by
    kind.
    """

    function: str
    blocks: tuple[BasicBlock, ...]
    edges: tuple[FlowEdge, ...]
    returns: tuple[int, ...]
    raises: tuple[int, ...]
    noreturn: tuple[int, ...]
    falls_off: tuple[int, ...]
    decisions: int
    statements: tuple[tuple[int, int], ...]
    notes: tuple[str, ...] = ()
    kinds: tuple[tuple[str, int], ...] = ()

    def holding(self, kind: str) -> tuple[int, ...]:
        """Ids of the blocks with an op of that kind: where something is returned or raised, wherever it goes then."""
        return tuple([block.id for block in self.blocks if any(op.kind == kind for op in block.ops)])
