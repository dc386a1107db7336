"""Neutral syntax, changed throughout: every offset moved, or every body inside a statement replaced."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from ...model.facts import Call
from ...model.syntax import Body, If, Loop, Mark, Range, Stmt, Switch, Try, Variant, With

Move: TypeAlias = Callable[[int], int]


def moved_body(body: Body, move: Move) -> Body:
    return tuple([_moved(stmt, move) for stmt in body])


def _moved(value: Any, move: Move) -> Any:
    """Statements, arms and handlers begin with their two offsets; ranges are two offsets; the rest is built of these."""
    if isinstance(value, Range):
        return Range(move(value.start), move(value.end))
    if hasattr(value, "_fields"):
        return type(value)(move(value[0]), move(value[1]), *[_moved(part, move) for part in value[2:]])
    return tuple([_moved(part, move) for part in value]) if isinstance(value, tuple) else value


def moved_mark(mark: Mark, move: Move) -> Mark:
    at, at2 = (mark.at, mark.at2) if mark.kind == "chain" else (move(mark.at), move(mark.at2))
    return Mark(mark.kind, move(mark.start), move(mark.end), at, at2)


def moved_call(call: Call, move: Move) -> Call:
    args = tuple([(move(first), move(last)) for first, last in call.args])
    return call._replace(start=move(call.start), end=move(call.end), args=args)


def inside(stmt: Stmt, change: Callable[[Body], Body]) -> Stmt:
    """The statement with each body in it changed."""
    match stmt:
        case If():
            return stmt._replace(init=change(stmt.init), then=change(stmt.then), orelse=change(stmt.orelse))
        case Loop():
            return stmt._replace(init=change(stmt.init), body=change(stmt.body), orelse=change(stmt.orelse))
        case Switch():
            arms = tuple([arm._replace(body=change(arm.body)) for arm in stmt.arms])
            return stmt._replace(init=change(stmt.init), arms=arms)
        case Try():
            handlers = tuple([handler._replace(body=change(handler.body)) for handler in stmt.handlers])
            return stmt._replace(
                body=change(stmt.body), handlers=handlers, orelse=change(stmt.orelse), final=change(stmt.final)
            )
        case With():
            return stmt._replace(body=change(stmt.body))
        case Variant():
            return stmt._replace(arms=tuple([(condition, change(body)) for condition, body in stmt.arms]))
    return stmt
