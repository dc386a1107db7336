"""Row factories: tell one the grammar's field names and it turns such statements into neutral syntax.

A row returns a body, not a statement: none for a comment, several for `int a = 1, b = f();` where a language splits
them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from flowscout.model.language import Node, Reader, Row
from flowscout.model.syntax import (
    Body,
    Handler,
    If,
    Jump,
    Label,
    Loop,
    Raise,
    Range,
    Return,
    Simple,
    Try,
)

PARENTHESES: Final = frozenset({"parenthesized_expression", "condition_clause"})
TOO_LONG: Final = "a chain of conditions longer than we draw"
Pick: TypeAlias = Callable[[Node], Any]


def first(node: Any) -> Any:
    """The first named child that is not a comment, else None."""
    for index in range(node.named_child_count):
        child = node.named_child(index)
        if child.type != "comment":
            return child
    return None


def inside(node: Any) -> Any:
    """The expression within parentheses, however many."""
    while node is not None and node.type in PARENTHESES and node.named_child_count == 1:
        node = node.named_child(0)
    return node


def field(name: str) -> Pick:
    return lambda node: node.child_by_field_name(name)


def test_of(name: str) -> Pick:
    """A condition without the parentheses that only the syntax of the statement asks for."""
    return lambda node: inside(node.child_by_field_name(name))


def _range(pick: Pick | None, node: Node, reader: Reader) -> Range | None:
    found = pick(node) if pick else None
    return None if found is None else reader.range(found)


def _body(pick: Pick | None, node: Node, reader: Reader) -> Body:
    return reader.body(pick(node)) if pick else ()


def nothing(node: Node, reader: Reader) -> Body:
    """A comment, a stray semicolon: no statement at all."""
    return ()


def block(node: Node, reader: Reader) -> Body:
    """A nested block that only groups."""
    return reader.body(node)


def simple(role: str) -> Row:
    return lambda node, reader: (Simple(*reader.span(node), role),)


def unread(why: str) -> Row:
    return lambda node, reader: reader.opaque(node, node, why)


def branch(
    test: Pick, then: Pick, otherwise: Pick, *, init: Pick | None = None, constant: Callable[[Node], bool] | None = None
) -> Row:
    """If and its chain of else-ifs, which may be very long: read in a loop, nested as deep as we go, the rest opaque.

    otherwise(node): what to do when the test fails: None, another node of the same row's type (an else-if), or a body.
    """

    def row(node: Node, reader: Reader) -> Body:
        kind, arms, here = node.type, [], node
        depth = reader.depth
        rest: Body = ()
        while True:
            fixed = constant(here) if constant else False
            condition = reader.range(test(here))
            arms.append(
                If(*reader.span(here), condition, reader.body(then(here)), (), _body(init, here, reader), fixed)
            )
            here = otherwise(here)
            if here is None or here.type != kind:
                rest = reader.body(here)
                break
            if reader.full:
                rest = reader.opaque(here, here, TOO_LONG)
                break
            reader.depth += 1
        reader.depth = depth
        return fold(arms, rest)

    return row


def fold(arms: list[If], rest: Body) -> Body:
    """Each arm becomes what the one before it does otherwise."""
    for arm in reversed(arms):
        rest = (arm._replace(orelse=rest),)
    return rest


def loop(
    style: str,
    body: Pick,
    *,
    test: Pick | None = None,
    target: Pick | None = None,
    iterable: Pick | None = None,
    init: Pick | None = None,
    step: Pick | None = None,
    orelse: Pick | None = None,
) -> Row:
    def row(node: Node, reader: Reader) -> Body:
        return (
            Loop(
                *reader.span(node),
                style,
                _body(body, node, reader),
                _range(test, node, reader),
                _range(target, node, reader),
                _range(iterable, node, reader),
                _body(init, node, reader),
                _range(step, node, reader),
                _body(orelse, node, reader),
            ),
        )

    return row


def leave(keyword: str, label: Pick | None = None) -> Row:
    """break, continue, goto."""

    def row(node: Node, reader: Reader) -> Body:
        name = label(node) if label else None
        return (Jump(*reader.span(node), keyword, reader.text(name) if name is not None else ""),)

    return row


def give_back(keyword: str = "return", value: Pick = first) -> Row:
    return lambda node, reader: (Return(*reader.span(node), _range(value, node, reader), keyword),)


def throw(value: Pick = first) -> Row:
    return lambda node, reader: (Raise(*reader.span(node), _range(value, node, reader)),)


def labelled(name: Pick, statement: Pick) -> Row:
    """`out: free(p);`: the label, then the statement it stands before."""

    def row(node: Node, reader: Reader) -> Body:
        here = name(node)
        return (Label(*reader.span(here), reader.text(here)), *_body(statement, node, reader))

    return row


def attempt(
    body: Pick,
    handlers: Callable[[Node], list[Any]],
    types: Callable[[Node, Reader], tuple[str, ...]],
    caught: Pick,
    *,
    name: Callable[[Node, Reader], str] | None = None,
    orelse: Pick | None = None,
    final: Pick | None = None,
    star: Callable[[Node], bool] | None = None,
) -> Row:
    """try: `handlers(node)` lists the clauses, `types` what one catches, `caught` its body."""

    def row(node: Node, reader: Reader) -> Body:
        read = tuple(
            Handler(*reader.span(h), types(h, reader), reader.body(caught(h)), name(h, reader) if name else "")
            for h in handlers(node)
        )
        rest = _body(orelse, node, reader), _body(final, node, reader)
        return (Try(*reader.span(node), _body(body, node, reader), read, *rest, star(node) if star else False),)

    return row
