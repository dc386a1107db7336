"""Calls that C++ adds to C's: construction, new, delete, operators on objects; and its marks, throws and catches."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from flowscout.languages.c import bindings
from flowscout.languages.c.uses import argument_ranges, bare, directives, plain, shortcuts
from flowscout.model.facts import Binding, Call, Raised, Shield, Write
from flowscout.model.pattern import regex
from flowscout.shapes.draft import FileDraft, FunctionDraft

from . import vexing
from .given import text_of

QUERY: Final = """
(new_expression) @new
(delete_expression) @delete
(field_initializer) @initialiser
(compound_literal_expression) @literal
(binary_expression) @operator
(subscript_expression) @subscript
(assignment_expression) @assigned
(lambda_expression) @scope
(decltype) @scope
(requires_expression) @scope
(throw_statement) @throw
(try_statement) @try
(catch_clause) @catch
(for_range_loop) @each
(return_statement) @returned
(co_await_expression) @await
(co_yield_statement) @coroutine
(co_return_statement) @coroutine
"""
_CLASS: Final = frozenset({"type_identifier", "qualified_identifier", "template_type"})
_VALUE = regex(
    r"(?:u?int(?:_fast|_least)?\d{0,3}(?:ptr|max)?|s?size|ptrdiff|nullptr|max_align|off(?:64)?|time|clock|pid|uid|gid|mode|socklen|w?char\d{0,2}|wint|byte)_t\Z|(?:u?int|size|ssize|byte|bool|char|float|double|auto|void|short|long|signed|unsigned)\d*\Z|iterator\Z|const_iterator\Z|size_type\Z|value_type\Z"
)
_POINTED: Final = frozenset(
    {"pointer_declarator", "reference_declarator", "function_declarator", "parenthesized_declarator"}
)
_OPERATORS: Final = frozenset(
    {"==", "!=", "<", ">", "<=", ">=", "<=>", "+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^"}
)
_SHORTCUTS: Final = frozenset({"&&", "||"})
_TEMPLATE = regex(r"<[^<>]*>")
_RERAISE = regex(rb"\bthrow\s*;")


@lru_cache(maxsize=4096)  # a project says the same few types over and over
def type_name(text: str) -> tuple[str, str]:
    """Last name of a type and what stands before it: `std::vector<int>` is `vector` of `std`."""
    while "<" in text:
        shorter = _TEMPLATE.sub("", text)
        if shorter == text:
            text = text[: text.index("<")]
            break
        text = shorter
    receiver, _, name = text.strip().rpartition("::")
    return name.strip(), receiver.strip()


def constructed(nodes: Sequence[Any], file: FileDraft) -> None:
    """`T x(a)`, `T x{a}`, `T x = …`, `T x;` where T looks like a class; `T x(a)` also where the grammar sees a
    function."""
    for node in nodes:
        kind = node.child_by_field_name("type")
        if kind is None or kind.type not in _CLASS:
            continue
        at = file.at(node.start_byte)
        if at is file.root or file.data.startswith(b"extern", node.start_byte):
            continue
        name, receiver = type_name(file.read(kind))
        if _VALUE.match(name):
            continue
        for declarator in node.children_by_field_name("declarator"):
            found = _arguments_of(declarator, at, file)
            if found is not None:
                args, argc = found
                start, end = declarator.start_byte - at.start, declarator.end_byte - at.start
                at.calls.append(Call(start, end, name, receiver, "::" if receiver else "", argc, "construct", args))


def _arguments_of(
    declarator: Any, at: FunctionDraft, file: FileDraft
) -> tuple[tuple[tuple[int, int], ...], int] | None:
    """Arguments of the constructor a declarator calls; None when it is a pointer, a reference or a real prototype."""
    kind = declarator.type
    if kind == "identifier":
        return (), 0
    if kind == "array_declarator":
        return (), 0
    if kind == "function_declarator":
        parameters = declarator.child_by_field_name("parameters")
        inner = declarator.child_by_field_name("declarator")
        if inner is None or inner.type != "identifier" or not parameters.named_child_count:
            return None
        return argument_ranges(parameters, at.start, file.data)
    if kind != "init_declarator":
        return None
    inner, value = declarator.child_by_field_name("declarator"), declarator.child_by_field_name("value")
    if inner is None or inner.type in _POINTED or value is None:
        return None
    if value.type in ("argument_list", "initializer_list"):
        return argument_ranges(value, at.start, file.data)
    if value.type in (
        "call_expression",
        "conditional_expression",
        "new_expression",
        "co_await_expression",
        "lambda_expression",
    ):
        return None  # the value is built where it comes from
    first, last = value.byte_range
    return ((first - at.start, last - at.start),), 1


def news(nodes: Sequence[Any], file: FileDraft) -> None:
    for node in nodes:
        kind = node.child_by_field_name("type")
        if kind is None:
            continue
        start, end = node.byte_range
        at = file.at(start)
        name, receiver = type_name(file.read(kind))
        args, argc = argument_ranges(node.child_by_field_name("arguments"), at.start, file.data)
        at.calls.append(
            Call(start - at.start, end - at.start, name, receiver, "::" if receiver else "", argc, "new", args)
        )


def deletes(nodes: Sequence[Any], file: FileDraft) -> None:
    for node in nodes:
        if not node.named_child_count:
            continue
        start, end = node.byte_range
        at = file.at(start)
        target = node.named_child(node.named_child_count - 1)
        first, last = target.byte_range
        text = file.text(first, last)
        place = (first - at.start, last - at.start)
        at.calls.append(Call(start - at.start, end - at.start, "", text, "->", 1, "delete", (place,)))
        at.writes.append(Write(*place, text, "delete"))


def initialisers(nodes: Sequence[Any], file: FileDraft) -> None:
    """Members and bases of a constructor. What only copies a plain value is a binding; each is a construction, too."""
    for node in nodes:
        if node.named_child_count < 2:
            continue
        start, end = node.byte_range
        at = file.at(start)
        member, arguments = node.named_child(0), node.named_child(node.named_child_count - 1)
        name, receiver = type_name(file.read(member))
        args, argc = argument_ranges(arguments, at.start, file.data)
        at.calls.append(
            Call(start - at.start, end - at.start, name, receiver, "::" if receiver else "", argc, "construct", args)
        )
        value = (
            file.text(arguments.start_byte + 1, arguments.end_byte - 1)
            if arguments.end_byte - arguments.start_byte > 2
            else ""
        )
        at.bindings.append(Binding(start - at.start, name, "", value, "field-init"))


def literals(nodes: Sequence[Any], file: FileDraft) -> None:
    """`T{a}`."""
    for node in nodes:
        kind, value = node.child_by_field_name("type"), node.child_by_field_name("value")
        if kind is None or kind.type not in _CLASS:
            continue
        start, end = node.byte_range
        at = file.at(start)
        name, receiver = type_name(file.read(kind))
        args, argc = argument_ranges(value, at.start, file.data)
        at.calls.append(
            Call(start - at.start, end - at.start, name, receiver, "::" if receiver else "", argc, "construct", args)
        )


def objects(at: FunctionDraft) -> frozenset[str]:
    """Names in a function that hold objects or references to objects, by their declared type."""
    known = at.extra.get("objects")
    if known is None:
        known = at.extra["objects"] = frozenset(b.name for b in at.bindings if b.type and is_object(b.type))
    return known


@lru_cache(maxsize=4096)
def is_object(text: str) -> bool:
    text = text.removeprefix("const ").rstrip(" &")
    if "*" in text or "[" in text or "(" in text:
        return False
    name, _ = type_name(text)
    return bool(name) and not _VALUE.match(name) and " " not in name


def operators(nodes: Sequence[Any], file: FileDraft) -> None:
    """`a == b` where an operand is known to be an object, or is a call of a class by name: `Slice(x) == y`; `a && b`."""
    joined = []
    for node in nodes:
        operator = node.child_by_field_name("operator")
        kind = operator.type if operator is not None else ""
        if kind in _SHORTCUTS:
            joined.append(node)
        if kind not in _OPERATORS:
            continue
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        at = file.at(left.start_byte)
        if _is_object(left, at, file) or _is_object(right, at, file):
            start, end = left.start_byte - at.start, right.end_byte - at.start
            args = ((start, left.end_byte - at.start), (right.start_byte - at.start, end))
            named = ("", text_of(right, file))
            at.calls.append(Call(start, end, f"operator{kind}", file.read(left), "", 2, "operator", args, named))
    shortcuts(joined, file)


def returned(nodes: Sequence[Any], file: FileDraft) -> None:
    """`return status;`: what is given back is a copy of the object, or takes over what it holds."""
    for node in nodes:
        value = node.named_child(0) if node.named_child_count else None
        if value is None or value.type != "identifier":
            continue
        at, text = file.at(node.start_byte), file.read(value)
        if text in objects(at):
            at.calls.append(
                Call(value.start_byte - at.start, value.end_byte - at.start, "return", text, "", 1, "property")
            )


def _is_object(node: Any, at: FunctionDraft, file: FileDraft) -> bool:
    kind = node.type
    if kind == "identifier":
        return file.read(node) in objects(at)
    if kind == "pointer_expression":
        return file.data[node.start_byte] == 0x2A and bool(node.named_child(0).type == "this")
    if kind == "call_expression":
        function = node.child_by_field_name("function")
        return function.type == "identifier" and file.data[function.start_byte : function.start_byte + 1].isupper()
    return False


def subscripts(nodes: Sequence[Any], file: FileDraft) -> None:
    for node in nodes:
        target = node.child_by_field_name("argument")
        if target is None or target.type != "identifier":
            continue
        at = file.at(target.start_byte)
        if file.read(target) in objects(at):
            start, end = node.start_byte - at.start, node.end_byte - at.start
            at.calls.append(Call(start, end, "operator[]", file.read(target), "", 1, "operator"))


def assigned(nodes: Sequence[Any], file: FileDraft) -> None:
    """`a = b`, `a += b` on an object."""
    for node in nodes:
        target, operator = node.child_by_field_name("left"), node.child_by_field_name("operator")
        if target is None or operator is None or target.type != "identifier":
            continue
        at = file.at(target.start_byte)
        if file.read(target) in objects(at):
            start, end = node.start_byte - at.start, node.end_byte - at.start
            right = node.child_by_field_name("right")
            args = ((right.start_byte - at.start, right.end_byte - at.start),) if right is not None else ()
            named = ("", text_of(right, file)) if right is not None else ()
            at.calls.append(
                Call(start, end, f"operator{operator.type}", file.read(target), "", 1, "operator", args, named)
            )


def thrown(nodes: Sequence[Any], file: FileDraft) -> None:
    for node in nodes:
        start, end = node.byte_range
        at = file.at(start)
        value = next((c for c in node.named_children if c.type != "comment"), None)
        at.raises.append(Raised(start - at.start, end - at.start, raised_type(value, at, file)))


def raised_type(value: Any, at: FunctionDraft, file: FileDraft) -> str:
    """`throw E(x)`, `throw E{x}`, `throw *new E`, `throw e`: what is known of its type; "" for `throw;`."""
    if value is None:
        return ""
    if value.type == "call_expression":
        return bare(file.read(value.child_by_field_name("function")))
    if value.type == "compound_literal_expression":
        return file.read(value.child_by_field_name("type"))
    if value.type == "identifier":
        name = file.read(value)
        known = next((b.type for b in reversed(at.bindings) if b.name == name and b.type), name)
        return known.removeprefix("const ").rstrip(" &*")
    if value.type == "new_expression":
        return file.read(value.child_by_field_name("type"))
    return file.read(value)


def caught_type(clause: Any, file: FileDraft) -> tuple[str, str]:
    """Type and name of what a `catch` takes; both "" for `catch (...)`."""
    parameters = clause.child_by_field_name("parameters")
    declared = (
        next((c for c in parameters.named_children if c.type == "parameter_declaration"), None)
        if parameters is not None
        else None
    )
    if declared is None:
        return "", ""
    kind = declared.child_by_field_name("type")
    name = declared.child_by_field_name("declarator")
    while name is not None and name.type != "identifier":
        name = name.child_by_field_name("declarator") or (name.named_child(0) if name.named_child_count else None)
    return file.read(kind) if kind is not None else "", file.read(name) if name is not None else ""


def tries(nodes: Sequence[Any], file: FileDraft) -> None:
    """What a try keeps in: not what its handler throws on."""
    for node in nodes:
        body = node.child_by_field_name("body")
        if body is None:
            continue
        types = [
            caught_type(clause, file)[0] or "*"
            for clause in node.named_children
            if clause.type == "catch_clause" and not _RERAISE.search(file.data, *clause.byte_range)
        ]
        if types:
            at = file.at(node.start_byte)
            at.shields.append(Shield(body.start_byte - at.start, body.end_byte - at.start, tuple(types)))


def catches(nodes: Sequence[Any], file: FileDraft) -> None:
    for node in nodes:
        kind, name = caught_type(node, file)
        if name:
            at = file.at(node.start_byte)
            at.bindings.append(Binding(node.start_byte - at.start, name, kind, "", "except"))
            at.extra.setdefault("locals", set()).add(name)


def each(nodes: Sequence[Any], file: FileDraft) -> None:
    for node in nodes:
        kind, declarator, right = (node.child_by_field_name(n) for n in ("type", "declarator", "right"))
        if declarator is None or right is None:
            continue
        at = file.at(node.start_byte)
        text = "" if kind is None or file.read(kind) == "auto" else file.read(kind)
        stack = [declarator]
        while stack:
            here = stack.pop()
            if here.type == "identifier":
                name = file.read(here)
                at.bindings.append(Binding(here.start_byte - at.start, name, text, file.read(right), "each"))
                at.extra.setdefault("locals", set()).add(name)
            else:
                stack.extend(here.named_children)


def coroutine(nodes: Sequence[Any], file: FileDraft) -> None:
    for node in nodes:
        at = file.at(node.start_byte)
        if at is not file.root and "coroutine" not in at.head.flags:
            at.head = at.head._replace(flags=f"{at.head.flags} coroutine".strip())


def awaits(nodes: Sequence[Any], file: FileDraft) -> None:
    plain("await")(nodes, file)
    coroutine(nodes, file)


def declarations(nodes: Sequence[Any], file: FileDraft) -> None:
    bindings.declarations(nodes, file)
    constructed(nodes, file)
    vexing.called(nodes, file)


HARVEST: Final = {
    "directive": directives,
    **bindings.HARVEST,
    "declaration": declarations,
    "catch": catches,
    "each": each,
    "new": news,
    "delete": deletes,
    "initialiser": initialisers,
    "literal": literals,
    "operator": operators,
    "subscript": subscripts,
    "assigned": assigned,
    "scope": plain("scope"),
    "throw": thrown,
    "try": tries,
    "returned": returned,
    "coroutine": coroutine,
    "await": awaits,
}
