"""Something is declared that was not, or otherwise."""

from __future__ import annotations

from random import Random

from tree_sitter import Node

from ..syntax import Change, Changes, column, field, instead, named, text, within
from .operator import GONE, Operator


def parameter(node: Node, chance: Random) -> Changes:
    """One parameter more at the end, with a default where the language has them."""
    given = named(node)
    if (
        node.parent is None
        or any(
            each.type in ("list_splat_pattern", "dictionary_splat_pattern", "variadic_parameter", "keyword_separator")
            for each in given
        )
        or "..." in text(node)
    ):
        return ()
    if within(node, "lambda", "parameter_list") is not None or node.parent.type not in (
        "function_definition",
        "function_declarator",
    ):
        return ()
    fresh = "extra=None" if node.type == "parameters" else "int extra"
    if [text(each) for each in given] in ([], ["void"]):
        return instead(node, f"({fresh})")
    return (Change(given[-1].end_byte, given[-1].end_byte, f", {fresh}"),)


def decorated(node: Node, chance: Random) -> Changes:
    """`@cache` is put on."""
    if (
        node.parent is None
        or node.parent.type == "decorated_definition"
        or within(node, "function_definition") is not None
    ):
        return ()
    return (Change(node.start_byte, node.start_byte, f"@cache\n{column(node)}"),)


def imported(node: Node, chance: Random) -> Changes:
    """The name an import binds comes from elsewhere."""
    module = field(node, "module_name")
    return (
        instead(module, f"{text(module)}_other")
        if module is not None and module.type == "dotted_name" and text(module) != "__future__"
        else ()
    )


def included(node: Node, chance: Random) -> Changes:
    path = field(node, "path")
    return (
        instead(path, text(path)[0] + "other_" + text(path)[1:])
        if path is not None and path.type in ("string_literal", "system_lib_string")
        else ()
    )


OPERATORS = (
    Operator("add a parameter", "parameters parameter_list", parameter, r"parameter|argument|takes|extra", GONE),
    Operator(
        "add a decorator",
        "function_definition class_definition",
        decorated,
        r"decorat|`@|cache",
        GONE,
        languages="python",
    ),
    Operator("change an import", "import_from_statement", imported, r"import|_other|→", languages="python"),
    Operator("change an include", "preproc_include", included, r"include|other_|→", languages="c cpp"),
)
