"""What C++ defines beyond C: classes, namespaces, lambdas, and functions whose body is not all they do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from flowscout.languages.c.functions import define as define_c
from flowscout.languages.c.names import parameters
from flowscout.languages.c.signature import read_parameters, signature
from flowscout.model.facts import Binding
from flowscout.model.language import Reader
from flowscout.model.syntax import Body, Handler, Raise, Return, Simple, Try
from flowscout.shapes.draft import FileDraft, FunctionDraft, FunctionHead

QUERY: Final = """
(function_definition) @function
(lambda_expression) @function
(class_specifier) @type
(struct_specifier) @type
(union_specifier) @type
(enum_specifier) @type
(namespace_definition) @space
"""
LAMBDA: Final = "<lambda>"
ANONYMOUS: Final = "(anonymous)"
_UNMADE: Final = frozenset({"constructor", "destructor"})


def define(node: Any, draft: FunctionDraft, file: FileDraft) -> FunctionHead | None:
    draft.extra["constructs"] = True
    if node.type == "lambda_expression":
        return lambda_head(node, draft, file)
    head = define_c(node, draft, file)
    if head is None or head.body is None:
        return None
    initialisers = next((child for child in node.named_children if child.type == "field_initializer_list"), None)
    if initialisers is None and head.body.type == "try_statement":
        initialisers = next((c for c in head.body.named_children if c.type == "field_initializer_list"), None)
    if initialisers is None and head.body.type == "compound_statement":
        return head
    return head._replace(statements=_with_initialisers(initialisers, head.body, head.kind))


def _with_initialisers(initialisers: Any, body: Any, kind: str) -> Callable[[Reader], Body]:
    """Members and bases are initialised before the body runs, within its `try` where that is the whole body."""

    def read(reader: Reader) -> Body:
        first = tuple(
            Simple(*reader.span(item), "assign")
            for item in (initialisers.named_children if initialisers is not None else ())
            if item.type == "field_initializer"
        )
        found = reader.body(body)
        if body.type != "try_statement" or len(found) != 1 or not isinstance(found[0], Try):
            return (*first, *found)
        handlers = tuple(_handled(each) if kind in _UNMADE else each for each in found[0].handlers)
        return (found[0]._replace(body=(*first, *found[0].body), handlers=handlers),)

    return read


def _handled(handler: Handler) -> Handler:
    """What is half made is no object: the end of such a handler throws again (ISO C++, [except.handle])."""
    if handler.body and isinstance(handler.body[-1], (Raise, Return)):
        return handler
    return handler._replace(body=(*handler.body, Raise(handler.end - 1, handler.end - 1)))


def lambda_head(node: Any, draft: FunctionDraft, file: FileDraft) -> FunctionHead:
    declarator = node.child_by_field_name("declarator")
    params = read_parameters(parameters(declarator), file)
    draft.bindings.extend(Binding(0, p.name, p.type, how="param") for p in params if p.name and p.name != "...")
    draft.extra["locals"] = {p.name for p in params}
    captures = node.child_by_field_name("captures")
    for captured in captures.named_children if captures is not None else ():
        name = captured.child_by_field_name("left") or captured
        value = captured.child_by_field_name("right")
        if name.type in ("identifier", "this"):
            text = "" if value is None else file.read(value)
            draft.bindings.append(Binding(name.start_byte - draft.start, file.read(name), "", text, "capture"))
    return FunctionHead(LAMBDA, "lambda", node.child_by_field_name("body"), params, signature(params))


def space(node: Any, file: FileDraft) -> tuple[str, ...]:
    name = node.child_by_field_name("name")
    parts = (ANONYMOUS,) if name is None else tuple(p.strip() for p in file.read(name).split("::") if p.strip())
    parts = tuple(p.removeprefix("inline ").strip() for p in parts)
    file.root.extra.setdefault("spaces", []).append((*node.byte_range, parts))
    return parts
