"""`try` and `with`: what catches, what runs on the way out.

    body ── raise ──> catch A ── raise "A" ──> handler A ──┐
                         └── raise ──> catch B ── …        ├──> normal copy of `finally` ── resume ──>
    body's end ──> else ───────────────────────────────────┘
    unmatched ── raise ──> the exceptional copy of `finally` ── resume ──> outward

`with` is entered by an op per item; its body's exceptions pass an op `leave` of role `unwind`, from which control goes
on (the manager swallowed it; labelled with what it is known to swallow) or outward. Its other ways out show an op
`leave` of role `with` only at the body's end.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeAlias

from ...model.syntax import Body, Handler, Range, Try, With
from .block import Block
from .builder import RAISED, Builder
from .conditions import ConditionOf, evaluate
from .frames import Cleanup, Guarded

Write: TypeAlias = Callable[[Builder, Body], None]


def try_(b: Builder, s: Try, write: Write) -> None:
    meet, before = b.block(), b.here()
    final = Cleanup(lambda: write(b, s.final), b.copy, False)
    if s.final:
        b.frames.append(final)
    if s.handlers:
        _guarded(b, s, meet, write)
    else:
        write(b, s.body)
        write(b, s.orelse)
        b.go(meet)
    b.current = meet if meet.reachable else None
    if s.final:
        _sure(b, before, final)
        kind = "" if b.current is None else b.leave(("next",), len(b.frames) - 1)
        b.frames.pop()
        after = b.block()
        if kind:
            b.go(after, kind)
        b.current = after


def _sure(b: Builder, before: Block, frame: Cleanup) -> None:
    """An exception may come before the body's first op is done: something always leads to the innermost cleanup."""
    if RAISED not in frame.copies:
        before.to(b.raised(frame, len(b.frames) - 1), "raise")


def _guarded(b: Builder, s: Try, meet: Block, write: Write) -> None:
    dispatch, before = b.block(), b.here()
    frame = Guarded(dispatch)
    b.frames.append(frame)
    write(b, s.body)
    if not dispatch.reachable:
        before.to(dispatch, "raise")
    b.frames.pop()
    write(b, s.orelse)
    b.go(meet)
    b.current = dispatch
    for handler in s.handlers:
        _handler(b, s, handler, meet, write)
    if b.c_family and (b.current is not None or len(s.handlers) > 1):
        dispatch.decides.append("try")
    if b.current is None:
        return
    if s.star:
        b.here().decides.append("catch")
        b.here().to(meet)
    b.throw()


def _handler(b: Builder, s: Try, handler: Handler, meet: Block, write: Write) -> None:
    """One clause: ask for its types, run its body; `current` is where other exceptions go on."""
    end = handler.body[0].start if handler.body else handler.end
    head = b.text[handler.start : end].rstrip(b" \t\r\n:{")
    ask = b.op("catch", handler.start, handler.start + len(head), b.number(s), "try")
    ask.owner = b.number(s)
    inner, other = b.block(), b.block()
    ask.to(inner, "raise", ", ".join(handler.types))
    typed = s.star or (bool(handler.types) and handler.types not in (("*",), ("...",)))
    if typed:
        ask.to(other, "raise")
        ask.decides += [] if b.c_family else ["catch"]
    b.current = inner
    write(b, handler.body)
    b.go(other if s.star else meet)
    b.current = other if typed else None


def with_(b: Builder, s: With, write: Write) -> None:
    number, after = b.number(s), b.block()
    opened: list[tuple[Block, Cleanup]] = []
    for item in s.items:
        if not evaluate(b, item, ConditionOf(number, "with")):
            break
        entered = b.op("enter", item.start, item.end, number, "with")
        opened.append((entered, Cleanup(partial(_unwind, b, s, item, number, after), b.copy, True)))
        b.frames.append(opened[-1][1])
    write(b, s.body)
    for before, frame in reversed(opened):
        _sure(b, before, frame)
        b.frames.pop()
    if b.current is not None and s.items:
        b.op("leave", s.items[0].start, s.items[-1].end, number, "with")
    b.go(after)
    b.current = after


def _unwind(b: Builder, s: With, item: Range, number: int, after: Block) -> None:
    block = b.op("leave", item.start, item.end, number, "unwind")
    block.owner = number
    if s.suppresses:
        block.decides.append("with")
        block.to(after, "next", b.swallows.get(item.start, ""))
