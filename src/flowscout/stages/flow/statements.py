"""Each kind of statement, written into the builder. `current` is where control is before and after; None: it does not
go on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from ...model import limits
from ...model.syntax import (
    Arm,
    Body,
    If,
    Jump,
    Label,
    Loop,
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
from ...words import english
from ...words.builds import OF_A_BUILD
from .block import Block
from .builder import Builder
from .builds import governing
from .conditions import ConditionOf, Ways, evaluate, test
from .frames import Target
from .locals import statics
from .patterns import asks
from .protected import try_, with_


def write(b: Builder, body: Body) -> None:
    for stmt in body:
        WRITERS[type(stmt)](b, stmt)


def _simple(b: Builder, s: Simple) -> None:
    number = b.number(s)
    if s.role == "assert" and s.test is not None:
        fails, holds = b.block(), b.block()
        test(b, s.test, Ways(holds, fails), ConditionOf(number, s.role, "assert"))
        b.current = fails
        block = b.op("call-noreturn" if b.c_family else "raise", s.start, s.end, number, s.role)
        if b.c_family:
            block.exit_kind = "noreturn"
        else:
            b.throw()
        b.current = holds
    elif s.role == "define" or evaluate(b, Range(s.start, s.end), ConditionOf(number, s.role)):
        b.op("do", s.start, s.end, number, s.role)
        b.here().decides += ["static"] * statics(b, s)


def _if(b: Builder, s: If) -> None:
    """An `elif` chain is written here in a loop: it may be very long."""
    after = b.block()
    while True:
        write(b, s.init)
        then, orelse = b.block(), b.block() if s.orelse else after
        test(b, s.test, Ways(then, orelse), ConditionOf(b.number(s), "if", "if"))
        b.current = then
        write(b, s.then)
        b.go(after)
        b.current = orelse
        if len(s.orelse) != 1 or not isinstance(s.orelse[0], If):
            break
        s = s.orelse[0]
    if s.orelse:
        write(b, s.orelse)
        b.go(after)
    b.current = after


def _loop(b: Builder, s: Loop) -> None:
    number, style = b.number(s), s.style
    write(b, s.init)
    if style == "each" and not evaluate(b, s.iterable, ConditionOf(number, "loop")):
        return
    head, inner, after = b.block(), b.block(), b.block()
    done = b.block() if s.orelse else after
    again = b.block() if style == "do" or (style != "while" and s.step is not None) else head
    foot = b.block() if style == "while" else again
    b.go(inner if style == "do" else head)
    if style != "do":
        b.current, b.retest = head, foot if style == "while" and not b.c_family else None
        _head(b, s, Ways(inner, done, "true", "exit-loop"), number)
        b.retest = None
    b.current = inner
    b.frames.append(Target(after, again, s.label))
    write(b, s.body)
    b.frames.pop()
    b.go(foot, "next" if foot is not head else "loop")
    b.current = foot if foot is not head else None
    if style == "while":
        b.go(head, "loop")
    if style == "do":
        _head(b, s, Ways(inner, done, "loop", "exit-loop"), number)
    elif s.step is not None and evaluate(b, s.step, ConditionOf(number, "loop")):
        b.op("do", s.step.start, s.step.end, number, "step")
        b.go(head, "loop")
    if s.orelse:
        b.current = done
        write(b, s.orelse)
        b.go(after)
    b.current = after


def _head(b: Builder, s: Loop, ways: Ways, number: int) -> None:
    """Where a loop decides whether to go round."""
    if s.style == "each":
        first = s.target.start if s.target else s.start
        last = s.iterable.end if s.iterable else s.target.end if s.target else s.end
        block = b.op("each", first, last, number, "loop")
        block.owner = number
        block.decides += [] if b.text.startswith(b"async", s.start) else ["each"]
        block.to(ways.yes, ways.yes_kind)
        block.to(ways.no, ways.no_kind)
    elif s.test is None:
        b.here().decides.append("constant")
        b.here().to(ways.yes)
    elif s.style == "do" and b.marks.constant(*s.test) is False:
        b.here().decides.append("constant")
        b.here().to(ways.no)
    else:
        test(b, s.test, ways, ConditionOf(number, "loop", s.style))
    b.current = None


def _switch(b: Builder, s: Switch) -> None:
    number = b.number(s)
    write(b, s.init)
    if not evaluate(b, s.subject, ConditionOf(number, "switch")):
        return
    after = b.block()
    head = _dispatch(b, s, number)
    frame = Target(after, None, "", head)
    if s.falls:
        b.frames.append(frame)
    for position, arm in enumerate(s.arms):
        entry = b.block()
        head.to(entry, "default" if arm.default else "case", ", ".join([_case(b, s, p) for p in arm.patterns]))
        head.decides += [] if s.falls else ["case"] * _asked(b, arm)
        if s.falls:
            b.go(entry)
        b.current = entry
        if arm.guard is not None:
            asked, head = head, _guard(b, s, arm, position, number)
            if not arm.default:
                asked.to(head, "default")
        write(b, arm.body)
        if not s.falls:
            b.go(after)
    b.go(after)
    if s.falls:
        b.frames.pop()
    if all(kind != "default" for _, kind, _ in head.edges):
        head.to(after, "default")
    if s.falls and len(head.edges) - head.hazard > 1:
        head.decides.append("switch")
    b.current = after


def _dispatch(b: Builder, s: Switch, number: int) -> Block:
    head = b.op("switch", s.subject.start, s.subject.end, number, "switch")
    head.owner, b.current = number, None
    return head


def _case(b: Builder, s: Switch, value: Range) -> str:
    built = governing(b.text, s.start, value.start, s.end) if b.c_family else ""
    return f"{b.read(value)}{OF_A_BUILD}{built}" if built else b.read(value)


def _asked(b: Builder, arm: Arm) -> int:
    """Decisions of an arm's patterns; several, or a comma at the end, are one sequence (`case a, b:`)."""
    if not arm.patterns:
        return 0
    end = arm.patterns[-1].end
    comma = b.text[end : end + 20].lstrip().startswith(b",")
    return asks(b.bound.read(arm.patterns[0].start, end) + "," * comma)


