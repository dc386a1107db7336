"""What reviewers look for: calls, casts, formats, directives, places from the end, and what a declaration promises."""

from __future__ import annotations

import re
from itertools import pairwise
from random import Random

from tree_sitter import Node

from ..syntax import (
    BLOCKS,
    Change,
    Changes,
    field,
    in_function,
    instead,
    line_cut,
    named,
    python,
    statements,
    text,
    walk,
    with_comma,
    within,
)
from .operator import ADDED, GONE, Operator

CHANGED = r"no longer|in the place of|is now|where it| was |→|order"
LOST = r"[Nn]o longer|is gone|without|where it|whatever|in any case|falls"
PLACES = ("identifier", "attribute", "field_expression", "call", "call_expression", "subscript", "subscript_expression")
FORMAT = re.compile(r"%[-+ #0]*\d*(?:\.\d+)?(?:l|ll|h|z)?[dusxfi]")
OTHER = {"d": "x", "u": "x", "s": "p", "x": "d", "f": "g", "i": "x"}


def swapped_arguments(node: Node, chance: Random) -> Changes:
    pairs = [
        (one, other)
        for one, other in pairwise(named(node))
        if one.type in PLACES and other.type in PLACES and text(one) != text(other)
    ]
    if not pairs or not in_function(node):
        return ()
    one, other = chance.choice(pairs)
    return (Change(one.start_byte, one.end_byte, text(other)), Change(other.start_byte, other.end_byte, text(one)))


def operand(node: Node, chance: Random) -> Changes:
    """`a < b` becomes `a < c`, where c is another parameter."""
    right = named(node)[-1] if len(named(node)) == 2 else None
    signs = {each.type for each in node.children} & {"<", "<=", ">", ">=", "==", "!="}
    held = within(node, "function_definition")
    if right is None or not signs or right.type != "identifier" or held is None or not in_function(node):
        return ()
    given = next((each for each in walk(held) if each.type in ("parameters", "parameter_list")), None)
    found = [each for each in walk(given) if each.type == "identifier"] if given is not None else []
    names = sorted({text(each) for each in found if within(each, "type") is None})
    rest = [each for each in names if each not in (text(right), "self", "cls") and each not in text(node)]
    return instead(right, chance.choice(rest)) if rest else ()


def default_case(node: Node, chance: Random) -> Changes:
    first = text(node).split(":")[0].strip()
    fallback = first == "default" or re.fullmatch(r"case\s+_", first)
    return line_cut(node) if fallback and in_function(node) and len(named(node)) > (1 if python(node) else 0) else ()


def breaking(node: Node, chance: Random) -> Changes:
    """The end of a case that another follows."""
    held = node.parent
    falls = held is not None and held.type == "case_statement" and held.next_named_sibling is not None
    return line_cut(node) if falls else ()


def cast(node: Node, chance: Random) -> Changes:
    """`(int)a`, `static_cast<int>(a)` and `int(a)` become a."""
    if node.type == "cast_expression":
        value = field(node, "value")
        return instead(node, text(value)) if value is not None and in_function(node) else ()
    called, given = field(node, "function"), field(node, "arguments")
    if called is None or given is None or len(named(given)) != 1 or not in_function(node):
        return ()
    kinds = (
        r"int|float|str|list|tuple|bool|bytes|set" if python(node) else r"(?:static|reinterpret|const|dynamic)_cast<.*"
    )
    value = named(given)[0]
    plain = value.type not in ("generator_expression", "keyword_argument", "list_splat", "dictionary_splat")
    return instead(node, text(value)) if re.fullmatch(kinds, text(called), re.DOTALL) and plain else ()


def format_text(node: Node, chance: Random) -> Changes:
    """`%d` becomes `%x`."""
    found = list(FORMAT.finditer(text(node)))
    if (
        not found
        or within(node, "expression_statement", "declaration", "return_statement") is None
        or not in_function(node)
    ):
        return ()
    if node.parent is not None and node.parent.type in ("concatenated_string", "expression_statement"):
        return ()
    one = chance.choice(found)
    whole = text(node)
    return instead(node, f"{whole[: one.end() - 1]}{OTHER[whole[one.end() - 1]]}{whole[one.end() :]}")


