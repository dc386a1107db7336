"""Names and what is known of their values: declarations, writes, prototypes, globals, type aliases, returned values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from flowscout.model.declared import Import
from flowscout.model.facts import Binding, Write
from flowscout.shapes.draft import FileDraft, FunctionDraft

from .functions import type_text
from .names import Declarator, combines, unmarked, unwrap
from .signature import canonical
from .types import declare

QUERY: Final = """
(declaration) @declaration
(assignment_expression) @assign
(update_expression) @update
(type_definition) @typedef
(return_statement) @returned
"""
_TOLD: Final = frozenset({"identifier", "field_expression", "call_expression"})
_AUTO: Final = frozenset({"auto", "decltype(auto)", "__auto_type"})


def declarations(nodes: Sequence[Any], file: FileDraft) -> None:
    for node in nodes:
        at = file.at(node.start_byte)
        kind = node.child_by_field_name("type")
        if kind is None or (node.start_byte < at.body_start and at is not file.root):  # K&R parameters
            continue
        text = None
        if at is not file.root and combines(node):
            continue
        for declarator in node.children_by_field_name("declarator"):
            declared = unmarked(kind, unwrap(declarator))
            if declared.name is None:
                if declarator.type == "init_declarator" or declarator.type == "structured_binding_declarator":
                    structured(declarator, at, file)
                continue
            if text is None:
                text = type_text(kind, file)
            if declared.function is not None and (
                at is file.root or kind.type == "primitive_type" or not at.extra.get("constructs")
            ):
                if declarator.type != "init_declarator" or at is file.root:
                    file.declared.append(declare(node, declared, scope_at(file, node.start_byte), file))
                continue
            bind(node, declarator, declared, text, at, file)


def bind(node: Any, declarator: Any, declared: Declarator, text: str, at: FunctionDraft, file: FileDraft) -> None:
    name = file.read(declared.name)
    value_node = declarator.child_by_field_name("value") if declarator.type == "init_declarator" else None
    if value_node is None:
        value_node = node.child_by_field_name("value")
    value = "" if value_node is None else file.read(value_node)
    kind = "" if text in _AUTO else canonical(text + declared.stars) if declared.stars or " " in text else text
    if at is file.root:
        known = file.globals.setdefault(name, kind or value)
        if canonical(known) != canonical(kind or value):
            file.globals[name] = ""  # one of several types, by the namespace
        return
    extern = file.data.startswith(b"extern", node.start_byte)
    lasts = not extern and _lasts(node, declared, file)
    how = "global" if extern else "static" if lasts else "declare"
    at.bindings.append(Binding(declared.name.start_byte - at.start, name, kind, value, how))
    if not extern:
        at.extra.setdefault("locals", set()).add(name)
        if "&" in declared.stars or lasts:
            at.extra.setdefault("references", set()).add(name)


def _lasts(node: Any, declared: Declarator, file: FileDraft) -> bool:
    """`static int seeded;` has at the next call what this one gave it; what is `const` is given nothing more."""
    head = set(file.data[node.start_byte : declared.name.start_byte].replace(b"*", b" * ").split())
    return b"static" in head and (head.isdisjoint((b"const", b"constexpr")) or "*" in declared.stars)


def structured(declarator: Any, at: FunctionDraft, file: FileDraft) -> None:
    """`auto [a, b] = pair;`"""
    value = declarator.child_by_field_name("value")
    inner = declarator
    while inner is not None and inner.type != "structured_binding_declarator":
        inner = inner.child_by_field_name("declarator") or (inner.named_child(0) if inner.named_child_count else None)
    for name in inner.named_children if inner is not None else ():
        text = file.read(name)
        at.bindings.append(Binding(name.start_byte - at.start, text, "", file.read(value) if value is not None else ""))
        at.extra.setdefault("locals", set()).add(text)


def scope_at(file: FileDraft, offset: int) -> tuple[str, ...]:
    """Names of the namespaces around an offset outside functions."""
    found: tuple[str, ...] = ()
    for start, end, names in file.root.extra.get("spaces", ()):
        if start <= offset < end:
            found += names
    return found


def assignments(nodes: Sequence[Any], file: FileDraft) -> None:
    data = file.data
    for node in nodes:
        left = node.child_by_field_name("left")
        if left is None:
            continue
        start, end = left.byte_range
        at = file.at(start)
        if left.type == "identifier":
            at.extra.setdefault("given", {}).setdefault(file.read(left), []).append(
                file.text(*node.child_by_field_name("right").byte_range)
            )
        if at is file.root or (left.type == "identifier" and fresh(at, data[start:end].decode("utf-8", "replace"))):
            continue
        how = (
            "assign"
            if node.child_by_field_name("operator").end_byte - node.child_by_field_name("operator").start_byte == 1
            else "augment"
        )
        at.writes.append(Write(start - at.start, end - at.start, file.text(start, end), how))


def updates(nodes: Sequence[Any], file: FileDraft) -> None:
    for node in nodes:
        target = node.child_by_field_name("argument")
        start, end = target.byte_range
        at = file.at(start)
        if at is file.root or (target.type == "identifier" and fresh(at, file.read(target))):
            continue
        at.writes.append(Write(start - at.start, end - at.start, file.text(start, end), "update"))


def fresh(at: FunctionDraft, name: str) -> bool:
    """A parameter or local by value, here."""
    return name in at.extra.get("locals", ()) and name not in at.extra.get("references", ())


def typedefs(nodes: Sequence[Any], file: FileDraft) -> None:
    for node in nodes:
        kind = node.child_by_field_name("type")
        if kind is None:
            continue
        text = type_text(kind, file)
        for declarator in node.children_by_field_name("declarator"):
            declared = unwrap(declarator)
            if declared.name is None:
                continue
            text = text or file.read(declared.name)  # an anonymous struct goes by its first alias
            alias, module = file.read(declared.name), canonical(text + declared.stars)
            if module and module != alias:
                at, around = file.at(node.start_byte).index, file.type_at(node.start_byte)
                inside = around.head.name if around is not None else ""
                file.imports.append(Import("alias", module, inside, alias, 0, node.start_point.row + 1, at))


def returned(nodes: Sequence[Any], file: FileDraft) -> None:
    for node in (child for statement in nodes for child in statement.named_children if child.type in _TOLD):
        at = file.at(node.start_byte)
        if at is not file.root:
            at.returns.append(file.read(node))


HARVEST: Final = {
    "declaration": declarations,
    "assign": assignments,
    "update": updates,
    "typedef": typedefs,
    "returned": returned,
}
