"""A result that was used is not, or the other way round."""

from __future__ import annotations

from random import Random

from tree_sitter import Node

from ..syntax import BLOCKS, Change, Changes, column, field, in_function, instead, named, python, text, within
from .operator import Operator

CALLS = ("call", "call_expression", "await")


def dropped(node: Node, chance: Random) -> Changes:
    """`x = f()` becomes `f()`."""
    parent = node.parent
    value = field(node, "right")
    if (
        parent is None
        or parent.type != "expression_statement"
        or value is None
        or value.type not in CALLS
        or not in_function(node)
    ):
        return ()
    return instead(node, text(value))


def used(node: Node, chance: Random) -> Changes:
    """`f(x);` becomes `status = f(x);`."""
    inner = named(node)
    stands = (
        in_function(node)
        and node.parent is not None
        and node.parent.type in BLOCKS
        and len(inner) == 1
        and inner[0].type in CALLS
    )
    return (Change(node.start_byte, node.start_byte, "status = "),) if stands else ()


def checked(node: Node, chance: Random) -> Changes:
    """`f(x)` becomes `if not f(x): return`."""
    inner = named(node)
    stands = (
        in_function(node)
        and node.parent is not None
        and node.parent.type in BLOCKS
        and len(inner) == 1
        and inner[0].type in CALLS
    )
    if not stands:
        return ()
    if python(node):
        return instead(node, f"if not {text(inner[0])}:\n{column(node)}    return None")
    held = within(node, "function_definition")
    kind = text(field(held, "type")) if held is not None and field(held, "type") is not None else ""  # type: ignore[arg-type]
    back = {"void": "return;", "int": "return -1;", "bool": "return false;"}.get(kind, "")
    return instead(node, f"if (!{text(inner[0])}) {{ {back} }}") if back else ()


def unchecked(node: Node, chance: Random) -> Changes:
    """`if not f(x): return` becomes `f(x)`."""
    asked = field(node, "condition")
    while (
        asked is not None
        and asked.type in ("condition_clause", "parenthesized_expression", "not_operator", "unary_expression")
        and named(asked)
    ):
        asked = named(asked)[-1]
    if asked is None or asked.type not in CALLS or field(node, "alternative") is not None or not in_function(node):
        return ()
    body = field(node, "consequence")
    inside = named(body) if body is not None and body.type in BLOCKS else [body] if body is not None else []
    leaves = (
        len(inside) == 1
        and inside[0] is not None
        and inside[0].type
        in ("return_statement", "raise_statement", "throw_statement", "break_statement", "continue_statement")
    )
    return instead(node, text(asked) + ("" if python(node) else ";")) if leaves else ()


OPERATORS = (
    Operator("drop a result", "assignment assignment_expression", dropped, r"no longer kept|no longer|is now"),
    Operator("keep a result", "expression_statement", used, r"now kept|[Nn]ow sets"),
    Operator("check a result", "expression_statement", checked, r"now checked", r"^No longer"),
    Operator(
        "stop checking a result",
        "if_statement",
        unchecked,
        r"no longer checked|No longer returns|no longer",
        r"^Adds |is new",
    ),
)
