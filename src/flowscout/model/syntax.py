"""Neutral syntax: the statements of one function in any language.

Statements are kept, expressions are not: an expression is a byte range, read on demand by `words`, plus the few
*marks* inside it that steer control (`a && b`, `c ? x : y`) and the calls, which live in `facts.FunctionFacts.calls`.

All offsets are bytes relative to the first byte of the function, so a function's syntax is the same value wherever
it stands in its file. A `Body` is a tuple of statements. Every class is a NamedTuple: cheap to import, and an array
in our JSON (`codec`).
"""

from __future__ import annotations

from collections.abc import Iterator
from re import DOTALL
from typing import Final, TypeAlias

from .pattern import regex
from .record import NamedTuple


class Range(NamedTuple):
    """Half-open byte range [start, end)."""

    start: int
    end: int


_TOLD: Final = regex(rb"""\s*+&&\s*+(?:u8|[uUL])?"(?:[^"\\]|\\.)*+"\s*+\Z""", DOTALL)
_TELLS: Final = 400  # bytes of a sentence beside a condition


def claim(text: bytes | bytearray, test: Range) -> Range:
    """What an assertion insists on, without the sentence beside it: of `n > 0 && "n is a count"` the first part."""
    first = max(test.start, test.end - _TELLS)
    at = text.find(b"&&", first, test.end)
    while at >= 0:
        begin = at - len(text[first:at]) + len(text[first:at].rstrip())
        if _TOLD.match(text, begin, test.end) and text[test.start : begin].strip():
            return Range(test.start, begin)
        at = text.find(b"&&", at + 2, test.end)
    return test


class Simple(NamedTuple):
    """A statement that control passes straight through.

    role: expression | assign | declare | delete | assert | define (nested function or class) | import | scope
    (`global x`) | pass | yield | asm. `test` is the condition of an `assert` statement, else None.
    """

    start: int
    end: int
    role: str
    test: Range | None = None


class If(NamedTuple):
    """`init` is C++17's `if (init; test)`. An `elif` is an `If` alone in `orelse`. `constant`: `if constexpr`."""

    start: int
    end: int
    test: Range
    then: Body
    orelse: Body
    init: Body = ()
    constant: bool = False


class Loop(NamedTuple):
    """style: while | do | for (C's three parts) | each (`target` in `iterable`). `test` None: for ever.

    `step` is the third part of C's `for`. `orelse` is Python's loop `else`.
    """

    start: int
    end: int
    style: str
    body: Body
    test: Range | None = None
    target: Range | None = None
    iterable: Range | None = None
    init: Body = ()
    step: Range | None = None
    orelse: Body = ()
    label: str = ""


class Arm(NamedTuple):
    """One arm of a switch; `patterns` are its case values (several labels on one body share an arm)."""

    start: int
    end: int
    patterns: tuple[Range, ...]
    body: Body
    default: bool = False
    guard: Range | None = None


class Switch(NamedTuple):
    """`falls`: control runs on into the next arm unless something leaves (C). `match` in Python does not fall."""

    start: int
    end: int
    subject: Range
    arms: tuple[Arm, ...]
    falls: bool
    init: Body = ()


class Handler(NamedTuple):
    """`types` as written, without layout; empty: catches everything. `name` binds the exception."""

    start: int
    end: int
    types: tuple[str, ...]
    body: Body
    name: str = ""


class Try(NamedTuple):
    start: int
    end: int
    body: Body
    handlers: tuple[Handler, ...]
    orelse: Body = ()
    final: Body = ()
    star: bool = False  # Python's `except*`


class With(NamedTuple):
    """A block under a context manager. `suppresses`: leaving it may swallow an exception."""

    start: int
    end: int
    items: tuple[Range, ...]
    body: Body
    suppresses: bool = True


class Return(NamedTuple):
    start: int
    end: int
    value: Range | None = None
    keyword: str = "return"  # or co_return


class Raise(NamedTuple):
    start: int
    end: int
    value: Range | None = None


class Jump(NamedTuple):
    """keyword: break | continue | goto. `label` is the target of a goto (or of a labelled break)."""

    start: int
    end: int
    keyword: str
    label: str = ""


class Label(NamedTuple):
    """A label of `goto`, or a switch's inside a nested block (Duff's device), spelled `case 3` or `default`."""

    start: int
    end: int
    name: str


class Variant(NamedTuple):
    """Preprocessor alternatives; all are kept. `arms`: (condition as written, body); the last may have condition "".

    Without an arm of condition "" control may also pass by. `#if 0` never becomes a Variant: it is dead.
    """

    start: int
    end: int
    arms: tuple[tuple[str, Body], ...]


class Opaque(NamedTuple):
    """Bytes that could not be understood; `why` says so. Control passes through."""

    start: int
    end: int
    why: str


Stmt: TypeAlias = Simple | If | Loop | Switch | Try | With | Return | Raise | Jump | Label | Variant | Opaque
Body: TypeAlias = tuple[Stmt, ...]


def parts(stmt: Stmt) -> tuple[Body, ...]:
    """The bodies inside a statement, in source order."""
    match stmt:
        case If():
            return stmt.init, stmt.then, stmt.orelse
        case Loop():
            return stmt.init, stmt.body, stmt.orelse
        case Switch():
            return (stmt.init, *[arm.body for arm in stmt.arms])
        case Try():
            return (stmt.body, *[handler.body for handler in stmt.handlers], stmt.orelse, stmt.final)
        case With():
            return (stmt.body,)
        case Variant():
            return tuple([body for _, body in stmt.arms])
    return ()


_HOLDING: Final = frozenset({If, Loop, Switch, Try, With, Variant})


def walk(body: Body, past: tuple[type[Stmt], ...] = ()) -> Iterator[Stmt]:
    """Every statement in source order, an outer one before those inside it; what stands inside these kinds is left out."""
    waiting = list(reversed(body))
    while waiting:
        stmt = waiting.pop()
        yield stmt
        if type(stmt) in _HOLDING and not isinstance(stmt, past):
            for part in reversed(parts(stmt)):
                waiting += reversed(part)


class Mark(NamedTuple):
    """A node inside an expression that matters to control flow.

    kind: and | or (`at` is where the operator stands, so operands are [start, at) and (at, end)) · cond (`at`, `at2`:
    where its two separators stand: `c ? t : e` in C, `t if c else e` in Python, where the test is the middle operand) ·
    elvis (`a ?: b`) · not · chain (a < b < c: one more decision per further operator; `at` counts the operators) ·
    scope (lambda or comprehension: its inside is not evaluated here, save [at, at2), a comprehension's first iterable)
    · throw · await · yield.
    """

    kind: str
    start: int
    end: int
    at: int = 0
    at2: int = 0


class FunctionBody(NamedTuple):
    """What charts need of a function and resolution does not; decoded on demand. `marks` sorted by (start, -end)."""

    statements: Body
    marks: tuple[Mark, ...]
