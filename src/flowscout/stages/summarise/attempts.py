"""A loop that tries one after another until one of them gives a value.

for server in servers:                    return `server(port).run()` for the first server in servers where that raises no ImportError, else `None`
    try:
        return server(port).run()
    except ImportError:
        pass
return None
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ...model.facts import Call
from ...model.pattern import regex
from ...model.syntax import Body, Handler, Jump, Loop, Raise, Return, Simple, Stmt, Try
from ...words.phrases import shortened
from .callee import pure
from .clauses import GIVES, Clause
from .loops import over
from .own import Own
from .searches import otherwise
from .ways_out import caught_by, goes_on

_ROOM: Final = 130  # letters
_STEADY: Final = frozenset(["str", "repr", "len", "type", "format"])
_GIVEN: Final = regex(r"([^\W\d]\w*+)(?: ?: ?[^=]{1,60})? ?= ?(.+)")


def attempted(loop: Loop, rest: Body, own: Own, exit_: Callable[[Stmt], str]) -> Clause | None:
    """One clause for the loop and the way out behind it; None where it takes too many words, or does anything else. rest: what stands behind
    the loop."""
    only = loop.body[0] if len(loop.body) == 1 else None
    last = rest[0] if len(rest) == 1 else None
    if loop.orelse or loop.style != "each" or not isinstance(only, Try) or not only.body:
        return None
    if only.orelse or only.final or only.star:
        return None
    if (rest and not isinstance(last, Return | Raise)) or not all(_passes(each, own) for each in only.handlers):
        return None
    each = over(loop, own).removeprefix("for ").partition(" until ")[0]
    value = _value(only.body, own, exit_)
    if not value or not each.startswith("each ") or not only.handlers:
        return None
    behind = (exit_(last) if last else "").replace("return early", "return nothing")
    ways = (only.body[-1].start, *([last.start] if last else []))
    for given, other in ((value, behind), (shortened(value), shortened(behind))):
        phrase = f"{given} for the first {each[5:]} where that raises no {caught_by(only.handlers)}{otherwise(other)}"
        if len(phrase) <= _ROOM:
            return Clause(GIVES, phrase.replace("raises no any error", "raises no error"), 5, ways=ways)
    return None


def _passes(handler: Handler, own: Own) -> bool:
    """It only goes on with the next one, be it with a word to a log."""
    return all(_on(each) or _talks(each, own) for each in handler.body)


def _on(stmt: Stmt) -> bool:
    return goes_on(stmt) and not (isinstance(stmt, Jump) and (stmt.keyword != "continue" or stmt.label))


def _talks(stmt: Stmt, own: Own) -> bool:
    called = own.calls(stmt.start, stmt.end)
    outer = [call for call in called if (call.start, call.end) == (stmt.start, stmt.end)]
    return (
        isinstance(stmt, Simple)
        and stmt.role == "expression"
        and bool(outer)
        and own.talks(outer[0])
        and all(_asks(each, own) for each in called if each not in outer)
    )


def _asks(call: Call, own: Own) -> bool:
    """What a log is given may do something: `log.warning("%s", xs.pop())`."""
    return call.name in _STEADY or pure(call, own.language)


def _value(body: Body, own: Own, exit_: Callable[[Stmt], str]) -> str:
    """What is given back, as an order; "" where more is done before it."""
    *before, last = body
    if not isinstance(last, Return) or last.value is None or len(before) > 1:
        return ""
    if not before:
        return exit_(last)
    first = before[0]
    given = _GIVEN.fullmatch(own.text(first.start, first.end)) if isinstance(first, Simple) else None
    if given is None or given[1] != own.text(*last.value) or own.lasts(first.start, first.end):
        return ""
    return f"return `{own.said(given[2])}`"
