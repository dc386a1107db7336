"""Conditions, and values that hide conditions.

A condition that steers a statement is taken apart at `and`, `or` and a `not` around them: one block per operand, each
leading straight to where it decides. Inside a value the ways join again before the statement goes on; those blocks are
marked `value`. A ternary that *is* a condition is taken apart in Python, as CPython does, and is a value elsewhere.

A literal condition keeps its op and only the one edge it can take.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import Final

from ...model.record import NamedTuple
from ...model.syntax import Mark, Range
from .block import Block
from .builder import Builder

DEPTH: Final = 25  # of conditions within values within conditions; deeper ones are read as plain values


class Ways(NamedTuple):
    """Where a condition leads, and the kinds of edges that say so."""

    yes: Block
    no: Block
    yes_kind: str = "true"
    no_kind: str = "false"

    def turned(self) -> Ways:
        return Ways(self.no, self.yes, _opposite(self.no_kind), _opposite(self.yes_kind))


class ConditionOf(NamedTuple):
    """Whose condition it is: the statement's number and role, what kind of decision it is, whether the ways join again,
    and how deep in values we are."""

    statement: int
    role: str
    decides: str = ""
    value: bool = False
    depth: int = 0


def _opposite(kind: str) -> str:
    return {"true": "false", "false": "true"}.get(kind, kind)


def test(b: Builder, span: Range, ways: Ways, asked: ConditionOf) -> None:
    """Write the blocks that decide `span`, from where we are."""
    waiting = [(span, b.here(), ways, asked.decides, False)]
    while waiting:
        part, block, ways, decides, right = waiting.pop()
        mark = b.marks.whole(*part)
        b.current = block
        if mark is not None and mark.kind in ("and", "or"):
            left, second = b.marks.operands(mark)
            middle = b.block()
            first = (
                Ways(middle, ways.no, "true", ways.no_kind)
                if mark.kind == "and"
                else Ways(ways.yes, middle, ways.yes_kind)
            )
            waiting += [(second, middle, ways, decides, asked.value), (left, block, first, mark.kind, False)]
        elif mark is not None and mark.kind == "not" and _splits(b, mark):
            waiting.append((b.marks.operands(mark)[0], block, ways.turned(), decides, False))
        elif mark is not None and mark.kind == "cond" and not b.c_family and not asked.value:
            question, then, other = b.marks.operands(mark)
            yes, no = b.block(), b.block()
            waiting += [(other, no, ways, decides, False), (then, yes, ways, decides, False)]
            waiting += [(question, block, Ways(yes, no), "cond", False)]
        else:
            _leaf(b, part, ways, asked, decides, right)


def _splits(b: Builder, negation: Mark) -> bool:
    inner = b.marks.operands(negation)[0]
    if b.marks.constant(*inner) is not None:
        return True
    mark = b.marks.whole(*inner)
    return mark is not None and mark.kind in ("and", "or", "not", "cond") and (mark.kind != "not" or _splits(b, mark))


def _leaf(b: Builder, span: Range, ways: Ways, asked: ConditionOf, decides: str, right: bool) -> None:
    """One operand. right: its value is kept until others meet it (`a and 1 or 0`): decided then, even when it is a
    literal."""
    if not evaluate(b, span, asked):
        return
    known = b.marks.constant(*span)
    trimmed = b.marks.trim(*span) if span.end - span.start < 400 else span
    block = b.op("test", trimmed.start, trimmed.end, asked.statement, asked.role)
    block.owner, block.value = asked.statement, asked.value
    block.decides.append(decides if known is None or right else "constant")
    if known is not False:
        block.to(ways.yes, ways.yes_kind)
    if known is not True:
        block.to(ways.no, ways.no_kind)
    b.current = None


def evaluate(b: Builder, span: Range | None, asked: ConditionOf) -> bool:
    """Write what happens inside a value before it is there. False: it never is (a call that does not return, a throw)."""
    if span is None:
        return True
    if not b.marks.marks and not b.stops:
        return True
    hidden: list[Mark] = []
    b.here().decides += ["chain"] * b.marks.chained(*span)
    for mark in b.marks.inside(*span):
        if mark.kind == "throw":
            b.op("raise", mark.start, mark.end, asked.statement, asked.role)
            b.throw()
            return False
        hidden.append(mark)
        if mark.kind != "scope" and asked.depth < DEPTH:
            _fork(b, mark, asked._replace(value=True, depth=asked.depth + 1))
    stop = _stop(b, span, hidden)
    if stop is None:
        return True
    if stop in b.throws and b.catcher() is not None:
        b.op("raise", span.start, span.end, asked.statement, asked.role)
        b.throw()
    else:
        b.op("call-noreturn", span.start, span.end, asked.statement, asked.role).exit_kind = "noreturn"
        b.current = None
    return False


def _stop(b: Builder, span: Range, hidden: list[Mark]) -> int | None:
    """Where the first call stands that never returns and is surely made."""
    first = bisect_left(b.stops, span.start)
    within = b.stops[first : bisect_left(b.stops, span.end, first)]
    return next((stop for stop in within if not any(mark.start <= stop < mark.end for mark in hidden)), None)


def _fork(b: Builder, mark: Mark, asked: ConditionOf) -> None:
    """One `a and b` or `c ? x : y` inside a value, up to where its ways meet."""
    meet = b.block()
    parts = b.marks.operands(mark)
    if mark.kind == "cond":
        yes, no = b.block(), b.block()
        test(b, parts[0], Ways(yes, no), asked._replace(decides="cond"))
        branches = [(yes, parts[1]), (no, parts[2])]
    else:
        more = b.block()
        on = Ways(more, meet) if mark.kind == "and" else Ways(meet, more)
        test(b, parts[0], on, asked._replace(decides=mark.kind))
        branches = [(more, parts[1])]
    for block, part in branches:
        b.current = block
        if evaluate(b, part, asked):
            b.go(meet)
    b.current = meet
