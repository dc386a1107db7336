"""The same in another order, or in another place."""

from __future__ import annotations

import re
from itertools import pairwise
from random import Random

from tree_sitter import Node

from ..syntax import (
    BLOCKS,
    Change,
    Changes,
    column,
    dedented,
    field,
    in_function,
    instead,
    named,
    python,
    shifted,
    statements,
    text,
)
from .operator import Operator

MOVED = r"before|after|[Nn]o longer|in any case|inside|order|now (?:runs|stands)|every time"
UNLOCK = re.compile(r"[\w.>:-]*?(?:[Uu]n_?[Ll]ock\w*|UNLOCK|unlock\w*|[Rr]elease)\s*\(")
DOES = ("expression_statement", "delete_statement")
CALLS = re.compile(rb"[\w>\])]\s*\(")


def _neighbours(node: Node) -> list[tuple[Node, Node]]:
    inside = statements(node)
    return [
        (a, b)
        for a, b in pairwise(inside)
        if a.type in DOES and b.type in DOES and a.end_point[0] < b.start_point[0] and text(a) != text(b)
    ]


def swap(node: Node, chance: Random) -> Changes:
    """Two calls that stand one after the other."""
    pairs = (
        [(a, b) for a, b in _neighbours(node) if CALLS.search(a.text or b"") and CALLS.search(b.text or b"")]
        if in_function(node)
        else []
    )
    return _exchanged(*chance.choice(pairs)) if pairs else ()


def _exchanged(one: Node, other: Node) -> Changes:
    return (Change(one.start_byte, one.end_byte, text(other)), Change(other.start_byte, other.end_byte, text(one)))


def out_of_lock(node: Node, chance: Random) -> Changes:
    """What stands before an unlock is done after it."""
    pairs = [(a, b) for a, b in _neighbours(node) if UNLOCK.match(text(b)) and not UNLOCK.match(text(a))]
    return _exchanged(*chance.choice(pairs)) if pairs else ()


def out_of_with(node: Node, chance: Random) -> Changes:
    """The last statement of a `with` comes behind it."""
    return _behind(node, field(node, "body"))


def out_of_loop(node: Node, chance: Random) -> Changes:
    body = field(node, "body")
    if python(node):
        return _behind(node, body) if field(node, "alternative") is None else ()
    last = _last(body)
    if last is None or node.parent is None or node.parent.type not in BLOCKS:
        return ()
    return (
        Change(last.start_byte, last.end_byte, ""),
        Change(node.end_byte, node.end_byte, f"\n{column(node)}{text(last)}"),
    )


def _last(body: Node | None) -> Node | None:
    inside = statements(body) if body is not None and body.type in BLOCKS else []
    return inside[-1] if len(inside) > 1 and inside[-1].type in DOES else None


def _behind(node: Node, body: Node | None) -> Changes:
    last = _last(body)
    if last is None or not in_function(node) or '"""' in text(last):
        return ()
    before = statements(body)[-2]
    return (Change(before.end_byte, last.end_byte, f"\n{column(node)}{dedented(last, column(node))}"),)


def out_of_try(node: Node, chance: Random) -> Changes:
    """The first statement of a `try` comes before it."""
    inside = statements(field(node, "body"))
    if (
        len(inside) < 2
        or inside[0].type not in DOES
        or not in_function(node)
        or '"""' in text(inside[0])
        or inside[0].end_point[0] == inside[1].start_point[0]
    ):
        return ()
    moved = f"{dedented(inside[0], column(node))}\n{column(node)}"
    return (Change(node.start_byte, node.start_byte, moved), Change(inside[0].start_byte, inside[1].start_byte, ""))


def plain_with(node: Node, chance: Random) -> Changes:
    """`with f() as x: body` becomes `x = f()` and body."""
    items, body = [each for each in named(node) if each.type == "with_clause"], field(node, "body")
    if len(items) != 1 or len(named(items[0])) != 1 or body is None or '"""' in text(body):
        return ()
    given, sign, name = text(named(items[0])[0]).partition(" as ")
    head = f"{name} = {given}" if sign else given
    return instead(node, f"{head}\n{column(node)}{dedented(body, column(node))}")


def plain_lock(node: Node, chance: Random) -> Changes:
    held = re.match(r"(?:\w+::)*(?:lock_guard|unique_lock|scoped_lock|shared_lock|MutexLock|\w*Lock\w*)\b", text(node))
    return (
        instead(node, "")
        if held and in_function(node) and node.parent is not None and node.parent.type in BLOCKS
        else ()
    )


def plain_finally(node: Node, chance: Random) -> Changes:
    """`try: a finally: b` becomes a, b."""
    body, ends = field(node, "body"), [each for each in named(node) if each.type.endswith("_clause")]
    if (
        body is None
        or [each.type for each in ends] != ["finally_clause"]
        or '"""' in text(node)
        or not in_function(node)
    ):
        return ()
    last = named(ends[0])[-1]
    return instead(node, f"{dedented(body, column(node))}\n{column(node)}{dedented(last, column(node))}")


def into_condition(node: Node, chance: Random) -> Changes:
    """The statement behind an `if` comes into it."""
    after = node.next_named_sibling
    if (
        field(node, "alternative") is not None
        or after is None
        or after.type not in DOES
        or not in_function(node)
        or '"""' in text(after)
    ):
        return ()
    body = field(node, "consequence")
    inside = statements(body)
    if (
        not inside
        or body is None
        or body.type not in BLOCKS
        or inside[-1].type not in DOES
        or inside[-1].start_point[0] == node.start_point[0]
    ):
        return ()
    inner = column(inside[-1])
    further = inner[len(column(node)) :]
    return (
        Change(inside[-1].end_byte, inside[-1].end_byte, f"\n{inner}{shifted(after, further)}"),
        Change(node.end_byte, after.end_byte, ""),
    )


OPERATORS = (
    Operator("swap two statements", "block compound_statement", swap, MOVED),
    Operator("move out of a lock", "block compound_statement", out_of_lock, MOVED),
    Operator("move out of a with", "with_statement", out_of_with, MOVED, languages="python"),
    Operator("move out of a loop", "for_statement while_statement for_range_loop do_statement", out_of_loop, MOVED),
    Operator("move out of a try", "try_statement", out_of_try, MOVED),
    Operator(
        "make a with straight",
        "with_statement",
        plain_with,
        r"[Nn]o longer (?:closes|runs|stand)|` alone\b",
        languages="python",
    ),
    Operator(
        "delete a guard of a lock", "declaration", plain_lock, r"no longer stand|no longer .*lock", languages="cpp"
    ),
    Operator(
        "make a finally straight",
        "try_statement",
        plain_finally,
        r"when an exception|finally|[Nn]o longer does|no longer runs? in a `try`",
        languages="python",
    ),
    Operator("move into a condition", "if_statement", into_condition, r"[Nn]ow .*when|only|no longer|No longer does"),
)
