"""What each kind of statement does to control."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from flowscout.model.language import Node, Reader, Row
from flowscout.model.syntax import Arm, Body, If, Range, Simple, Switch, With
from flowscout.shapes.rows import (
    TOO_LONG,
    attempt,
    field,
    first,
    fold,
    give_back,
    inside,
    leave,
    loop,
    nothing,
    simple,
    throw,
)

BLOCKS: Final = frozenset({"block", "module"})
ROLES: Final = {
    "augmented_assignment": "assign",
    "yield": "yield",
    "string": "pass",
    "concatenated_string": "pass",
    "ellipsis": "pass",
}


def block_of(node: Node) -> Any:
    """The block of a clause that has no field for it."""
    return next((child for child in reversed(node.named_children) if child.type == "block"), None)


def otherwise(node: Node) -> Any:
    """The body of a loop's or try's `else`."""
    clause = node.child_by_field_name("alternative")
    return clause and clause.child_by_field_name("body")


def expression(node: Node, reader: Reader) -> Body:
    inner: Any = node.named_child(0) if node.named_child_count else None
    kind = inner.type if inner is not None else ""
    if kind == "assignment":
        role = "assign" if inner.child_by_field_name("right") is not None else "declare"
    else:
        role = ROLES.get(kind, "expression")
    return (Simple(*reader.span(node), role),)


def branch(node: Node, reader: Reader) -> Body:
    """if, its elifs and its else: a flat list of clauses here, a nest in the neutral syntax."""
    depth, end = reader.depth, reader.span(node)[1]
    arms = [_arm(node, end, reader)]
    rest: Body = ()
    for clause in node.children_by_field_name("alternative"):
        if clause.type == "else_clause":
            rest = reader.body(clause.child_by_field_name("body"))
        elif reader.full:
            rest = reader.opaque(clause, node, TOO_LONG)
            break
        else:
            reader.depth += 1
            arms.append(_arm(clause, end, reader))
    reader.depth = depth
    return fold(arms, rest)


def _arm(clause: Node, end: int, reader: Reader) -> If:
    test, then = clause.child_by_field_name("condition"), clause.child_by_field_name("consequence")
    return If(reader.span(clause)[0], end, reader.range(test), reader.body(then), ())


def match(node: Node, reader: Reader) -> Body:
    subjects = node.children_by_field_name("subject")
    cases = node.child_by_field_name("body")
    arms = [_case(case, reader) for case in cases.named_children if case.type == "case_clause"]
    subject = Range(reader.span(subjects[0])[0], reader.span(subjects[-1])[1])
    return (Switch(*reader.span(node), subject, tuple(arms), falls=False),)


def _case(case: Node, reader: Reader) -> Arm:
    patterns = [child for child in case.named_children if child.type == "case_pattern"]
    guard = case.child_by_field_name("guard")
    condition = first(guard) if guard is not None else None
    test = reader.range(condition) if condition is not None else None
    ranges = (Range(reader.span(patterns[0])[0], reader.span(patterns[-1])[1]),) if patterns else ()
    sure = test is None and len(patterns) == 1 and _irrefutable(patterns[0])
    return Arm(*reader.span(case), ranges, reader.body(case.child_by_field_name("consequence")), sure, test)


def _irrefutable(pattern: Node) -> bool:
    """`_`, or a bare name that takes whatever comes."""
    inner = first(pattern)
    if inner is None:
        return pattern.end_byte - pattern.start_byte == 1
    return bool(inner.type == "dotted_name" and inner.named_child_count == 1)


def with_items(node: Node) -> list[Any]:
    """Its context managers; `with (a, b):` has two, though the grammar sees a tuple."""
    clause = first(node)
    items = [item for item in clause.named_children if item.type == "with_item"] if clause is not None else []
    if len(items) == 1 and (inner := first(items[0])) is not None and inner.type == "tuple":
        return [item for item in inner.named_children if item.type != "comment"]
    return items


def with_(node: Node, reader: Reader) -> Body:
    items = tuple(reader.range(item) for item in with_items(node))
    return (With(*reader.span(node), items, reader.body(node.child_by_field_name("body"))),)


def assertion(node: Node, reader: Reader) -> Body:
    test = first(node)
    return (Simple(*reader.span(node), "assert", reader.range(test) if test is not None else None),)


def clauses(node: Node) -> list[Any]:
    return [child for child in node.named_children if child.type in ("except_clause", "except_group_clause")]


def caught_types(clause: Node) -> list[Any]:
    """Nodes of the exception types: `A`, `(A, B)`, `A as e`, Python 2's `A, e`; none for a bare `except`."""
    found = []
    bound = _bound_behind_a_comma(clause)
    for value in [each for each in clause.children_by_field_name("value") if each != bound]:
        inner = inside(first(value) if value.type == "as_pattern" else value)
        found += [item for item in inner.named_children if item.type != "comment"] if inner.type == "tuple" else [inner]
    return found


def caught_name(clause: Node) -> Any:
    """Node of the name the exception is bound to."""
    value = clause.child_by_field_name("value")
    alias = value.child_by_field_name("alias") if value is not None and value.type == "as_pattern" else None
    return alias or _bound_behind_a_comma(clause)


def _bound_behind_a_comma(clause: Node) -> Any:
    """`e` of Python 2's `except A, e`; a class, as Python 3.14 takes it there, is not written so."""
    values = clause.children_by_field_name("value")
    last = values[1] if len(values) == 2 else None
    return last if last is not None and last.type == "identifier" and last.text[:1].islower() else None


def _name(clause: Node, reader: Reader) -> str:
    alias = caught_name(clause)
    return reader.text(alias) if alias is not None else ""


def _final(node: Node) -> Any:
    clause = next((child for child in node.named_children if child.type == "finally_clause"), None)
    return clause and block_of(clause)


def _else(node: Node) -> Any:
    clause = next((child for child in node.named_children if child.type == "else_clause"), None)
    return clause and clause.child_by_field_name("body")


def _star(node: Node) -> bool:
    return any(child.type in ("*", "except*") for clause in clauses(node) for child in clause.children[:2])


STATEMENTS: Final[Mapping[str, Row]] = {
    "expression_statement": expression,
    "if_statement": branch,
    "for_statement": loop("each", field("body"), target=field("left"), iterable=field("right"), orelse=otherwise),
    "while_statement": loop("while", field("body"), test=field("condition"), orelse=otherwise),
    "match_statement": match,
    "try_statement": attempt(
        field("body"),
        clauses,
        lambda clause, reader: tuple(reader.text(node) for node in caught_types(clause)),
        block_of,
        name=_name,
        orelse=_else,
        final=_final,
        star=_star,
    ),
    "with_statement": with_,
    "return_statement": give_back(),
    "raise_statement": throw(),
    "break_statement": leave("break"),
    "continue_statement": leave("continue"),
    "assert_statement": assertion,
    "delete_statement": simple("delete"),
    "pass_statement": simple("pass"),
    "global_statement": simple("scope"),
    "nonlocal_statement": simple("scope"),
    "import_statement": simple("import"),
    "import_from_statement": simple("import"),
    "future_import_statement": simple("import"),
    "type_alias_statement": simple("declare"),
    "function_definition": simple("define"),
    "class_definition": simple("define"),
    "decorated_definition": simple("define"),
    "comment": nothing,
    "line_continuation": nothing,
}
