"""Something is taken away."""

from __future__ import annotations

import re
from random import Random

from tree_sitter import Node

from ..syntax import (
    BLOCKS,
    Change,
    Changes,
    above,
    column,
    dedented,
    docstring,
    field,
    in_function,
    instead,
    line_cut,
    named,
    python,
    statements,
    text,
    with_comma,
    within,
    without,
)
from .operator import ADDED, Operator

RELEASE = re.compile(
    r"[\w.>:-]*?(?:[Ff]ree|[Cc]lose|[Uu]n_?lock|[Rr]elease|[Uu]n_?ref|decr?[Rr]ef\w*|[Dd]estroy|[Rr]elease\w*|shutdown|delete)\w*(?:\(|$)|delete\b|del "
)
BRANCHES = ("if_statement", "elif_clause")


def statement(node: Node, chance: Random) -> Changes:
    stands = in_function(node) and node.parent is not None and node.parent.type in BLOCKS and not docstring(node)
    return without(node) if stands else ()


def release(node: Node, chance: Random) -> Changes:
    return statement(node, chance) if RELEASE.match(text(node)) else ()


def guard(node: Node, chance: Random) -> Changes:
    plain = field(node, "alternative") is None and in_function(node)
    return without(node) if plain and node.parent is not None and node.parent.type in BLOCKS else ()


def condition(node: Node, chance: Random) -> Changes:
    """`if c: body` becomes body."""
    body = field(node, "consequence")
    if body is None or field(node, "alternative") is not None or not in_function(node) or '"""' in text(node):
        return ()
    return instead(node, dedented(body, column(node)) if python(node) else text(body))


def arm(node: Node, chance: Random) -> Changes:
    if node.type == "else_clause" and any(each.type == "if_statement" for each in named(node)):
        return ()
    return line_cut(node) if in_function(node) and statements(field(node, "body") or node) else ()


def case(node: Node, chance: Random) -> Changes:
    siblings = named(node.parent) if node.parent else []
    return line_cut(node) if in_function(node) and len(siblings) > 2 and len(named(node)) > 1 else ()


def handler(node: Node, chance: Random) -> Changes:
    """One of several."""
    beside = (
        [each for each in named(node.parent) if each.type in ("except_clause", "catch_clause", "finally_clause")]
        if node.parent
        else []
    )
    return line_cut(node) if len(beside) > 1 else ()


def protection(node: Node, chance: Random) -> Changes:
    """`try: body except …` becomes body."""
    body = field(node, "body")
    if body is None or not in_function(node) or '"""' in text(node):
        return ()
    return instead(node, dedented(body, column(node)) if python(node) else text(body))


def awaiting(node: Node, chance: Random) -> Changes:
    inner = named(node)
    return instead(node, text(inner[0])) if inner else ()


def jump(node: Node, chance: Random) -> Changes:
    if node.type == "return_statement" and named(node):
        return ()
    return without(node) if node.parent is not None and node.parent.type in (*BLOCKS, "case_statement") else ()


def failing(node: Node, chance: Random) -> Changes:
    return without(node) if in_function(node) and node.parent is not None and node.parent.type in BLOCKS else ()


def decorator(node: Node, chance: Random) -> Changes:
    return line_cut(node)


def base(node: Node, chance: Random) -> Changes:
    bases = named(node)
    if not bases:
        return ()
    counts = [each for each in bases if each.type not in ("access_specifier", "virtual") and text(each) != "object"]
    if not counts:
        return ()
    gone = chance.choice(counts)
    if len(bases) == 1 or node.type == "base_class_clause":
        return instead(node, "")
    return with_comma(gone)


def argument(node: Node, chance: Random) -> Changes:
    given = named(node)
    return with_comma(given[-1]) if len(given) > 1 and in_function(node) else ()


def specifier(node: Node, chance: Random) -> Changes:
    words = text(node)
    if words not in (
        "volatile",
        "const",
        "noexcept",
        "override",
        "static",
        "inline",
        "virtual",
        "final",
        "explicit",
        "constexpr",
    ):
        return ()
    if words == "const" and within(node, "function_definition", "field_declaration", "declaration") is None:
        return ()
    data = next(above(node)).text
    return (Change(node.start_byte, node.end_byte, ""),) if data else ()


def asynchronous(node: Node, chance: Random) -> Changes:
    """`async def` that awaits nothing."""
    first = node.children[0]
    return (
        (Change(first.start_byte, first.end_byte + 1, ""),)
        if first.type == "async" and b"await" not in (node.text or b"")
        else ()
    )


def finishing(node: Node, chance: Random) -> Changes:
    beside = [each for each in named(node.parent) if each.type == "except_clause"] if node.parent else []
    return line_cut(node) if beside else ()


LOST = r"[Nn]o longer|is gone|without"
LOST_WAY = LOST + "|[Ww]here it|whatever|in any case"
OPERATORS = (
    Operator("delete a statement", "expression_statement", statement, LOST, ADDED),
    Operator("delete a release", "expression_statement delete_statement", release, LOST, ADDED),
    Operator("delete a guard", "if_statement", guard, LOST_WAY, ADDED),
    Operator("delete a condition", "if_statement", condition, LOST_WAY, r"^Adds |[Ii]s new"),
    Operator("delete an arm", "else_clause elif_clause", arm, LOST_WAY, ADDED),
    Operator("delete a case", "case_statement case_clause", case, LOST_WAY, ADDED),
    Operator("delete a handler", "except_clause catch_clause", handler, LOST_WAY, ADDED),
    Operator("delete a try", "try_statement", protection, LOST_WAY + "|`try`", r"^Adds |[Ii]s new"),
    Operator("delete an await", "await co_await_expression", awaiting, r"await", languages="cpp python"),
    Operator("delete a jump", "break_statement continue_statement return_statement", jump, LOST_WAY + "|falls", ADDED),
    Operator("delete a raise", "raise_statement throw_statement", failing, LOST_WAY, r"^Adds |[Ii]s new"),
    Operator(
        "delete a decorator",
        "decorator",
        decorator,
        r"@.* (?:no longer|is gone)|[Nn]o longer .*@|decorat|no longer a (?:property|class method|static method)",
        ADDED,
        languages="python",
    ),
    Operator(
        "delete a base",
        "argument_list base_class_clause",
        lambda node, chance: base(node, chance) if _heads_class(node) else (),
        r"base|inherit|derive",
        ADDED,
        languages="cpp python",
    ),
    Operator("delete an argument", "argument_list", argument, r"no longer|is now|where it|without", r"[Ii]s new"),
    Operator(
        "delete a specifier",
        "type_qualifier storage_class_specifier virtual_specifier noexcept virtual",
        specifier,
        r"volatile|const|noexcept|override|static|inline|virtual|final|explicit",
        ADDED,
        languages="c cpp",
    ),
    Operator("delete an async", "function_definition", asynchronous, r"async|coroutine", languages="python"),
    Operator("delete a finally", "finally_clause", finishing, r"[Nn]o longer|finally", ADDED, languages="python"),
)


def _heads_class(node: Node) -> bool:
    return node.parent is not None and node.parent.type in ("class_definition", "class_specifier", "struct_specifier")
