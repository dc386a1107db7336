"""Where nothing comes to: what stands behind a statement that leaves on every way, by the shape of the function alone.

Only what is sure: a block under a context manager may be left by an error that this swallows, and a loop without an end
only by its `break`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ..model.language import Language
from ..model.syntax import Body, If, Jump, Loop, Raise, Return, Stmt, Switch, Try, With

_TRUE: Final = frozenset({b"True", b"1"})


def dead(body: Body, text: bytes, language: Language) -> tuple[tuple[int, int], ...]:
    """Spans, outermost first. text: the function's own bytes. Where macros may hold a label, nobody can say."""
    found: list[tuple[int, int]] = []
    waiting = [body] if language.name == "python" else []
    while waiting:
        block = waiting.pop()
        at = next((n for n, stmt in enumerate(block, 1) if n < len(block) and _leaves(stmt, text)), 0)
        if at:
            found.append((block[at].start, block[-1].end))
        waiting += [inner for stmt in block[: at or len(block)] for inner in _inside(stmt)]
    return tuple(found)


def _inside(stmt: Stmt) -> Iterator[Body]:
    match stmt:
        case If():
            yield from (stmt.then, stmt.orelse)
        case Loop():
            yield from (stmt.body, stmt.orelse)
        case Switch():
            yield from (arm.body for arm in stmt.arms)
        case Try():
            yield from (stmt.body, stmt.orelse, stmt.final, *(handler.body for handler in stmt.handlers))
        case With():
            yield stmt.body


def _leaves(stmt: Stmt, text: bytes) -> bool:
    """A chain of `elif` is walked in a loop: it may be very long."""
    while isinstance(stmt, If) and len(stmt.orelse) == 1 and isinstance(stmt.orelse[0], If):
        if not _all(stmt.then, text):
            return False
        stmt = stmt.orelse[0]
    match stmt:
        case Return() | Raise() | Jump():
            return True
        case If():
            return _all(stmt.then, text) and _all(stmt.orelse, text)
        case Loop():
            forever = stmt.test is not None and text[stmt.test.start : stmt.test.end].strip(b"() ") in _TRUE
            return forever and not _breaks(stmt.body)
        case Switch():
            whole = any(arm.default and arm.guard is None for arm in stmt.arms)
            return whole and all(_all(arm.body, text) for arm in stmt.arms)
        case Try():
            through = _all(stmt.body, text) or _all(stmt.orelse, text)
            return _all(stmt.final, text) or (through and all(_all(each.body, text) for each in stmt.handlers))
    return False


def _all(body: Body, text: bytes) -> bool:
    return bool(body) and _leaves(body[-1], text)


def _breaks(body: Body) -> bool:
    waiting = [*body]
    while waiting:
        stmt = waiting.pop()
        if isinstance(stmt, Jump) and stmt.keyword == "break":
            return True
        if isinstance(stmt, Loop):
            waiting += stmt.orelse
        else:
            waiting += [each for inner in _inside(stmt) for each in inner]
    return False
