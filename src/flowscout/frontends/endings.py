"""Which calls of a function run on every way that returns from it.

If one of these never returns, neither does the function: `stages.summarise` finds that out for the whole project, where
it is known whom the calls mean. Here only the shape of the function is known: statements are walked once, with the
calls that have surely run by then.

A call that each arm of a choice makes, of the same callee, has run behind it: the first of them stands for all.
What is not sure counts as not run: the right side of `and` and `or`, an arm of a choice, the body of a loop, what a
handler may have interrupted. To a label of the function's own block a macro may lead that nobody has read, too: nothing has surely run
there, and it is come to. A function with a label in an inner block, or with bytes that nobody understood, tells nothing.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Container, Iterable, Sequence
from typing import Final, TypeAlias

from flowscout.model.facts import Call
from flowscout.model.syntax import (
    Body,
    FunctionBody,
    If,
    Jump,
    Label,
    Loop,
    Mark,
    Opaque,
    Raise,
    Range,
    Return,
    Simple,
    Stmt,
    Switch,
    Try,
    Variant,
    With,
)

MOST: Final = 16
NEVER: Final = (-1,)  # no way returns, whatever the calls do
_NOT_MADE: Final = frozenset({"ref", "decorator", "property", "delete"})
_TRUE: Final = frozenset({b"True", b"true", b"1"})
Ran: TypeAlias = frozenset[int] | None  # calls that have surely run; None: control does not come here


class _UnclearError(Exception):
    pass


def endings(
    body: FunctionBody, calls: Sequence[Call], text: bytes, own: Container[str] | None = None
) -> tuple[int, ...]:
    """Positions in `calls`, at most MOST; NEVER where the function cannot return at all. text: the function's own
    bytes. own: names of its parameters and variables, which may mean one thing here and another there; None where each name may."""
    walk = _EndingWalk(body.marks, calls, text, own)
    try:
        on = walk.whole(body.statements)
    except _UnclearError:
        return ()
    if walk.breaks or walk.continues:  # outside of a loop: a macro makes one of the block behind it
        return ()
    ways = [way for way in (on, *walk.returned) if way is not None]
    return tuple(sorted(frozenset.intersection(*ways))[:MOST]) if ways else NEVER


def _both(ways: Iterable[Ran]) -> Ran:
    reached = [way for way in ways if way is not None]
    return frozenset.intersection(*reached) if reached else None


class _EndingWalk:
    def __init__(self, marks: Sequence[Mark], calls: Sequence[Call], text: bytes, own: Container[str] | None) -> None:
        self.text = text
        unsure = [span for mark in marks for span in _unsure(mark)]
        first_of: dict[tuple[str | int, ...], int] = {}  # the same call in each arm of a choice surely runs
        self.made = [
            (call.start, first_of.setdefault(_callee(call, at, own), at))
            for at, call in enumerate(calls)
            if call.kind not in _NOT_MADE and not any(first <= call.start < last for first, last in unsure)
        ]
        self.returned: list[Ran] = []
        self.breaks = self.continues = False
        self.guarded = 0
        self.labels: frozenset[str] = frozenset()  # of the function's own block

    def calls(self, start: int, end: int) -> frozenset[int]:
        if self.guarded:
            return frozenset()
        first, last = bisect_left(self.made, (start,)), bisect_left(self.made, (end,))
        return frozenset([at for _, at in self.made[first:last]])

    def asked(self, span: Range | None) -> frozenset[int]:
        return self.calls(*span) if span is not None else frozenset()

    def whole(self, body: Body) -> Ran:
        self.labels = frozenset([stmt.name for stmt in body if isinstance(stmt, Label)])
        ran: Ran = frozenset()
        for stmt in body:
            if isinstance(stmt, Label):
                ran = frozenset()
            elif ran is not None:
                ran = self.one(stmt, ran)
        return ran

    def body(self, body: Body, ran: Ran) -> Ran:
        for stmt in body:
            if ran is None:
                return None
            ran = self.one(stmt, ran)
        return ran

    def one(self, stmt: Stmt, ran: frozenset[int]) -> Ran:
        match stmt:
            case Simple():
                return ran if stmt.role in ("define", "import", "assert") else ran | self.calls(stmt.start, stmt.end)
            case If():
                return self.choice(stmt, ran)
            case Loop():
                return self.loop(stmt, ran)
            case Switch():
                return self.switch(stmt, ran)
            case Try():
                return self.attempt(stmt, ran)
            case With():
                return self.block(stmt, ran)
            case Return():
                self.returned.append(ran | self.asked(stmt.value))
                return None
            case Raise():
                return None
            case Variant():
                arms = [self.body(body, ran) for _, body in stmt.arms]
                return _both(arms if any(not condition for condition, _ in stmt.arms) else [*arms, ran])
        return self.jump(stmt)

    def jump(self, stmt: Stmt) -> Ran:
        if isinstance(stmt, Jump) and stmt.keyword == "goto" and stmt.label in self.labels:
            return None
        if isinstance(stmt, Opaque | Label) or (isinstance(stmt, Jump) and stmt.label):
            raise _UnclearError
        self.breaks = self.breaks or (isinstance(stmt, Jump) and stmt.keyword == "break")
        self.continues = self.continues or (isinstance(stmt, Jump) and stmt.keyword == "continue")
        return None

    def choice(self, stmt: If, ran: frozenset[int]) -> Ran:
        """A chain of `elif` is walked in a loop: it may be very long."""
        ways: list[Ran] = []
        here: Ran = ran
        while True:
            here = self.body(stmt.init, here)
            if here is None:
                return _both(ways)
            here = here | self.asked(stmt.test)
            ways.append(self.body(stmt.then, here))
            if len(stmt.orelse) != 1 or not isinstance(stmt.orelse[0], If):
                return _both([*ways, self.body(stmt.orelse, here)])
            stmt = stmt.orelse[0]

    def loop(self, stmt: Loop, ran: frozenset[int]) -> Ran:
        before = self.body(stmt.init, ran)
        if before is None:
            return None
        before = before | self.asked(stmt.iterable) | (self.asked(stmt.test) if stmt.style != "do" else frozenset())
        outside, self.breaks, self.continues = (self.breaks, self.continues), False, False
        after = self.body(stmt.body, before)
        breaks, continues = self.breaks, self.continues
        self.breaks, self.continues = outside
        if stmt.style != "each" and (
            stmt.test is None or self.text[stmt.test.start : stmt.test.end].strip(b"() ") in _TRUE
        ):
            return before if breaks else None
        if stmt.style == "do" and not breaks and not continues:
            return after | self.asked(stmt.test) if after is not None else None
        on = self.body(stmt.orelse, before)  # where nothing breaks; it may return, too
        return before if breaks else on

    def switch(self, stmt: Switch, ran: frozenset[int]) -> Ran:
        before = self.body(stmt.init, ran)
        if before is None:
            return None
        before = before | self.asked(stmt.subject)
        outside, self.breaks = self.breaks, False
        arms = [self.body(arm.body, before) for arm in stmt.arms]
        left, self.breaks = stmt.falls and self.breaks, outside or (self.breaks and not stmt.falls)
        onward = arms[-1:] if stmt.falls else arms
        whole = any(arm.default and arm.guard is None for arm in stmt.arms)
        return before if left or not whole else _both(onward)

    def attempt(self, stmt: Try, ran: frozenset[int]) -> Ran:
        self.guarded += bool(stmt.handlers)
        through = self.body(stmt.body, ran)
        self.guarded -= bool(stmt.handlers)
        through = self.body(stmt.orelse, through)
        after = _both([through, *[self.body(handler.body, ran) for handler in stmt.handlers]])
        last = self.body(stmt.final, ran)
        return after | last if after is not None and last is not None else None

    def block(self, stmt: With, ran: frozenset[int]) -> Ran:
        before = ran.union(*[self.asked(item) for item in stmt.items])
        self.guarded += stmt.suppresses
        after = self.body(stmt.body, before)
        self.guarded -= stmt.suppresses
        return after if after is not None or not stmt.suppresses else before


def _callee(call: Call, at: int, own: Container[str] | None) -> tuple[str | int, ...]:
    """What it calls, and with how many values; of what is only known where it is made, itself."""
    root = call.receiver or call.name
    same = own is not None and call.kind == "call" and root.isidentifier() and root not in own
    return (call.receiver, call.sep, call.name, call.argc) if same else (at,)


def _unsure(mark: Mark) -> tuple[tuple[int, int], ...]:
    """Parts of an expression that may not be evaluated."""
    match mark.kind:
        case "and" | "or" | "elvis":
            return ((mark.at, mark.end),)
        case "cond":
            return ((mark.start, mark.end),)
        case "scope":
            return ((mark.start, mark.at), (mark.at2, mark.end)) if mark.at else ((mark.start, mark.end),)
    return ()
