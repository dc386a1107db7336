"""Structs, unions, enums and classes: bases, fields, declared methods and who may see them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from flowscout.model.declared import Declared
from flowscout.model.facts import Param
from flowscout.model.pattern import regex
from flowscout.shapes.draft import FileDraft, TypeDraft, TypeHead

from .comments import doc_of_one
from .functions import (
    maker,
    result_of,
    says_noreturn,
    scope_name,
    specifiers,
    spelled_name,
    type_text,
    virtuals,
    words_before,
)
from .names import Declarator, parameters, unwrap
from .signature import canonical, qualifiers, read_parameters, signature

KINDS: Final = {
    "class_specifier": "class",
    "struct_specifier": "struct",
    "union_specifier": "union",
    "enum_specifier": "enum",
}
_NOTHING: Final = frozenset({"access_specifier", "virtual", "comment", ",", ":"})
_WRAPS: Final = frozenset(
    {
        "preproc_if",
        "preproc_ifdef",
        "preproc_else",
        "preproc_elif",
        "preproc_elifdef",
        "template_declaration",
        "ERROR",
    }
)
_PURE = regex(rb"=\s*0\s*;")


def describe(node: Any, draft: TypeDraft, file: FileDraft) -> TypeHead | None:
    if node.child_by_field_name("body") is None:
        return None
    kind = KINDS[node.type]
    name = node.child_by_field_name("name")
    if name is None:
        alias = typedef_name(node, file)
        if not alias:
            return None
        head = TypeHead(alias, kind)
    else:
        parts = qualified(name, file)
        head = TypeHead(parts[-1], kind, bases(node, file), (), parts[:-1])
    if kind != "enum":
        _members(node, head, draft, file)
    return head


def qualified(name: Any, file: FileDraft) -> tuple[str, ...]:
    parts: list[str] = []
    here = name
    while here is not None and here.type == "qualified_identifier":
        scope = here.child_by_field_name("scope")
        if scope is not None:
            parts += scope_name(scope, file)
        here = here.child_by_field_name("name")
    if here is not None and here.type == "template_type":
        arguments = here.child_by_field_name("arguments")
        inner = here.child_by_field_name("name")
        last = file.read(inner) + (canonical(file.read(arguments)) if arguments is not None else "")
    else:
        last = file.read(here if here is not None else name)
    return (*parts, last)


def typedef_name(node: Any, file: FileDraft) -> str:
    """`typedef struct { … } Name;`"""
    around = node.parent
    if around is None or around.type != "type_definition":
        return ""
    for declarator in around.children_by_field_name("declarator"):
        name = unwrap(declarator).name
        if name is not None:
            return file.read(name)
    return ""


def bases(node: Any, file: FileDraft) -> tuple[str, ...]:
    for child in node.named_children:
        if child.type == "base_class_clause":
            return tuple(canonical(file.read(base)) for base in child.named_children if base.type not in _NOTHING)
    return ()


def members(body: Any) -> Iterator[Any]:
    """What a class body holds, conditional groups and template headers looked through, in source order."""
    stack = [iter(body.named_children)]
    while stack:
        child = next(stack[-1], None)
        if child is None:
            stack.pop()
        elif child.type in _WRAPS:
            stack.append(iter(child.named_children))
        else:
            yield child


def _members(node: Any, head: TypeHead, draft: TypeDraft, file: FileDraft) -> None:
    access = "private" if head.kind == "class" else "public"
    seen = file.root.extra.setdefault("access", {})
    scope = (*draft.scope, *head.qualifier, head.name)
    for child in members(node.child_by_field_name("body")):
        kind = child.type
        if kind == "access_specifier":
            access = file.read(child).rstrip(": ") or access
        elif kind == "function_definition":
            seen[child.start_byte] = access
            declared = unwrap(child.child_by_field_name("declarator"))
            if declared.function is not None and declared.name is not None:
                draft.methods.append(declare(child, declared, scope, file, access))
        elif kind in ("field_declaration", "declaration"):
            _fields(child, scope, draft, file, access)


def _fields(child: Any, scope: tuple[str, ...], draft: TypeDraft, file: FileDraft, access: str) -> None:
    kind = child.child_by_field_name("type")
    declarators = child.children_by_field_name("declarator")
    if not declarators and kind is not None and kind.type in ("union_specifier", "struct_specifier"):
        body = kind.child_by_field_name("body")  # an anonymous union's members are the class's own
        if body is not None and kind.child_by_field_name("name") is None:
            for inner in members(body):
                if inner.type == "field_declaration":
                    _fields(inner, scope, draft, file, access)
        return
    for declarator in declarators:
        declared = unwrap(declarator)
        if declared.name is None:
            continue
        if declared.function is not None:
            draft.methods.append(declare(child, declared, scope, file, access))
        elif kind is not None:
            draft.fields.setdefault(file.read(declared.name), pointed(type_text(kind, file), declarator, declared))


def pointed(text: str, declarator: Any, declared: Declarator) -> str:
    """The type of one declarator: `char` and `*names[3]` is `char *[]`."""
    if "(" not in declared.stars and declarator.type == "function_declarator":
        return canonical(text) + " (*)()"
    return canonical(text + declared.stars)


def declare(node: Any, declared: Declarator, scope: tuple[str, ...], file: FileDraft, access: str = "") -> Declared:
    """A prototype, or a member with or without its body."""
    params = read_parameters(parameters(declared.function), file)
    name, template = spelled_name(declared, file)
    words = words_before(node, declared.function, file)
    flags = [*specifiers(words), *virtuals(declared.function, file), *maker(declared, file)]
    start, end = node.byte_range
    body = node.child_by_field_name("body")
    if "virtual" in flags and _PURE.search(file.data, max(start, end - 40), end):
        flags += ["abstract", "pure"]
    if access:
        flags.append(access)
    elif "static" not in flags:
        flags.append("public")
    if says_noreturn(file, *around(file.data, start, end, body)):
        flags.append("noreturn")
    least, most = arity(params)
    result = result_of(node.child_by_field_name("type"), words, declared, file)
    qualifier = tuple(part for q in declared.qualifier for part in scope_name(q, file))
    return Declared(
        name,
        (*scope, *qualifier),
        signature(params, qualifiers(declared.function, file), template),
        result,
        least,
        most,
        " ".join(sorted(set(flags))),
        node.start_point.row + 1,
        "" if body is not None else doc_of_one(file.data, start, end),
    )


def around(data: bytes, start: int, end: int, body: Any) -> tuple[int, int]:
    """A declaration with the attributes hidden from the grammar on either side of it."""
    floor = max(0, start - 400)
    first = max(data.rfind(edge, floor, start) for edge in (b";", b"}", b"{", b"*/")) + 1
    last = body.start_byte if body is not None else data.find(b";", max(start, end - 1), end + 400)
    return first or floor, last if last >= 0 else end


def arity(params: tuple[Param, ...]) -> tuple[int, int]:
    """Least and most arguments; -1: any number."""
    variadic = any(p.name == "..." or "..." in p.type for p in params)
    fixed = [p for p in params if p.name != "..." and "..." not in p.type]
    return sum(1 for p in fixed if not p.default), -1 if variadic else len(fixed)
