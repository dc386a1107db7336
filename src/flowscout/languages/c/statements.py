"""Statements of C: the table of rows, and what needs more than a row: switches, conditional groups, `({ … })`."""

from __future__ import annotations

from typing import Any, Final

from flowscout.model.language import Node, Reader, Row
from flowscout.model.syntax import Body, Loop, Range, Return, Simple, Stmt, Variant
from flowscout.shapes.rows import (
    block,
    branch,
    field,
    first,
    inside,
    labelled,
    leave,
    nothing,
    simple,
    test_of,
)

from ...model.pattern import regex
from . import governed, macro_conditions, macro_loops
from .functions import invocation_parts, loops
from .names import combines
from .switches import TOO_DEEP, TURNS, choose, of_group, stray_case

_ERROR: Final = regex(
    rb"[^\n]*+\n(?:\s++|//[^\n]*+|/\*(?:[^*]++|\*(?!/))*+\*/)*+#[ \t]*+error\b[^\n]*+(?:\n(?:\s++|//[^\n]*+|/\*(?:[^*]++|\*(?!/))*+\*/|#[ \t]*+endif\b[^\n]*+)*+)?"
)
_CALL: Final = regex(r"\w++\([^(){};]*+\)\s*+;?")
_ROLES: Final = {
    "assignment_expression": "assign",
    "update_expression": "assign",
    "delete_expression": "delete",
    "gnu_asm_expression": "asm",
    "co_await_expression": "expression",
}


def expression(node: Node, reader: Reader) -> Body:
    inner = first(node)
    if inner is None:
        return ()
    kind = inner.type
    role = "declare" if _declares(inner) or _declares_a_pointer(inner) else _ROLES.get(kind, "expression")
    start, end = reader.span(node)
    behind = node.end_byte - inner.end_byte
    if behind > 1:  # a semicolon put in behind a macro's invocation
        end -= behind
    if kind == "call_expression":
        function = inner.child(0)
        first_byte, end_byte = function.byte_range
        if end_byte - first_byte == 6 and reader.text(function) == "assert":
            arguments = inner.child_by_field_name("arguments")
            if arguments is not None and arguments.named_child_count == 1:
                return (Simple(start, end, "assert", insisted(arguments.named_child(0), reader)),)
    lifted = statement_expressions(node, reader)
    if not lifted:
        return (Simple(start, end, role),)
    if inside(inner).type == "compound_statement":
        return lifted
    return (*lifted, Simple(start, end, role))


def _declares(node: Node) -> bool:
    """`int (*row)[2];` reads as an item of a cast to C++'s grammar."""
    while node.type == "subscript_expression" and node.named_child_count:
        node = node.child(0)
    function = node.child_by_field_name("function") if node.type == "call_expression" else None
    arguments = (
        node.child_by_field_name("arguments") if function is not None and function.type == "primitive_type" else None
    )
    only = arguments.named_child(0) if arguments is not None and arguments.named_child_count == 1 else None
    return only is not None and only.type == "pointer_expression"


def _declares_a_pointer(node: Node) -> bool:
    """`table_t(int) * rows = read(db);`: no product is given a value, so that a macro stands for the type."""
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if node.type != "binary_expression" or left is None or right is None or left.type != "call_expression":
        return False
    named = right.child_by_field_name("left") if right.type == "assignment_expression" else None
    return named is not None and named.type == "identifier" and node.child(1).type == "*"


def insisted(node: Any, reader: Reader) -> Range:
    """What must hold, without the sentence beside it: of `n > 0 && "n is a count"` the first part."""
    while node.type == "binary_expression" and node.child_by_field_name("operator").type == "&&":
        if node.child_by_field_name("right").type not in ("string_literal", "concatenated_string"):
            break
        node = node.child_by_field_name("left")
    return reader.range(node)


