"""From ops back to the statements they stand for: what the whole condition, the loop's parts, the switch's arms were."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...model.flow import FunctionCFG
from ...model.record import NamedTuple
from ...model.syntax import Body, If, Loop, Range, Simple, Stmt, Switch, walk


class Statements(NamedTuple):
    """By the statement's number in the graph."""

    by_number: Mapping[int, Stmt]

    def loop(self, number: int) -> Loop | None:
        stmt = self.by_number.get(number)
        return stmt if isinstance(stmt, Loop) else None

    def macro(self, number: int) -> bool:
        """A macro whose block may run."""
        stmt = self.by_number.get(number)
        return isinstance(stmt, If) and stmt.start == stmt.test.start

    def condition(self, number: int, start: int, end: int) -> Range:
        """The whole condition that the operands within [start, end) belong to."""
        stmt = self.by_number.get(number)
        known: list[Range | None] = []
        if isinstance(stmt, If | Loop | Simple):
            known = [stmt.test]
        elif isinstance(stmt, Switch):
            known = [arm.guard for arm in stmt.arms]
        whole = [part for part in known if part and part.start <= start and end <= part.end]
        return whole[0] if whole else Range(start, end)


def statements(body: Body, cfg: FunctionCFG) -> Statements:
    """Numbers are given in source order, outer statements first; ranges find them again."""
    found: dict[int, Stmt] = {}
    numbers: dict[tuple[int, int], list[int]] = {}
    for number, span in enumerate(cfg.statements):
        numbers.setdefault(span, []).append(number)
    for stmt in walk(body):
        free = numbers.get((stmt.start, stmt.end))
        if free:
            found[free.pop(0)] = stmt
    return Statements(found)


def sole(body: Sequence[Stmt]) -> Stmt | None:
    return body[0] if len(body) == 1 else None