def _guard(b: Builder, s: Switch, arm: Arm, position: int, number: int) -> Block:
    """Ask an arm's guard; when it fails, the arms below are tried: the block that does is returned."""
    body, more = b.block(), b.block()
    if arm.guard is not None:
        test(b, arm.guard, Ways(body, more), ConditionOf(number, "switch", "if"))
    if position + 1 < len(s.arms):
        b.current = more
        more = _dispatch(b, s, number)
    b.current = body
    return more


def _return(b: Builder, s: Return) -> None:
    number = b.number(s)
    if evaluate(b, s.value, ConditionOf(number, "return")):
        b.op("return", s.start, s.end, number, "return")
        if b.leave(("return",), 0):
            b.here().exit_kind = "return"
    b.current = None


def _raise(b: Builder, s: Raise) -> None:
    number = b.number(s)
    if evaluate(b, s.value, ConditionOf(number, "raise")):
        b.op("raise", s.start, s.end, number, "raise")
        b.throw()
    b.current = None


def _jump(b: Builder, s: Jump) -> None:
    b.op("do", s.start, s.end, b.number(s), s.keyword)
    if s.keyword == "goto":
        b.go(b.label(s.label), "goto")
        return
    depth = _aim(b, s)
    frame = b.frames[depth] if depth >= 0 else None
    if not isinstance(frame, Target):
        b.notes.append(f"{s.keyword} outside of a loop")  # but for a macro's: `REQUIRE(a == b) { …; break; }`
        return
    if s.keyword == "break" and (
        kind := b.leave(("break", depth), depth, "next" if frame.again is None else "exit-loop")
    ):
        b.go(frame.after, kind)
    elif s.keyword != "break" and frame.again is not None and (kind := b.leave(("continue", depth), depth, "loop")):
        b.go(frame.again, kind)
    b.current = None


def _aim(b: Builder, s: Jump) -> int:
    """The frame a `break` or `continue` is for; -1: none."""
    for depth in range(len(b.frames) - 1, -1, -1):
        frame = b.frames[depth]
        if isinstance(frame, Target) and (frame.label == s.label if s.label else s.keyword == "break" or frame.again):
            return depth
    return -1


def _label(b: Builder, s: Label) -> None:
    frame = next((f for f in reversed(b.frames) if isinstance(f, Target) and f.head is not None), None)
    if frame and frame.head and (s.name == "default" or s.name.startswith("case ")):
        target = b.block()
        frame.head.to(
            target, "default" if s.name == "default" else "case", s.name.removeprefix("default").removeprefix("case ")
        )
        b.go(target)
        b.current = target
        return
    target = b.label(s.name)
    b.found.add(s.name)
    b.go(target)
    b.current = target


def _variant(b: Builder, s: Variant) -> None:
    number, after = b.number(s), b.block()
    head = b.op("variant", s.start, s.end, number, "variant")
    head.owner, b.current = number, None
    for condition, body in s.arms:
        entry = b.block()
        head.to(entry, "case" if condition else "default", condition)
        b.current = entry
        write(b, body)
        b.go(after)
    if all(condition for condition, _ in s.arms):
        head.to(after, "default")
    b.current = after


def _opaque(b: Builder, s: Opaque) -> None:
    b.op("opaque", s.start, s.end, b.number(s), "opaque")
    b.notes.append(f"{s.why}: {english.cut(b.bound.read(s.start, s.end), limits.NOTE_CODE)}")


WRITERS: Final[dict[type[Stmt], Callable[[Builder, Any], None]]] = {
    Simple: _simple,
    If: _if,
    Loop: _loop,
    Switch: _switch,
    Return: _return,
    Raise: _raise,
    Jump: _jump,
    Label: _label,
    Variant: _variant,
    Opaque: _opaque,
    Try: lambda b, s: try_(b, s, write),
    With: lambda b, s: with_(b, s, write),
}
