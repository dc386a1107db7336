"""Another value: of defaults, constants, enumerators, macros, rows, arguments, results and types caught."""

from __future__ import annotations

import re
from random import Random

from tree_sitter import Node

from ..syntax import Change, Changes, above, field, in_function, instead, named, text, walk, within
from .operator import GONE, Operator

LITERALS = (
    "integer",
    "float",
    "number_literal",
    "true",
    "false",
    "string",
    "string_literal",
    "char_literal",
    "none",
    "null",
)
SAID = r"no longer|in the place of|is now|` now\b|where it| was |default|→"
_FLIPPED = {
    "True": "False",
    "False": "True",
    "true": "false",
    "false": "true",
    "None": "0",
    "NULL": "(void *)1",
}


def other(node: Node) -> str:
    """Another value of its kind; "" where it is none that can be told to differ."""
    words = text(node)
    if words in _FLIPPED:
        return _FLIPPED[words]
    if number := re.fullmatch(r"(0x[0-9a-fA-F]+|\d+)([uUlL]*)", words):
        return (
            f"{int(number[1], 0) + 1 if not re.fullmatch('0[0-7]+', number[1]) else int(number[1], 8) + 1}{number[2]}"
        )
    if re.fullmatch(r"\d+\.\d+[fF]?", words):
        return f"1{words}"
    if re.fullmatch(r"""[bu]?("[^"\\\n]{1,80}"|'[^'\\\n]{2,80}')""", words):
        return f"{words[:-1]}_2{words[-1]}"
    return ""


def _literals(node: Node | None) -> list[Node]:
    return (
        [each for each in walk(node) if each.type in LITERALS and other(each) and _counts(each)]
        if node is not None
        else []
    )


def _counts(node: Node) -> bool:
    """Neither a docstring nor a piece of a longer text."""
    return node.parent is not None and node.parent.type not in (
        "expression_statement",
        "concatenated_string",
        "interpolation",
        "preproc_include",
    )


def _one(found: list[Node], chance: Random) -> Changes:
    if not found:
        return ()
    node = chance.choice(found)
    return instead(node, other(node))


def default(node: Node, chance: Random) -> Changes:
    return _one(_literals(field(node, "value") or field(node, "default_value")), chance)


def assigned(node: Node, chance: Random) -> Changes:
    """A value that a statement of a function sets."""
    return (
        _one(_literals(field(node, "right") or field(node, "value"))[:1], chance)
        if in_function(node) and within(node, "argument_list") is None
        else ()
    )


def constant(node: Node, chance: Random) -> Changes:
    value = field(node, "right") or field(node, "value")
    if (
        value is None
        or in_function(node)
        or value.type not in LITERALS
        or within(node, "class_definition", "class_specifier", "struct_specifier") is not None
    ):
        return ()
    return _one(_literals(value), chance)


def attribute(node: Node, chance: Random) -> Changes:
    """A value of a class's own, or a field's default."""
    holder = within(node, "class_definition", "class_specifier", "struct_specifier")
    value = field(node, "right") or field(node, "default_value")
    return _one(_literals(value), chance) if holder is not None and not in_function(node) else ()


def row(node: Node, chance: Random) -> Changes:
    return (
        _one(_literals(node), chance)
        if not in_function(node) and not any(each.type == node.type for each in above(node)) and len(named(node)) > 1
        else ()
    )


def row_gone(node: Node, chance: Random) -> Changes:
    from ..syntax import with_comma

    rows = named(node)
    return with_comma(chance.choice(rows[:-1])) if len(rows) > 2 and not in_function(node) else ()


def enumerator(node: Node, chance: Random) -> Changes:
    value = field(node, "value")
    return _one(_literals(value), chance) if value is not None else (Change(node.end_byte, node.end_byte, " = 77"),)


def macro(node: Node, chance: Random) -> Changes:
    value = field(node, "value")
    found = re.search(r"\b\d+\b", text(value)) if value is not None else None
    if value is None or found is None:
        return ()
    at = value.start_byte + len(text(value)[: found.start()].encode())
    return (Change(at, at + len(found[0]), str(int(found[0]) + 1)),)


def given(node: Node, chance: Random) -> Changes:
    """An argument that is a plain value."""
    plain = [each for each in named(node) if each.type in LITERALS]
    return _one([each for each in plain if other(each)], chance) if in_function(node) else ()


def keyword(node: Node, chance: Random) -> Changes:
    value = field(node, "value")
    return _one(_literals(value), chance) if value is not None and value.type in LITERALS and in_function(node) else ()


def returned(node: Node, chance: Random) -> Changes:
    values = [each for each in named(node) if each.type in LITERALS and other(each)]
    return _one(values, chance)


def compared(node: Node, chance: Random) -> Changes:
    """What a condition compares with."""
    return (
        _one([each for each in named(node)[1:] if each.type in LITERALS and other(each)], chance)
        if in_function(node)
        else ()
    )


def field_type(node: Node, chance: Random) -> Changes:
    kind = field(node, "type")
    others = {
        "int": "long",
        "long": "int",
        "char": "int",
        "size_t": "int",
        "uint32_t": "uint16_t",
        "uint64_t": "uint32_t",
        "unsigned": "int",
        "bool": "int",
        "double": "float",
    }
    return instead(kind, others[text(kind)]) if kind is not None and text(kind) in others else ()


def caught(node: Node, chance: Random) -> Changes:
    """Another type is caught."""
    kinds = [each for each in named(node) if each.type in ("identifier", "attribute", "as_pattern")]
    if not kinds:
        return ()
    kind = named(kinds[0])[0] if kinds[0].type == "as_pattern" else kinds[0]
    return (
        instead(kind, "KeyError" if text(kind) != "KeyError" else "ValueError")
        if kind.type in ("identifier", "attribute")
        else ()
    )


TYPED = "default_parameter typed_default_parameter optional_parameter_declaration"
OPERATORS = (
    Operator("change a default", TYPED, default, r"default| was |no longer", GONE, languages="cpp python"),
    Operator("change a constant", "assignment init_declarator", constant, SAID, GONE),
    Operator("change a class's value", "assignment field_declaration", attribute, SAID, GONE, languages="cpp python"),
    Operator("change a row", "list dictionary tuple set initializer_list", row, SAID, GONE),
    Operator(
        "delete a row", "list dictionary tuple set initializer_list", row_gone, SAID + "|is gone", r"^Adds |is new"
    ),
    Operator("change an enumerator", "enumerator", enumerator, SAID, GONE, languages="c cpp"),
    Operator("change a macro", "preproc_def preproc_function_def", macro, SAID, GONE, languages="c cpp"),
    Operator("change an argument", "argument_list", given, SAID, GONE),
    Operator("change a keyword's value", "keyword_argument", keyword, SAID, GONE, languages="python"),
    Operator("change a set value", "assignment init_declarator assignment_expression", assigned, SAID, GONE),
    Operator("change a returned value", "return_statement", returned, SAID, GONE),
    Operator("change what is compared with", "comparison_operator binary_expression", compared, SAID, GONE),
    Operator("change a field's type", "field_declaration", field_type, SAID, GONE, languages="c cpp"),
    Operator("change a caught type", "except_clause", caught, r"Handles|catch|handle", languages="python"),
)