def inserted(node: Node, chance: Random) -> Changes:
    """Of an f-string the conversion or what stands in its braces."""
    plain = [each for each in named(node) if each.type == "identifier"]
    return (Change(node.end_byte - 1, node.end_byte - 1, "!r"),) if len(node.named_children) == 1 and plain else ()


def directive_arm(node: Node, chance: Random) -> Changes:
    """The `#else` of an `#if`, with what it holds."""
    last = node.named_children[-1] if node.named_children else None
    holder = node.parent
    if not named(node) or holder is None or last is None or text(node).count("#endif"):
        return ()
    end = max(node.end_byte, last.end_byte)
    return (Change(node.start_byte, end, ""),) if "\n" in text(node).strip() else ()


def whole_directive(node: Node, chance: Random) -> Changes:
    """What an `#ifdef` holds, with it; no guard of a header."""
    top = node.parent is not None and node.parent.type == "translation_unit" and len(text(node)) > 2000
    if top or not any(each.type not in ("identifier", "preproc_def", "preproc_include") for each in named(node)):
        return ()
    return (Change(node.start_byte, node.end_byte, ""),) if len(text(node)) < 4000 and in_function(node) else ()


def from_the_end(node: Node, chance: Random) -> Changes:
    """`a[-1]` becomes `a[0]`, and the other way."""
    parts = named(node)
    place = parts[-1] if len(parts) == 2 else None
    if place is None or not in_function(node) or text(place) not in ("-1", "0"):
        return ()
    return instead(place, "0" if text(place) == "-1" else "-1")


def slice_end(node: Node, chance: Random) -> Changes:
    """`a[1:]` becomes `a[:]`."""
    ends = named(node)
    return instead(ends[0], "") if len(ends) == 1 and in_function(node) else ()


def decorator_argument(node: Node, chance: Random) -> Changes:
    given = next((field(each, "arguments") for each in named(node) if each.type == "call"), None)
    inside = named(given) if given is not None else []
    return with_comma(chance.choice(inside)) if inside else ()


def keyword_gone(node: Node, chance: Random) -> Changes:
    return (
        with_comma(node)
        if in_function(node) and node.parent is not None and node.parent.type == "argument_list"
        else ()
    )


def initial(node: Node, chance: Random) -> Changes:
    """`int a = 0;` becomes `int a;`."""
    name, value = field(node, "declarator"), field(node, "value")
    if name is None or value is None or value.type == "initializer_list" or not in_function(node):
        return ()
    whole = within(node, "declaration")
    if whole is None or re.search(r"\b(?:const|auto|static)\b|&", text(whole).split("=")[0]):
        return ()
    return instead(node, text(name)) if whole.parent is not None and whole.parent.type in BLOCKS else ()


def local_type(node: Node, chance: Random) -> Changes:
    """`size_t n` becomes `int n`, in a function."""
    kind = field(node, "type")
    others = {
        "int": "short",
        "size_t": "int",
        "unsigned": "int",
        "long": "int",
        "uint32_t": "uint16_t",
        "double": "float",
    }
    return instead(kind, others[text(kind)]) if kind is not None and text(kind) in others and in_function(node) else ()


def backwards(node: Node, chance: Random) -> Changes:
    """`i++` of a loop becomes `i += 2`."""
    step = field(node, "update")
    inner = field(step, "argument") if step is not None and step.type == "update_expression" else None
    return instead(step, f"{text(inner)} += 2") if step is not None and inner is not None else ()


def returning(node: Node, chance: Random) -> Changes:
    """`return f(a)` becomes `f(a)`."""
    values = named(node)
    last = bool(values) and node.next_named_sibling is None
    if not last or values[0].type not in ("call", "call_expression", "await") or not in_function(node):
        return ()
    return instead(node, text(values[0]) + ("" if python(node) else ";"))


def outer_name(node: Node, chance: Random) -> Changes:
    """`global a` is deleted."""
    return line_cut(node) if in_function(node) and len(named(node.parent) if node.parent else []) > 1 else ()