def declaration(node: Node, reader: Reader) -> Body:
    role = "expression" if _is_call(node, reader) or combines(node) else "declare"
    return (*statement_expressions(node, reader), Simple(*reader.span(node), role))


def _is_call(node: Node, reader: Reader) -> bool:
    """`FD_SET(FD_SET_T fd, &set);`: a macro before an argument makes the grammar see the type of a declaration."""
    kind = node.child_by_field_name("type")
    return kind is not None and kind.type == "macro_type_specifier" and bool(_CALL.fullmatch(reader.text(node)))


def give_back_value(node: Node, reader: Reader) -> Body:
    """`return fail(s), false;` does the one, then gives the other back."""
    value = first(node)
    before: list[Stmt] = []
    while value is not None and value.type == "comma_expression" and not value.has_error:
        left = value.child_by_field_name("left")
        before.append(Simple(*reader.span(left), "expression"))
        value = value.child_by_field_name("right")
    found = reader.range(value) if value is not None else None
    return (
        *statement_expressions(node, reader),
        *before,
        Return(reader.span(value if before else node)[0], reader.span(node)[1], found),
    )


def statement_expressions(node: Any, reader: Reader) -> Body:
    """GNU's `({ … })`: its statements run before the statement that uses their value."""
    if not reader.holds(node, "statement expressions"):
        return ()
    found: list[Stmt] = []
    stack = [node]
    while stack:
        here = stack.pop()
        if (
            here.type == "parenthesized_expression"
            and here.named_child_count
            and here.named_child(0).type == "compound_statement"
        ):
            found += reader.body(here.named_child(0))
        elif here.type != "lambda_expression":
            stack.extend(reversed(here.named_children))
    return tuple(found)


def otherwise(node: Any) -> Any:
    """What an if does when its test fails: the statement within its `else`."""
    clause = node.child_by_field_name("alternative")
    if clause is None:
        return None
    return first(clause) if clause.type == "else_clause" else clause


def parts(node: Any) -> tuple[Any, Any, Any]:
    return tuple(node.child_by_field_name(name) for name in ("initializer", "condition", "update"))


def counted(node: Node, reader: Reader) -> Body:
    """`for (init; test; step)`."""
    init, test, step = parts(node)
    begin: Body = ()
    if init is not None:
        role = (
            "declare"
            if init.type == "declaration"
            else "assign"
            if init.type in ("assignment_expression", "comma_expression")
            else "expression"
        )
        begin = (Simple(*reader.span(init), role),)
    return (
        Loop(
            *reader.span(node),
            "for",
            reader.body(node.child_by_field_name("body")),
            reader.range(test) if test is not None else None,
            None,
            None,
            begin,
            reader.range(step) if step is not None else None,
        ),
    )


def looped(style: str) -> Row:
    def row(node: Node, reader: Reader) -> Body:
        if style == "while" and macro_loops.is_macro(node, reader):
            return macro_loops.row(node, reader)
        test = inside(node.child_by_field_name("condition"))
        return (Loop(*reader.span(node), style, reader.body(node.child_by_field_name("body")), reader.range(test)),)

    return row


def macro_block(node: Node, reader: Reader) -> Body:
    """`FOREACH(x) { … }`: a loop when the macro's name says so, else a call and a block. A real nested function is a
    definition."""
    found, body = invocation_parts(node), node.child_by_field_name("body")
    if found is None or body is None:
        return (Simple(*reader.span(node), "define"),)
    name, arguments = found
    start, end = reader.span(name)[0], reader.span(arguments)[1]
    if loops(reader.text(name)):
        inner = reader.span(arguments)[0] + 1
        target, iterable = None, Range(inner, max(inner, end - 1))
        if arguments.named_child_count > 1:
            target, iterable = (reader.range(arguments.named_child(at)) for at in (0, 1))
        return (Loop(start, reader.span(body)[1], "each", reader.body(body), None, target, iterable),)
    return (Simple(start, end, "expression"), *reader.body(body))


