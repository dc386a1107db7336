"""Off by one: bounds of loops, sizes, places and slices."""

from __future__ import annotations

import re
from random import Random

from tree_sitter import Node

from ..syntax import Changes, field, in_function, instead, named, text
from .operator import GONE, Operator

CHANGED = r"no longer|is now|where it| was |in the place of"
SIZE = re.compile(r"(?:\w+(?:\.|->))*\w*(?:len|size|count|num|max|bytes|cap)\w*$|n$|sizeof\b|\d+$", re.IGNORECASE)


def loop_bound(node: Node, chance: Random) -> Changes:
    """`i < n` becomes `i < n + 1`."""
    asked = field(node, "condition")
    bound = field(asked, "right") if asked is not None and asked.type == "binary_expression" else None
    return (
        instead(bound, f"{text(bound)} + 1")
        if bound is not None and bound.type in ("identifier", "number_literal", "field_expression", "call_expression")
        else ()
    )


def range_bound(node: Node, chance: Random) -> Changes:
    called, given = field(node, "function"), field(node, "arguments")
    if called is None or given is None or text(called) != "range" or not named(given) or not in_function(node):
        return ()
    return instead(named(given)[-1], f"{text(named(given)[-1])} - 1")


def size(node: Node, chance: Random) -> Changes:
    """The last argument that says how much."""
    found = [each for each in named(node) if SIZE.match(text(each)) and each.type != "keyword_argument"]
    return instead(found[-1], f"{text(found[-1])} + 1") if found and in_function(node) else ()


def place(node: Node, chance: Random) -> Changes:
    """`a[i]` becomes `a[i + 1]`."""
    parts = named(node)
    inner = parts[-1] if parts else None
    if inner is not None and inner.type == "subscript_argument_list" and named(inner):
        inner = named(inner)[0]
    ok = inner is not None and inner.type in ("integer", "number_literal") and in_function(node)
    return instead(inner, f"{text(inner)} + 1") if ok and inner is not None else ()


def part(node: Node, chance: Random) -> Changes:
    """`a[1:n]` becomes `a[1:n + 1]`."""
    ends = named(node)
    return (
        instead(ends[-1], f"{text(ends[-1])} + 1")
        if ends and in_function(node) and ends[-1].type in ("integer", "identifier", "unary_operator")
        else ()
    )


def buffer(node: Node, chance: Random) -> Changes:
    """`char buf[64]` becomes `char buf[63]`."""
    many = field(node, "size")
    return (
        instead(many, str(int(text(many)) - 1))
        if many is not None and text(many).isdecimal() and int(text(many)) > 1
        else ()
    )


OPERATORS = (
    Operator(
        "off by one in a loop's bound", "for_statement while_statement", loop_bound, CHANGED, GONE, languages="c cpp"
    ),
    Operator("off by one in a range", "call", range_bound, CHANGED, GONE, languages="python"),
    Operator("off by one in a size", "argument_list", size, CHANGED, GONE),
    Operator("off by one in a place", "subscript subscript_expression", place, CHANGED, GONE),
    Operator("off by one in a slice", "slice", part, CHANGED, GONE, languages="python"),
    Operator("off by one in a buffer", "array_declarator", buffer, CHANGED, GONE, languages="c cpp"),
)
