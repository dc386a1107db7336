"""Function definitions: name, kind, parameters, flags."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, Final

from flowscout.model.facts import Binding, Call, Param
from flowscout.model.pattern import regex
from flowscout.shapes.draft import FileDraft, FunctionDraft, FunctionHead

from . import macro_heads
from .comments import doc, doc_behind
from .names import Declarator, parameters, unwrap
from .signature import canonical, qualifiers, read_parameters, signature
from .text import scan

_ATTRIBUTE = regex(rb"\b(?:noreturn|_Noreturn|__noreturn__|__noreturn|__dead2?|analyzer_noreturn)\b")
NORETURN = regex(
    rb"\b(?:noreturn|_Noreturn|__noreturn__|__noreturn|__dead2?|analyzer_noreturn"
    rb"|(?!(?:\w{0,40}_)?(?:MAY|MAYBE|MIGHT|CAN|COULD)_)(?:\w{0,40}_)?(?:NO_?RETURNS?|NEVER_?RETURNS?|(?:DOES_)?NOT_?RETURN)_{0,4})\b"
)
_NORETURN_WORDS: Final = (
    b"oreturn", b"__dead", b"NORETURN", b"NO_RETURN", b"NEVERRETURN", b"NEVER_RETURN", b"NOTRETURN", b"NOT_RETURN")  # fmt: skip
_SPECIFIERS: Final = frozenset({b"static", b"extern", b"inline", b"virtual"})
_NO_BODY: Final = frozenset({"default_method_clause", "delete_method_clause", "pure_virtual_clause"})
_OTHERS: Final = frozenset({"lambda_expression", "function_definition", "class_specifier", "struct_specifier"})
_LOOPING = regex(r"for_?each|(?:^|_)for(?:_|$)|_each(?:_|$)|iterate", re.IGNORECASE)
_FAR: Final = 400


def define(node: Any, draft: FunctionDraft, file: FileDraft) -> FunctionHead | None:
    declared = unwrap(node.child_by_field_name("declarator"))
    body = node.child_by_field_name("body") or _tried(node)
    if declared.function is None or declared.name is None or is_invocation(node, draft):
        invoked(node, draft, file)
        return None
    if body is None or body.type in _NO_BODY:
        return None
    type_node = node.child_by_field_name("type")
    params = _old_style(node, read_parameters(parameters(declared.function), file), file)
    name, template = spelled_name(declared, file)
    if made := macro_heads.name(declared.name, file):
        name, type_node = made, None
    params = params or macro_heads.arguments(parameters(declared.function), file)
    if (converts := conversion(type_node, file)) is not None:
        declared, name = declared._replace(qualifier=converts), f"operator {name}"
    qualifier = tuple(part for q in declared.qualifier for part in scope_name(q, file))
    if draft.owner is not None and file.data[max(0, node.start_byte - 8) : node.start_byte].rstrip().endswith(
        b"friend"
    ):
        draft.owner, draft.scope = None, draft.scope[:-1]
    kind = kind_of(name, declared, qualifier, draft, type_node)
    draft.bindings.extend(Binding(0, p.name, p.type, how="param") for p in params if p.name and p.name != "...")
    draft.extra["locals"] = {p.name for p in params}
    words = words_before(node, declared.function, file)
    flags = [*specifiers(words), *virtuals(declared.function, file), *maker(declared, file)]
    flags += outside(node, body, draft, file, "static" in flags)
    if "noreturn" in flags and comes_back(node, body, file):
        flags = [flag for flag in flags if flag != "noreturn"]
    if template or before(file.data, node.start_byte) == b">":
        flags.append("template")
    return FunctionHead(
        name,
        kind,
        body,
        params,
        signature(params, qualifiers(declared.function, file), template),
        file.read(declared.name) if converts is not None else result_of(type_node, words, declared, file),
        " ".join(sorted(set(flags))),
        (),
        doc(file.data, node.start_byte) or doc_behind(file.data, declared.function.end_byte, body.start_byte),
        qualifier,
    )


def _tried(node: Any) -> Any:
    """`int f() try {…} catch (…) {…}`: the grammar names no part of it the body."""
    return next((child for child in node.named_children if child.type == "try_statement"), None)


def conversion(kind: Any, file: FileDraft) -> tuple[Any, ...] | None:
    """`constexpr A::operator bool() const {`: with a word before it the grammar takes `A::operator` for the type.

    The qualifier's nodes if it is one, else None."""
    if kind is None or kind.type != "qualified_identifier":
        return None
    found = []
    while kind is not None and kind.type == "qualified_identifier":
        if (scope := kind.child_by_field_name("scope")) is not None:
            found.append(scope)
        kind = kind.child_by_field_name("name")
    return tuple(found) if kind is not None and file.read(kind) == "operator" else None


