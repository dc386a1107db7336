"""Where `isinstance(x, T)` is known to hold: in the block and the operands that hang on it, and after one that leaves.

A guard counts where the test is the call itself, an operand of `and`, or `not` of it alone. It holds until the name is
bound again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from ...model import codec
from ...model.facts import Call, FunctionFacts
from ...model.record import NamedTuple
from ...model.syntax import (
    Body,
    FunctionBody,
    If,
    Jump,
    Loop,
    Mark,
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
from .expression import OP, dotted, read

_MOST: Final = 64  # guards of one function


class TypeGuard(NamedTuple):
    """first, last: where it holds. types: the classes as written."""

    first: int
    last: int
    types: tuple[str, ...]


def guards(function: FunctionFacts) -> Mapping[str, list[TypeGuard]]:
    """By name, those of one function."""
    asked = [
        call
        for call in function.calls
        if call.name == "isinstance"
        and not call.receiver
        and len(call.args) == 2
        and call.given
        and call.given[0].isidentifier()
    ]
    if not asked or len(asked) > _MOST:
        return {}
    try:
        body = codec.decode_body(function.body)
    except codec.Refused:
        return {}
    found: dict[str, list[TypeGuard]] = {}
    places = list(_places(body))
    for call in asked:
        types = _types(call.given[1])
        if not types:
            continue
        name = call.given[0]
        bound = [binding.start for binding in function.bindings if binding.name == name and binding.start > call.end]
        for start, end in _holds(call, places, body.marks):
            end = min([end, *(at for at in bound if at >= start)])
            if start < end:
                found.setdefault(name, []).append(TypeGuard(start, end, types))
    return found


def _types(text: str) -> tuple[str, ...]:
    """The classes of `T`, `(T, U)` or `T | U`; () of anything else."""
    asked = read(text) if text else OP
    found = asked.parts if asked.kind in ("tuple", "either") else (asked,)
    return tuple(map(dotted, found)) if found and all(map(dotted, found)) else ()


def _holds(
    call: Call, places: list[tuple[Range, Body, Body, int]], marks: tuple[Mark, ...]
) -> Iterator[tuple[int, int]]:
    around = [mark for mark in marks if mark.start <= call.start and call.end <= mark.end]
    for mark in around:
        if mark.kind == "and" and call.end <= mark.at and _within(around, mark.start, mark.at) <= {"and"}:
            yield mark.at, mark.end
        elif (
            mark.kind == "cond"
            and mark.at < call.start
            and call.end <= mark.at2
            and _within(around, mark.at, mark.at2) <= {"and"}
        ):
            yield mark.start, mark.at
    for test, then, otherwise, end in places:
        if not (test.start <= call.start and call.end <= test.end):
            continue
        kinds = _within(around, test.start, test.end)
        if kinds <= {"and"} and then:
            yield then[0].start, then[-1].end
        elif kinds == {"not"}:
            if otherwise:
                yield otherwise[0].start, otherwise[-1].end
            if then and isinstance(then[-1], (Return, Raise, Jump)) and not otherwise:
                yield then[-1].end, end


def _within(around: list[Mark], start: int, end: int) -> set[str]:
    return {mark.kind for mark in around if start <= mark.start and mark.end <= end}


def _places(body: FunctionBody) -> Iterator[tuple[Range, Body, Body, int]]:
    """(test, what runs where it holds, what runs where it does not, end of the block around) of each statement that
    tests."""
    todo: list[tuple[Body, int]] = [(body.statements, body.statements[-1].end)] if body.statements else []
    while todo:
        block, end = todo.pop()
        for statement in block:
            if isinstance(statement, If):
                yield statement.test, statement.then, statement.orelse, end
            elif isinstance(statement, Loop) and statement.test is not None:
                yield statement.test, statement.body, (), end
            elif isinstance(statement, Simple) and statement.role == "assert" and statement.test is not None:
                yield statement.test, (statement._replace(start=statement.end, end=end),), (), end
            todo += [(inner, inner[-1].end) for inner in _blocks(statement) if inner]


def _blocks(statement: Stmt) -> Iterator[Body]:
    if isinstance(statement, If):
        yield from (statement.then, statement.orelse)
    elif isinstance(statement, Loop):
        yield from (statement.body, statement.orelse)
    elif isinstance(statement, Switch):
        yield from (arm.body for arm in statement.arms)
    elif isinstance(statement, Try):
        yield from (
            statement.body,
            *(handler.body for handler in statement.handlers),
            statement.orelse,
            statement.final,
        )
    elif isinstance(statement, Variant):
        yield from (inner for _, inner in statement.arms)
    elif isinstance(statement, With):
        yield statement.body