def variant(node: Node, reader: Reader) -> Body:
    """`#if` around whole statements: every branch is kept under its condition, but those that `#error` keeps from being
    built."""
    if reader.full:
        return reader.opaque(node, node, TOO_DEEP)
    reader.depth += 1
    arms: list[tuple[str, Body]] = []
    refused = -1
    here: Any = node
    while here is not None:
        content: list[Stmt] = []
        following = None
        for child in here.named_children:
            if child.type in TURNS:
                following = child
            elif not of_group(here, child) and child.type != "comment":
                content += reader.statement(child)
        if not content and _refused(
            reader, here.start_byte, following.start_byte if following is not None else node.end_byte
        ):
            refused = len(arms)
        else:
            arms.append((condition_text(here, reader), tuple(content)))
        here = following
    reader.depth -= 1
    if refused == len(arms) and arms:
        arms[-1] = ("", arms[-1][1])  # what is left where no other is
    if len(arms) == 1 and not arms[0][0]:
        return arms[0][1]
    if all(not body for _, body in arms):
        return ()
    start, end = reader.span(node)
    braced = start > 0 and governed.ASKED.match(reader.written(node.start_byte - 1, node.end_byte))
    return (Variant(start - bool(braced), end, tuple(arms)),)


def _refused(reader: Reader, start: int, end: int) -> bool:
    """An arm that holds nothing but `#error`: the grammar does not see the line."""
    return _ERROR.fullmatch(reader.written(start, end)) is not None


def condition_text(group: Any, reader: Reader) -> str:
    if group.type == "preproc_else":
        return ""
    if group.type in ("preproc_if", "preproc_elif"):
        condition = group.child_by_field_name("condition")
        if condition is None:
            return "?"
        asked = governed.ASKED.match(reader.written(max(group.start_byte - 1, 0), condition.end_byte))
        return (
            f"{'!' if asked[1] else ''}defined {asked[2].decode('utf-8', 'replace')}"
            if asked
            else reader.text(condition)
        )
    name = group.child_by_field_name("name")
    word = reader.text(group.child(0))
    negation = "!" if word.replace(" ", "") in ("#ifndef", "#elifndef") else ""
    return f"{negation}defined {reader.text(name)}" if name is not None else "?"


STATEMENTS: Final[dict[str, Row]] = {
    "comment": nothing,
    ";": nothing,
    "compound_statement": block,
    "expression_statement": expression,
    "declaration": declaration,
    "type_definition": nothing,
    "static_assert_declaration": nothing,
    "struct_specifier": simple("define"),
    "union_specifier": simple("define"),
    "enum_specifier": simple("define"),
    "function_definition": macro_block,
    "if_statement": macro_conditions.either(branch(test_of("condition"), field("consequence"), otherwise)),
    "switch_statement": choose,
    "case_statement": stray_case,
    "while_statement": looped("while"),
    "do_statement": looped("do"),
    "for_statement": counted,
    "return_statement": give_back_value,
    "break_statement": leave("break"),
    "continue_statement": leave("continue"),
    "goto_statement": leave("goto", field("label")),
    "labeled_statement": labelled(field("label"), lambda node: _labelled(node)),
    "attributed_statement": lambda node, reader: reader.body(_last_named(node)),
    "preproc_if": variant,
    "preproc_ifdef": variant,
    "preproc_def": nothing,
    "preproc_function_def": nothing,
    "preproc_call": nothing,
    "preproc_include": nothing,
    "preproc_directive": nothing,
    "attribute_declaration": nothing,
    "attribute_specifier": nothing,
    "gnu_asm_expression": simple("asm"),
}
BLOCKS: Final = frozenset({"compound_statement"})


def _last_named(node: Any) -> Any:
    return node.named_child(node.named_child_count - 1) if node.named_child_count else None


def _labelled(node: Any) -> Any:
    last = _last_named(node)
    return last if last is not None and last.type != "statement_identifier" else None