def is_invocation(node: Any, draft: FunctionDraft) -> bool:
    """Within a function, what has no type and is no member is `FOREACH(x) { … }`."""
    within = draft.outer is not None and draft.outer.outer is not None
    return within and draft.owner is None and node.child_by_field_name("type") is None


def invoked(node: Any, draft: FunctionDraft, file: FileDraft) -> None:
    """`FOREACH(x) { … }` in a function looks like a definition: it is a macro's invocation with a block."""
    found = invocation_parts(node)
    if draft.outer is None or found is None:
        return
    name, arguments = found
    base = draft.outer.start
    args = tuple((a.start_byte - base, a.end_byte - base) for a in arguments.named_children)
    start, end = name.start_byte - base, arguments.end_byte - base
    draft.outer.calls.append(Call(start, end, file.read(name), "", "", len(args), "macro", args))


def invocation_parts(node: Any) -> tuple[Any, Any] | None:
    """Name and parenthesised arguments of such an invocation, whichever way the grammar understood it."""
    kind, declarator = node.child_by_field_name("type"), node.child_by_field_name("declarator")
    if declarator is None:
        return None
    if kind is not None and declarator.type == "parenthesized_declarator":
        return kind, declarator
    if kind is None and declarator.type == "function_declarator":
        return declarator.child_by_field_name("declarator"), declarator.child_by_field_name("parameters")
    return None


def loops(name: str) -> bool:
    """Whether a macro's name says that its block runs for each of something."""
    return _LOOPING.search(name) is not None


def before(data: bytes, start: int) -> bytes:
    """The last byte of code before an offset, layout aside."""
    return data[max(0, start - _FAR) : start].rstrip()[-1:]


def spelled_name(declared: Declarator, file: FileDraft) -> tuple[str, str]:
    """Name and the arguments of a template specialisation."""
    node = declared.name
    kind = node.type
    if kind in ("template_function", "template_method", "template_type"):
        inner = node.child_by_field_name("name")
        arguments = node.child_by_field_name("arguments")
        return file.read(inner), canonical(file.read(arguments)) if arguments is not None else ""
    if kind == "operator_cast":
        target = node.child_by_field_name("type")
        declarator = node.child_by_field_name("declarator")
        stars = unwrap(declarator).stars if declarator is not None else ""
        text = file.data[target.start_byte : target.end_byte].decode("utf-8", "replace")
        return f"operator {canonical(text + stars)}", ""
    if kind == "operator_name":
        text = re.sub(r"\s+", "", file.read(node)[len("operator") :])
        return f"operator{' ' if text[:1].isalpha() else ''}{text}", ""
    if kind == "destructor_name":
        return "~" + file.read(node).lstrip("~ "), ""
    return file.read(node), ""


def scope_name(node: Any, file: FileDraft) -> tuple[str, ...]:
    if node.type == "template_type":
        inner = node.child_by_field_name("name")
        return (file.read(inner),) if inner is not None else ()
    text = file.read(node)
    return tuple(part.split("<")[0].strip() for part in text.split("::") if part.strip())


def kind_of(name: str, declared: Declarator, qualifier: tuple[str, ...], draft: FunctionDraft, type_node: Any) -> str:
    around = qualifier[-1] if qualifier else draft.owner.head.name if draft.owner is not None else ""
    if declared.name.type == "operator_name":
        return "operator"
    if name.startswith("operator "):
        return "conversion"
    if name.startswith("~"):
        return "destructor"
    if around and name == around and type_node is None:
        return "constructor"
    if (
        draft.owner is not None or around[:1].isupper()
    ):  # a class in another file, as a rule: namespaces are written small
        return "method"
    return "function"


def words_before(node: Any, function: Any, file: FileDraft) -> frozenset[bytes]:
    """What stands between the beginning of a declaration and its declarator: specifiers, type, qualifiers."""
    return frozenset(file.data[node.start_byte : function.start_byte].split())


@lru_cache(maxsize=1024)
def specifiers(words: frozenset[bytes]) -> tuple[str, ...]:
    """Those words that are flags."""
    found = [word.decode() for word in words & _SPECIFIERS]
    if any(NORETURN.search(word) for word in words):
        found.append("noreturn")
    return tuple(found)


