"""The same done by other code: renamed, moved, extracted, inlined. A review tells them in a line and tells nothing else."""

from __future__ import annotations

from random import Random

from tree_sitter import Node

from ..syntax import Change, Changes, column, field, in_function, instead, named, python, root, text, walk, within
from .neutral import HIDDEN, renamed
from .operator import Operator


def rename_function(node: Node, chance: Random) -> Changes:
    """A function that only this file can see, with all that call it."""
    name = _name(node)
    data = (root(node).text or b"").decode("utf-8", "replace")
    if (
        name is None
        or not _private(node, text(name))
        or f"'{text(name)}'" in data
        or f'"{text(name)}"' in data
        or f".{text(name)}" in data
        or f"->{text(name)}" in data
    ):
        return ()
    declared = [
        each
        for each in walk(root(node))
        if each.type == "identifier"
        and text(each) == text(name)
        and each.parent is not None
        and each.parent.type in ("function_definition", "function_declarator")
    ]
    return renamed(root(node), text(name)) if len(declared) == 1 else ()


def _name(node: Node) -> Node | None:
    found = field(node, "name") if python(node) else field(node, "declarator")
    while found is not None and found.type in ("function_declarator", "pointer_declarator"):
        found = field(found, "declarator")
    return found if found is not None and found.type == "identifier" else None


def _private(node: Node, name: str) -> bool:
    top = node.parent is not None and node.parent.type in ("module", "translation_unit")
    return top and (
        name.startswith("_") and not name.startswith("__")
        if python(node)
        else any(text(each) == "static" for each in node.children)
    )


def move(node: Node, chance: Random) -> Changes:
    """Two functions that stand one after the other are exchanged."""
    after = node.next_named_sibling
    if (
        node.parent is None
        or node.parent.type not in ("module", "translation_unit", "block")
        or after is None
        or after.type != node.type
        or _name(node) is None
        or _name(after) is None
    ):
        return ()
    if within(node, "function_definition") is not None or text(_name(node)) == text(_name(after)):  # type: ignore[arg-type]
        return ()
    return (Change(node.start_byte, node.end_byte, text(after)), Change(after.start_byte, after.end_byte, text(node)))


def extract_value(node: Node, chance: Random) -> Changes:
    """`return a + b` becomes `made = a + b` and `return made`."""
    values = named(node)
    if (
        len(values) != 1
        or values[0].type not in ("call", "binary_operator", "attribute", "list", "dictionary", "comparison_operator")
        or '"""' in text(node)
    ):
        return ()
    return instead(node, f"made = {text(values[0])}\n{column(node)}return made")


BINDING = (
    "parameters",
    "assignment",
    "augmented_assignment",
    "for_statement",
    "as_pattern_target",
    "named_expression",
    "import_from_statement",
)


def extract_function(node: Node, chance: Random) -> Changes:
    """`return a + b` becomes `return made(a, b)`, with `made` above."""
    values, held = named(node), within(node, "function_definition")
    if (
        len(values) != 1
        or held is None
        or held.parent is None
        or held.parent.type != "module"
        or values[0].type not in ("call", "binary_operator", "comparison_operator", "list", "dictionary")
    ):
        return ()
    if any(
        each.type
        in (
            "await",
            "yield",
            "lambda",
            "list_comprehension",
            "generator_expression",
            "dictionary_comprehension",
            "named_expression",
        )
        for each in walk(values[0])
    ) or '"""' in text(node):
        return ()
    own = {
        text(each) for head in walk(held) if head.type in BINDING for each in walk(head) if each.type == "identifier"
    }
    uses = sorted(
        {
            text(each)
            for each in walk(values[0])
            if each.type == "identifier"
            and not (
                each.parent is not None
                and each.parent.type in ("attribute", "keyword_argument")
                and field(each.parent, "attribute") == each
            )
        }
        & own
    )
    made = f"def _made({', '.join(uses)}):\n    return {text(values[0])}\n\n\n"
    return (
        Change(held.start_byte, held.start_byte, made),
        Change(values[0].start_byte, values[0].end_byte, f"_made({', '.join(uses)})"),
    )


def inline_value(node: Node, chance: Random) -> Changes:
    """`x = e` and `return x` become `return e`."""
    after, held = node.next_named_sibling, within(node, "function_definition")
    made = named(node)[0] if node.type == "expression_statement" and named(node) else None
    if (
        made is None
        or made.type != "assignment"
        or after is None
        or after.type != "return_statement"
        or held is None
        or any(each.type in HIDDEN for each in walk(held))
    ):
        return ()
    name, value = field(made, "left"), field(made, "right")
    if (
        name is None
        or value is None
        or name.type != "identifier"
        or [text(each) for each in named(after)] != [text(name)]
        or field(made, "type") is not None
    ):
        return ()
    if sum(each.type == "identifier" and text(each) == text(name) for each in walk(held)) != 2 or not in_function(node):
        return ()
    return (Change(node.start_byte, after.end_byte, f"return {text(value)}"),)


OPERATORS = (
    Operator("rename a function", "function_definition", rename_function, neutral=True),
    Operator("move a function", "function_definition", move, neutral=True),
    Operator("extract a value", "return_statement", extract_value, neutral=True, languages="python"),
    Operator("extract a function", "return_statement", extract_function, neutral=True, languages="python"),
    Operator("inline a value", "expression_statement", inline_value, neutral=True, languages="python"),
)