def denied(node: Node, chance: Random) -> Changes:
    """`not a` becomes a, in a condition."""
    inner = field(node, "argument")
    sign = node.children[0].type if node.children else ""
    if inner is None or sign not in ("not", "!") or not in_function(node):
        return ()
    asked = within(node, "if_statement", "elif_clause", "while_statement")
    whole = field(asked, "condition") if asked is not None else None
    inside = whole is not None and whole.start_byte <= node.start_byte and node.end_byte <= whole.end_byte
    return instead(node, text(inner)) if inside else ()


def called(node: Node, chance: Random) -> Changes:
    """Another function of the file is called."""
    name = field(node, "function")
    if name is None or name.type != "identifier" or not in_function(node):
        return ()
    top = [each for each in _top(node).children if each.type == "function_definition"]
    names = sorted({found for each in top if (found := _name(each)) and found != text(name)})
    return instead(name, chance.choice(names)) if names else ()


def _top(node: Node) -> Node:
    while node.parent is not None:
        node = node.parent
    return node


def _name(node: Node) -> str:
    found = field(node, "name") if python(node) else field(node, "declarator")
    while found is not None and found.type in ("function_declarator", "pointer_declarator"):
        found = field(found, "declarator")
    return text(found) if found is not None and found.type == "identifier" else ""


def member(node: Node, chance: Random) -> Changes:
    """A field of a struct or class is deleted."""
    holder = node.parent
    fields = [each for each in named(holder) if each.type == "field_declaration"] if holder is not None else []
    return line_cut(node) if len(fields) > 2 and not in_function(node) else ()


def import_gone(node: Node, chance: Random) -> Changes:
    top = node.parent is not None and node.parent.type == "module"
    return line_cut(node) if top and "__future__" not in text(node) and len(statements(node.parent)) > 1 else ()


FUNCTION_IFS = "preproc_if preproc_ifdef"
OPERATORS = (
    Operator("swap two arguments", "argument_list", swapped_arguments, CHANGED, GONE),
    Operator("compare with another", "binary_expression comparison_operator", operand, CHANGED, GONE),
    Operator("delete a default case", "case_statement case_clause", default_case, LOST, ADDED),
    Operator("delete a case's break", "break_statement", breaking, LOST + "|breaks", ADDED, languages="c cpp"),
    Operator("delete a cast", "cast_expression call call_expression", cast, CHANGED),
    Operator("change a format", "string string_literal", format_text, CHANGED, GONE),
    Operator("change a conversion", "interpolation", inserted, CHANGED, GONE, languages="python"),
    Operator("delete an #else", "preproc_else", directive_arm, LOST + "|#|is new|now", languages="c cpp"),
    Operator("delete an #ifdef", FUNCTION_IFS, whole_directive, LOST + "|#", ADDED, languages="c cpp"),
    Operator("take from the other end", "subscript", from_the_end, CHANGED, GONE, languages="python"),
    Operator("open a slice", "slice", slice_end, CHANGED, GONE, languages="python"),
    Operator("delete a decorator's argument", "decorator", decorator_argument, CHANGED + "|decorat|@", languages="python"),
    Operator("delete a keyword argument", "keyword_argument", keyword_gone, CHANGED + "|without", r"[Ii]s new", languages="python"),
    Operator("delete an initial value", "init_declarator", initial, CHANGED + "|without|initial", ADDED, languages="c cpp"),
    Operator("change a local's type", "declaration", local_type, CHANGED + "|type", languages="c cpp"),
    Operator("change a loop's step", "for_statement", backwards, CHANGED + "|step|round|goes on by", languages="c cpp"),
    Operator("delete a return", "return_statement", returning, LOST + "|returns"),
    Operator("delete a global", "global_statement nonlocal_statement", outer_name, r".", ADDED, languages="python"),
    Operator("delete a not", "not_operator unary_expression", denied, CHANGED),
    Operator("call another", "call call_expression", called, CHANGED),
    Operator("delete a field", "field_declaration", member, LOST + "|field", ADDED, languages="c cpp"),
    Operator("delete an import", "import_statement import_from_statement", import_gone, LOST + "|import", ADDED, languages="python"),
)  # fmt: skip
