"""Statements that C++ adds to C's."""

from __future__ import annotations

from typing import Any, Final

from flowscout.languages.c import macro_conditions, macro_labels, macro_loops
from flowscout.languages.c.statements import BLOCKS as C_BLOCKS
from flowscout.languages.c.statements import STATEMENTS as C_STATEMENTS
from flowscout.languages.c.statements import otherwise
from flowscout.languages.c.switches import arms_of
from flowscout.model.language import Node, Reader, Row
from flowscout.model.syntax import Body, Loop, Switch
from flowscout.shapes.rows import attempt, branch, field, first, give_back, inside, nothing, simple, throw


def condition(node: Any) -> Any:
    """What is tested: behind `if (init; test)`, within the parentheses."""
    clause = node.child_by_field_name("condition")
    if clause is not None and clause.type == "condition_clause":
        return clause.child_by_field_name("value") or clause
    return inside(clause)


def initialiser(node: Any) -> Any:
    clause = node.child_by_field_name("condition")
    return (
        clause.child_by_field_name("initializer") if clause is not None and clause.type == "condition_clause" else None
    )


def constant(node: Any) -> bool:
    return any(child.type == "constexpr" for child in node.children[:3])


def choose(node: Node, reader: Reader) -> Body:
    subject = macro_labels.subject(node, condition(node), reader)
    start = initialiser(node)
    init = reader.body(start) if start is not None else ()
    return (Switch(*reader.span(node), subject, arms_of(node, reader), True, init),)


def during(node: Node, reader: Reader) -> Body:
    if macro_loops.is_macro(node, reader):
        return macro_loops.row(node, reader)
    return (
        Loop(*reader.span(node), "while", reader.body(node.child_by_field_name("body")), reader.range(condition(node))),
    )


def in_turn(node: Node, reader: Reader) -> Body:
    """`for (auto& x : xs)`: the target is the declared name, without its type."""
    init = node.child_by_field_name("initializer")
    target: Any = node.child_by_field_name("declarator")
    while target is not None and target.type in ("reference_declarator", "pointer_declarator"):
        target = target.child_by_field_name("declarator") or first(target)
    return (
        Loop(
            *reader.span(node),
            "each",
            reader.body(node.child_by_field_name("body")),
            None,
            reader.range(target) if target is not None else None,
            reader.range(node.child_by_field_name("right")),
            reader.body(init) if init is not None else (),
        ),
    )


def handlers(node: Node) -> list[Any]:
    return [child for child in node.named_children if child.type == "catch_clause"]


def caught(node: Any) -> Any:
    parameters = node.child_by_field_name("parameters")
    return (
        next((c for c in parameters.named_children if c.type == "parameter_declaration"), None)
        if parameters is not None
        else None
    )


def caught_types(node: Node, reader: Reader) -> tuple[str, ...]:
    declared = caught(node)
    kind = declared.child_by_field_name("type") if declared is not None else None
    if declared is None or kind is None:
        return ()
    stars, here = "", declared.child_by_field_name("declarator")
    while here is not None and here.type in ("pointer_declarator", "abstract_pointer_declarator"):
        stars += "*"
        here = here.child_by_field_name("declarator")
    constant = any(child.type == "type_qualifier" and reader.text(child) == "const" for child in declared.children)
    return (f"{'const ' if constant else ''}{reader.text(kind)} {stars}" if stars else reader.text(kind),)


def caught_name(node: Node, reader: Reader) -> str:
    declared = caught(node)
    here = declared.child_by_field_name("declarator") if declared is not None else None
    while here is not None and here.type != "identifier":
        here = here.child_by_field_name("declarator") or first(here)
    return reader.text(here) if here is not None else ""


def single(node: Node, reader: Reader) -> Body:
    """The declaration or expression of `if (init; …)`."""
    inner = first(node)
    return reader.body(inner)


STATEMENTS: Final[dict[str, Row]] = {
    **C_STATEMENTS,
    "class_specifier": simple("define"),
    "namespace_alias_definition": nothing,
    "using_declaration": nothing,
    "alias_declaration": nothing,
    "template_declaration": nothing,
    "concept_definition": nothing,
    "init_statement": single,
    "if_statement": macro_conditions.either(
        branch(condition, field("consequence"), otherwise, init=initialiser, constant=constant)
    ),
    "switch_statement": choose,
    "while_statement": during,
    "for_range_loop": in_turn,
    "try_statement": attempt(field("body"), handlers, caught_types, field("body"), name=caught_name),
    "throw_statement": throw(),
    "co_return_statement": give_back("co_return"),
    "co_yield_statement": simple("yield"),
}
BLOCKS: Final = C_BLOCKS