def virtuals(function: Any, file: FileDraft) -> list[str]:
    """Words after the parameter list, as flags."""
    found: list[str] = []
    if function.type == "operator_cast":
        function = function.child_by_field_name("declarator") or function
    elif function.child_count == 2:
        return found
    for child in function.children:
        kind = child.type
        if kind == "virtual_specifier" and file.read(child) == "override":
            found += ["override", "virtual"]
        elif kind == "type_qualifier" and file.read(child) == "const":
            found.append("const")
    return found


def maker(declared: Declarator, file: FileDraft) -> list[str]:
    """The macro that makes the name, as a flag: `PUBLIC(parse)` is told apart from `parse`."""
    return [f"by:{file.read(declared.maker)}"] if declared.maker is not None else []


def outside(node: Any, body: Any, draft: FunctionDraft, file: FileDraft, static: bool) -> list[str]:
    """Access, never-returning, and whether others can see it."""
    found = []
    if says_noreturn(file, header_start(file, node.start_byte), body.start_byte):
        found.append("noreturn")
    if draft.owner is not None:
        found.append(file.root.extra.get("access", {}).get(node.start_byte, "public"))
    elif not static and "(anonymous)" not in draft.scope:
        found.append("public")
    return found


def says_noreturn(file: FileDraft, start: int, end: int) -> bool:
    """Whether an attribute there says so; what a remark, a text or a macro's definition beside it speaks of is none."""
    said = speaks_of_noreturn(file) and NORETURN.search(file.data, start, end) is not None
    return said and NORETURN.search(scan(file.data[start:end])[0]) is not None


def comes_back(node: Any, body: Any, file: FileDraft) -> bool:
    """Whether a body gives a value back, where but a macro's word says that it never does."""
    if _ATTRIBUTE.search(file.data, header_start(file, node.start_byte), body.start_byte):
        return False
    waiting = [body]
    while waiting:
        here = waiting.pop()
        if here.type == "return_statement" and any(child.type != "comment" for child in here.named_children):
            return True
        if here.type not in _OTHERS:
            waiting += here.named_children
    return False


def speaks_of_noreturn(file: FileDraft) -> bool:
    """Asked once per file: most never mention it."""
    known = file.root.extra.get("noreturn")
    if known is None:
        said = any(word in file.data for word in _NORETURN_WORDS)
        known = file.root.extra["noreturn"] = said and NORETURN.search(file.data) is not None
    return bool(known)


def header_start(file: FileDraft, start: int) -> int:
    """Attributes hidden from the grammar stand before the node: back to the end of whatever comes before."""
    data, floor = file.data, max(0, start - _FAR)
    return max(data.rfind(edge, floor, start) for edge in (b";", b"}", b"{", b"*/", b">")) + 1 or floor


def result_of(kind: Any, words: frozenset[bytes], declared: Declarator, file: FileDraft) -> str:
    function = declared.function
    for child in function.children if function.type == "function_declarator" and function.child_count > 2 else ():
        if child.type == "trailing_return_type":
            return canonical(file.read(child).removeprefix("->"))
    if declared.name.type == "operator_cast":
        return spelled_name(declared, file)[0].removeprefix("operator ")
    if kind is None:
        return ""
    text = type_text(kind, file) + declared.stars.replace("[]", "*")
    return canonical(f"const {text}" if b"const" in words else text)


def type_text(kind: Any, file: FileDraft) -> str:
    """A type as written; of a class defined on the spot its name."""
    if kind.type.endswith("_specifier") and kind.child_by_field_name("body") is not None:
        name = kind.child_by_field_name("name")
        return file.read(name) if name is not None else ""
    return file.read(kind)


def _old_style(node: Any, params: tuple[Param, ...], file: FileDraft) -> tuple[Param, ...]:
    """K&R: the types stand between the list and the body."""
    if not params or any(p.type for p in params):
        return params
    types = {}
    for child in node.named_children:
        if child.type == "declaration":
            kind = child.child_by_field_name("type")
            for declarator in child.children_by_field_name("declarator"):
                name = unwrap(declarator)
                if name.name is not None and kind is not None:
                    types[file.read(name.name)] = canonical(type_text(kind, file) + name.stars)
    return tuple(p._replace(type=types.get(p.name, "int")) for p in params)
