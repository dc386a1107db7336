"""Our own codec: values as compact JSON arrays. Strict: what does not have the expected shape is refused.

A statement is `[tag, field…]`, tag being its place in `STATEMENTS`; everything else is its fields in order.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final

from .syntax import (
    Arm,
    Body,
    FunctionBody,
    Handler,
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
    Switch,
    Try,
    Variant,
    With,
    walk,
)

STATEMENTS: Final = (Simple, If, Loop, Switch, Try, With, Return, Raise, Jump, Label, Variant, Opaque)
_TAG: Final = {kind: tag for tag, kind in enumerate(STATEMENTS)}


class Refused(ValueError):  # noqa: N818 - it says what happened
    """Encoded bytes that are not what they should be."""


dumps: Final = json.JSONEncoder(ensure_ascii=False, check_circular=False, separators=(",", ":")).encode
dumps_ascii: Final = json.JSONEncoder(check_circular=False, separators=(",", ":")).encode
"""The same in ASCII alone: for places that take no undecodable path."""
_decoded: Final = json.JSONDecoder().raw_decode


def loads(text: str) -> Any:
    """What one of these gave; ValueError for anything else. Rows are short, and looking for space around them takes
    as long as reading them."""
    value, end = _decoded(text)
    if end != len(text):
        raise ValueError("more than one value")
    return value


def _pack(body: Body) -> list[Any]:
    return [(_TAG[type(stmt)], *(_PACK[type(stmt)](stmt) if type(stmt) in _PACK else stmt)) for stmt in body]


_PACK: Final[dict[type, Callable[[Any], Any]]] = {
    If: lambda s: (s.start, s.end, s.test, _pack(s.then), _pack(s.orelse), _pack(s.init), s.constant),
    Loop: lambda s: (
        s.start,
        s.end,
        s.style,
        _pack(s.body),
        s.test,
        s.target,
        s.iterable,
        _pack(s.init),
        s.step,
        _pack(s.orelse),
        s.label,
    ),
    Switch: lambda s: (
        s.start,
        s.end,
        s.subject,
        [(a.start, a.end, a.patterns, _pack(a.body), a.default, a.guard) for a in s.arms],
        s.falls,
        _pack(s.init),
    ),
    Try: lambda s: (
        s.start,
        s.end,
        _pack(s.body),
        [(h.start, h.end, h.types, _pack(h.body), h.name) for h in s.handlers],
        _pack(s.orelse),
        _pack(s.final),
        s.star,
    ),
    With: lambda s: (s.start, s.end, s.items, _pack(s.body), s.suppresses),
    Variant: lambda s: (s.start, s.end, [(condition, _pack(body)) for condition, body in s.arms]),
}


def _range(value: Any) -> Range | None:
    return None if value is None else Range(*value)


def _ranges(values: Any) -> tuple[Range, ...]:
    return tuple(Range(*value) for value in values)


def _unpack(rows: Any) -> Body:
    return tuple([_UNPACK[row[0]](*row[1:]) for row in rows])


_UNPACK: Final[tuple[Callable[..., Any], ...]] = (
    lambda start, end, role, test: Simple(start, end, role, _range(test)),
    lambda start, end, test, then, orelse, init, constant: If(
        start, end, Range(*test), _unpack(then), _unpack(orelse), _unpack(init), constant
    ),
    lambda start, end, style, body, test, target, iterable, init, step, orelse, label: Loop(
        start,
        end,
        style,
        _unpack(body),
        _range(test),
        _range(target),
        _range(iterable),
        _unpack(init),
        _range(step),
        _unpack(orelse),
        label,
    ),
    lambda start, end, subject, arms, falls, init: Switch(
        start,
        end,
        Range(*subject),
        tuple(Arm(a, b, _ranges(p), _unpack(body), default, _range(guard)) for a, b, p, body, default, guard in arms),
        falls,
        _unpack(init),
    ),
    lambda start, end, body, handlers, orelse, final, star: Try(
        start,
        end,
        _unpack(body),
        tuple(Handler(a, b, tuple(types), _unpack(inner), name) for a, b, types, inner, name in handlers),
        _unpack(orelse),
        _unpack(final),
        star,
    ),
    lambda start, end, items, body, suppresses: With(start, end, _ranges(items), _unpack(body), suppresses),
    lambda start, end, value, keyword: Return(start, end, _range(value), keyword),
    lambda start, end, value: Raise(start, end, _range(value)),
    Jump,
    Label,
    lambda start, end, arms: Variant(start, end, tuple((condition, _unpack(body)) for condition, body in arms)),
    Opaque,
)


def encode_body(body: FunctionBody) -> str:
    return dumps((_pack(body.statements), body.marks))


_DECIDING: Final = frozenset({If, Loop, Switch, Try})
_BRANCHING_MARKS: Final = frozenset({"and", "or", "cond", "elvis"})


def branchings(body: FunctionBody) -> int:
    """Statements and operators that branch: an estimate of the decisions, without building a control-flow graph."""
    return sum(mark.kind in _BRANCHING_MARKS for mark in body.marks) + sum(
        type(stmt) in _DECIDING for stmt in walk(body.statements)
    )


def decode_body(text: str) -> FunctionBody:
    """Raises Refused when the text is not an encoded body. Deep nesting is limited by the frontend (256 levels)."""
    try:
        statements, marks = loads(text) if text else ((), ())
        return FunctionBody(_unpack(statements), tuple(Mark(*mark) for mark in marks))
    except (ValueError, TypeError, IndexError, KeyError, RecursionError) as error:
        raise Refused(str(error)) from None
