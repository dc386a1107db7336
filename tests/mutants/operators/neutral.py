"""Nothing that counts changes: layout, quotes, comments, annotations, and names that nobody else sees."""

from __future__ import annotations

import re
from random import Random

from tree_sitter import Node

from ..syntax import (
    FUNCTIONS,
    Change,
    Changes,
    column,
    field,
    in_function,
    instead,
    named,
    python,
    statements,
    text,
    walk,
    within,
)
from .operator import Operator

HIDDEN = (
    "global_statement",
    "nonlocal_statement",
    "lambda",
    "class_definition",
    "lambda_expression",
    "preproc_if",
    "preproc_ifdef",
    "preproc_def",
)


def rename_local(node: Node, chance: Random) -> Changes:
    inside = [each for each in walk(node) if each != node]
    if (
        any(each.type in HIDDEN or each.type == "function_definition" for each in inside)
        or b"locals()" in (node.text or b"")
        or b"eval(" in (node.text or b"")
    ):
        return ()
    parameters = {
        text(each)
        for head in inside
        if head.type in ("parameters", "parameter_list")
        for each in walk(head)
        if each.type == "identifier"
    }
    types = {text(each) for each in inside if each.type == "type_identifier"}
    names = sorted({text(name) for each in inside if (name := _bound(each)) is not None} - parameters - types)
    if not names:
        return ()
    return renamed(node, chance.choice(names))


def renamed(node: Node, name: str) -> Changes:
    return tuple(
        [
            Change(each.start_byte, each.end_byte, f"{name}_fresh")
            for each in walk(node)
            if each.type == "identifier" and text(each) == name and not _of_another(each)
        ]
    )


def _bound(node: Node) -> Node | None:
    found = None
    if node.type == "assignment":
        found = field(node, "left")
    elif node.type in ("init_declarator", "declaration"):
        found = field(node, "declarator")
    return found if found is not None and found.type == "identifier" else None


def _of_another(node: Node) -> bool:
    """A field's name, or an argument's."""
    parent = node.parent
    if parent is None:
        return False
    return (
        (parent.type == "attribute" and field(parent, "attribute") == node)
        or (parent.type == "keyword_argument" and field(parent, "name") == node)
        or parent.type == "qualified_identifier"
    )


def wrap(node: Node, chance: Random) -> Changes:
    """Arguments one a line."""
    given = named(node)
    if (
        len(given) < 2
        or within(node, "preproc_def", "preproc_function_def", "string") is not None
        or not in_function(node)
        or len(given) != len(node.named_children)
    ):
        return ()
    blank = f"\n{column(node)}        "
    return tuple([Change(each.start_byte, each.start_byte, blank) for each in given])


def blank_line(node: Node, chance: Random) -> Changes:
    inside = statements(node)
    if len(inside) < 2 or inside[0].end_point[0] == inside[1].start_point[0]:
        return ()
    return (Change(inside[0].end_byte, inside[0].end_byte, "\n\n"),)


def comment(node: Node, chance: Random) -> Changes:
    inside = [each for each in statements(node) if column(each)]
    if not inside or inside[0].start_point[0] == node.start_point[0]:
        return ()
    at = chance.choice(inside)
    before = at.prev_sibling
    if (before is None and not python(node)) or (before is not None and before.end_point[0] == at.start_point[0]):
        return ()
    sign = "#" if python(node) else "//"
    return (Change(at.start_byte, at.start_byte, f"{sign} as the caller wants it\n{column(at)}"),)


def quotes(node: Node, chance: Random) -> Changes:
    words = text(node)
    plain = re.fullmatch(r"""([rbu]?)(["'])([^"'\\\n{}]*)\2""", words)
    if plain is None or within(node, "interpolation", "string") is not None:
        return ()
    sign = "'" if plain[2] == '"' else '"'
    return instead(node, f"{plain[1]}{sign}{plain[3]}{sign}")


def annotate(node: Node, chance: Random) -> Changes:
    """Parameters of a function that nothing decorates."""
    head = node.parent
    if (
        head is None
        or head.type != "function_definition"
        or (head.parent is not None and head.parent.type == "decorated_definition")
    ):
        return ()
    plain = [each for each in named(node) if each.type == "identifier" and text(each) not in ("self", "cls")]
    return (Change(plain[0].end_byte, plain[0].end_byte, ": object"),) if plain else ()


def result_annotation(node: Node, chance: Random) -> Changes:
    given = field(node, "parameters")
    plain = (
        given is not None
        and field(node, "return_type") is None
        and node.parent is not None
        and node.parent.type != "decorated_definition"
    )
    return (Change(given.end_byte, given.end_byte, " -> object"),) if plain and given is not None else ()


def brackets(node: Node, chance: Random) -> Changes:
    """`if a == b:` becomes `if (a == b):`."""
    asked = field(node, "condition")
    return (
        instead(asked, f"({text(asked)})")
        if asked is not None and asked.type in ("comparison_operator", "boolean_operator", "identifier", "call")
        else ()
    )


def imports(node: Node, chance: Random) -> Changes:
    """Two that stand one after the other."""
    after = node.next_named_sibling
    alone = node.parent is not None and node.parent.type == "module" and after is not None and after.type == node.type
    if (
        not alone
        or after is None
        or "__future__" in text(node)
        or "*" in text(node) + text(after)
        or within(node, *FUNCTIONS) is not None
    ):
        return ()
    return (Change(node.start_byte, node.end_byte, text(after)), Change(after.start_byte, after.end_byte, text(node)))


HEADS = "function_definition"
OPERATORS = (
    Operator("rename a local", HEADS, rename_local, neutral=True),
    Operator("wrap arguments", "argument_list", wrap, neutral=True),
    Operator("add a blank line", "block compound_statement", blank_line, neutral=True),
    Operator("add a comment", "block compound_statement", comment, neutral=True),
    Operator("change quotes", "string", quotes, neutral=True, languages="python"),
    Operator("annotate a parameter", "parameters", annotate, neutral=True, languages="python"),
    Operator("annotate a result", HEADS, result_annotation, neutral=True, languages="python"),
    Operator(
        "put brackets round a condition", "if_statement while_statement", brackets, neutral=True, languages="python"
    ),
    Operator("swap two imports", "import_statement import_from_statement", imports, neutral=True, languages="python"),
)
