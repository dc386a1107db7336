"""What is asked is asked otherwise."""

from __future__ import annotations

from random import Random

from tree_sitter import Node

from ..syntax import Change, Changes, field, in_function, instead, named, python, text, within
from .operator import Operator

CHANGED = r"no longer|is now|where it| was "
ASKED = "if_statement elif_clause while_statement"


def condition(node: Node) -> Node | None:
    found = field(node, "condition")
    if found is None or not in_function(node):
        return None
    return named(found)[0] if found.type in ("condition_clause", "parenthesized_expression") and named(found) else found


def negate(node: Node, chance: Random) -> Changes:
    asked = condition(node)
    if asked is None or asked.type in ("declaration", "init_statement"):
        return ()
    return instead(asked, f"not ({text(asked)})" if python(node) else f"!({text(asked)})")


def _operands(node: Node) -> tuple[Node, Node, Node] | None:
    left, right, sign = field(node, "left"), field(node, "right"), field(node, "operator")
    if left is None or right is None or not in_function(node):
        return None
    sign = sign or next((each for each in node.children if each.type in ("and", "or")), None)
    return (left, right, sign) if sign is not None else None


def weaken(node: Node, chance: Random) -> Changes:
    """`a and b` becomes a."""
    found = _operands(node)
    return instead(node, text(found[chance.randrange(2)])) if found and found[2].type in ("and", "&&") else ()


def strengthen(node: Node, chance: Random) -> Changes:
    """`a or b` becomes a."""
    found = _operands(node)
    return instead(node, text(found[chance.randrange(2)])) if found and found[2].type in ("or", "||") else ()


def joined(node: Node, chance: Random) -> Changes:
    found = _operands(node)
    other = {"and": "or", "or": "and", "&&": "||", "||": "&&"}
    return instead(found[2], other[found[2].type]) if found and found[2].type in other else ()


def compared(node: Node, chance: Random) -> Changes:
    """`a < b` becomes `a <= b`, `a == b` becomes `a != b`."""
    other = {
        "<": "<=",
        "<=": "<",
        ">": ">=",
        ">=": ">",
        "==": "!=",
        "!=": "==",
        "is": "is not",
        "is not": "is",
        "in": "not in",
        "not in": "in",
    }
    sign = next((each for each in node.children if each.type in other), None)
    return instead(sign, other[sign.type]) if sign is not None and in_function(node) else ()


def swapped(node: Node, chance: Random) -> Changes:
    """`a - b` becomes `b - a`, `a < b` becomes `b < a`."""
    parts = named(node)
    sign = next((each.type for each in node.children if not each.is_named), "")
    if (
        len(parts) != 2
        or sign not in ("-", "/", "%", "<<", ">>", "<", "<=", ">", ">=")
        or not in_function(node)
        or text(parts[0]) == text(parts[1])
    ):
        return ()
    if any(each.type.startswith(("binary", "boolean", "comparison", "conditional", "assignment")) for each in parts):
        return ()
    return (
        Change(parts[0].start_byte, parts[0].end_byte, text(parts[1])),
        Change(parts[1].start_byte, parts[1].end_byte, text(parts[0])),
    )


def calculated(node: Node, chance: Random) -> Changes:
    other = {"+": "-", "-": "+", "*": "/", "/": "*", "&": "|", "|": "&", "<<": ">>", ">>": "<<", "+=": "-=", "-=": "+="}
    sign = next((each for each in node.children if each.type in other), None)
    return (
        instead(sign, other[sign.type])
        if sign is not None and in_function(node) and not _texts(node) and within(node, "type") is None
        else ()
    )


def _texts(node: Node) -> bool:
    return '"' in text(node) or "'" in text(node)


def chosen(node: Node, chance: Random) -> Changes:
    """The two values of a conditional expression are exchanged."""
    parts = named(node)
    if len(parts) != 3 or not in_function(node):
        return ()
    one, other = (parts[0], parts[2]) if python(node) else (parts[1], parts[2])
    if text(one) == text(other):
        return ()
    return (Change(one.start_byte, one.end_byte, text(other)), Change(other.start_byte, other.end_byte, text(one)))


BOTH = "binary_expression boolean_operator"
OPERATORS = (
    Operator("negate a condition", ASKED, negate, CHANGED),
    Operator("weaken a condition", BOTH, weaken, CHANGED + r"|No longer asks for "),
    Operator("strengthen a condition", BOTH, strengthen, CHANGED + r"|No longer \S.* when only "),
    Operator("exchange and, or", BOTH, joined, CHANGED),
    Operator("change a comparison", "binary_expression comparison_operator", compared, CHANGED),
    Operator("swap operands", "binary_expression binary_operator comparison_operator", swapped, CHANGED),
    Operator(
        "change an arithmetic operator",
        "binary_expression binary_operator augmented_assignment assignment_expression",
        calculated,
        CHANGED,
    ),
    Operator("swap a choice's values", "conditional_expression", chosen, CHANGED),
)
