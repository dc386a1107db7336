"""Conditions, loops and their operands put into words and given their two ways."""

from __future__ import annotations

from bisect import bisect_left

from ...model.bound import BoundFunction
from ...model.language import Language
from ...model.record import NamedTuple
from ...model.sfm import DECISION, LOOP
from ...model.syntax import Loop, Simple
from ...words import english
from . import loops
from .conditions import Condition, answered, ask, decide, fails, guard, kind_of
from .draft import NOTHING, Draft, Drafts, Way
from .tree import Statements


class OperandGroup(NamedTuple):
    """A condition of several operands: `stands_for` is drawn in their place below deep."""

    stands_for: Draft
    operands: list[Draft]


class Decider(NamedTuple):
    """ops: what is simply done, by its place in the text."""

    bound: BoundFunction
    language: Language
    tree: Statements
    ops: list[Draft]

    def each(self, draft: Draft) -> None:
        """An iteration: `next r` and `done`."""
        loop = self.tree.loop(draft.op.statement if draft.op else -1)
        if loop is None:
            named = loops.Round(
                english.expression(self.bound.read(draft.start, draft.end), self.language), "next", each=True
            )
        else:
            named = loops.each(self.bound, loop, self.language)
            draft.flags |= _bare(loop)
        yes, no = (way.target for way in draft.ways) if len(draft.ways) > 1 else (draft.ways[0].target, None)
        self.round(draft, named, yes, no)

    def round(self, draft: Draft, named: loops.Round, yes: Draft | None, no: Draft | None) -> None:
        ways = [Way(yes, named.next, "true")] if yes else []
        draft.ways = ways + ([Way(no, "done", "exit-loop")] if no else [])
        draft.kind, draft.words, draft.each = LOOP, named.words, named.each
        if len(draft.ways) == 1:
            draft.ways = [draft.ways[0]._replace(label="")]

    def condition(self, condition: Condition) -> OperandGroup | None:
        """Word the operands; the draft that stands for all of them, where they are several."""
        operands, exits = condition.operands, guard(condition)
        loop = self.tree.loop(condition.statement)
        if len(operands) == 1:
            operands[0].kind = kind_of(operands)
            self.whole(operands[0], condition, exits, loop is not None)
            return None
        for draft in operands:
            draft.kind = kind_of(operands)
            decide(self.bound, draft, self.language, self.leaving(draft, condition, exits), fails(condition))
        if condition.yes is None or (condition.no is None and loop is None):
            return None  # `a() && 0` decides nothing, and still asks a()
        stands_for = Draft(None, condition.whole.start, "assert" if operands[0].role == "assert" else "condition")
        stands_for.kind, stands_for.span = kind_of(operands), (condition.whole.start, condition.whole.end)
        stands_for.flags = set().union(*(draft.flags for draft in operands))
        self.whole(stands_for, condition, exits, loop is not None)
        if loop is not None:
            first = operands[0]
            counted = loops.counted(self.bound, loop, self.language) if loop.style == "for" else None
            first.kind = LOOP
            first.words = counted.first if counted else loops.asked(first.words.removesuffix("?"), loop.style).words
        return OperandGroup(stands_for, operands)

    def leaving(self, draft: Draft, condition: Condition, exits: str) -> str:
        """The answer of one operand that leaves early, when the condition is a guard."""
        out = condition.yes if exits == "true" else condition.no if exits == "false" else None
        leaving = [way for way in draft.asks if out is not None and way.target is out]
        return (
            "true" if leaving and leaving[0] is draft.asks[0] and len(draft.asks) == 2 else "false" if leaving else ""
        )

    def whole(self, draft: Draft, condition: Condition, exits: str, loop: bool) -> None:
        text = self.bound.read(*condition.whole)
        if loop:
            self.loop(draft, condition, text)
        elif condition.yes is None or condition.no is None:
            draft.kind = NOTHING
        elif self.tree.macro(condition.statement) and not text.startswith("IF"):
            draft.words = f"{english.expression(text, self.language)}: its block runs?"
            draft.ways = [Way(condition.yes, "yes", "true"), Way(condition.no, "no", "false")]
        else:
            simple = len(condition.operands) == 1
            asked = ask(text, self.language, exits, simple, fails(condition))
            answered(draft, asked, condition.yes, condition.no, ("yes", "no"))

    def loop(self, draft: Draft, condition: Condition, text: str) -> None:
        loop = self.tree.loop(condition.statement)
        if loop is None:
            return
        if condition.no is None:
            self.round(draft, loops.ENDLESS, condition.yes, None)
        elif condition.yes is None:
            draft.kind = NOTHING
        else:
            named = loops.counted(self.bound, loop, self.language) if loop.style == "for" else None
            draft.flags |= _bare(loop)
            if named is None:
                question = english.question(text, self.language) or english.expression(text, self.language)
                named = loops.asked(question, loop.style)
            else:
                self.absorb(loop.init[0].start, loop.init[0].end)
                self.absorb(*(loop.step or (0, 0)))
            self.round(draft, named, condition.yes, condition.no)

    def absorb(self, start: int, end: int) -> None:
        """What the loop's name says already is not drawn again."""
        for draft in self.ops[bisect_left(self.ops, start, key=_begin) : bisect_left(self.ops, end, key=_begin)]:
            if draft.end <= end:
                draft.kind = NOTHING


def decider(bound: BoundFunction, language: Language, tree: Statements, drafts: Drafts) -> Decider:
    return Decider(bound, language, tree, sorted([draft for draft in drafts.all if draft.is_op("do")], key=_begin))


def _bare(loop: Loop) -> set[str]:
    """A loop without a body is there for what it does by going round."""
    return set() if any(not isinstance(stmt, Simple) or stmt.role != "pass" for stmt in loop.body) else {"acts"}


def _begin(draft: Draft) -> int:
    return draft.start


def value(decider: Decider, draft: Draft) -> None:
    """A decision inside a value: drawn only where its branches do not meet before the statement ends."""
    draft.kind = DECISION
    decide(decider.bound, draft, decider.language, "")
