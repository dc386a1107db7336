"""One spelling for a parameter list, however it was typed: `( std::string const& s = "" , int )` is `(const std::string
&,int)`.

Names and defaults go, layout is one way, a `const` after its type moves in front, an array is a pointer, `(void)` is
`()`.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, Final

from flowscout.model.facts import Param
from flowscout.model.pattern import regex
from flowscout.shapes.draft import FileDraft

from .names import parameters, unwrap

_TOKEN = regex(r"[A-Za-z_~$][\w$]*|::|\.\.\.|&&|->|\d[\w.']*|(?<!\\)\"(?:[^\"\\]++|\\.)*+\"|\S")
_COMMENT = regex(r"/\*.*?(?:\*/|\Z)|//[^\n]*", re.DOTALL)
_DROPPED: Final = frozenset(
    {"register", "struct", "class", "enum", "union", "typename", "restrict", "__restrict", "auto_"}
)
_ATTRIBUTES = regex(
    r"\[\[(?:[^\]]|\](?!\])){0,150}+\]\]|__attribute__\s*+\(\((?:[^)]|\)(?!\))){0,150}+\)\)|\b(?:noexcept|throw)\s*+\([^()]*+\)|\bnoexcept\b",
    re.DOTALL,
)
_MACRO: Final = regex(r"[A-Z_][A-Z\d_]++")
MAX_PARAMETERS: Final = 200
MAX_TYPE: Final = 2000


@lru_cache(maxsize=8192)  # a file says the same few types over and over
def canonical(text: str) -> str:
    """A type's one spelling."""
    if text.isidentifier():
        return text
    tokens = [t for t in _TOKEN.findall(_ATTRIBUTES.sub(" ", _COMMENT.sub(" ", text[:MAX_TYPE]))) if t not in _DROPPED]
    return join(_const_first(tokens))


def _const_first(tokens: list[str]) -> list[str]:
    """`T const &` is `const T &`; a const behind a star stays."""
    if "const" not in tokens[1:]:
        return tokens
    depth = 0
    for at, token in enumerate(tokens):
        depth += (token in "<(") - (token in ">)")
        if depth == 0 and token in ("*", "&", "&&", "["):
            return tokens
        if depth == 0 and token == "const" and at:
            return tokens if tokens[0] == "const" else ["const", *tokens[:at], *tokens[at + 1 :]]
    return tokens


def join(tokens: list[str]) -> str:
    out: list[str] = []
    last = ""
    for token in tokens:
        word = token[0].isalnum() or token[0] in "_~$"
        if out and (
            (word and (last[-1].isalnum() or last[-1] in "_>*&" or last == "..."))
            or (token in ("*", "&", "&&") and (last[-1].isalnum() or last[-1] in "_>)]"))
        ):
            out.append(" ")
        out.append(token)
        last = token
    return "".join(out)


def read_parameters(node: Any, file: FileDraft) -> tuple[Param, ...]:
    """Of a `parameter_list`. A trailing `...` is a parameter of that name; `(void)` has none."""
    if node is None:
        return ()
    start, end = node.byte_range
    text = file.data[start:end]
    if end - start == 2 or text == b"(void)":
        return ()
    known: dict[bytes, tuple[Param, ...]] = file.root.extra.setdefault("parameters", {})
    if text not in known:
        known[text] = _parameters(node, file)
    return known[text]


def _parameters(node: Any, file: FileDraft) -> tuple[Param, ...]:
    found = []
    for child in node.children[: 2 * MAX_PARAMETERS]:
        kind = child.type
        if kind in ("variadic_parameter", "..."):
            found.append(Param("...", "..."))
        elif kind == "identifier":
            found.append(Param(file.read(child)))
        elif child.is_named and kind != "comment":
            found.append(read_parameter(child, file))
    if len(found) == 1 and found[0].type == "void" and not found[0].name:
        return ()
    return tuple(found)


def read_parameter(node: Any, file: FileDraft) -> Param:
    default = node.child_by_field_name("default_value")
    declarator = node.child_by_field_name("declarator")
    start, end = node.byte_range
    if default is not None:
        end = default.start_byte
    made = unwrap(declarator) if declarator is not None else None
    name = (_handed(made.function, file) or made.name) if made is not None else None
    data = file.data
    if name is None or name.type == "operator_name":
        text = data[start:end].decode("utf-8", "replace")
        label = ""
    else:
        first, last = name.byte_range
        label = data[first:last].decode("utf-8", "replace")
        if made is not None and made.name != name:
            first, last = made.function.byte_range
        tail = data[last:end].decode("utf-8", "replace").strip()
        if tail[:1].isalpha() or tail[:1] == "_":  # a macro that decorates the parameter
            tail = ""
        text = f"{data[start:first].decode('utf-8', 'replace')} {tail}"
    kind = canonical(text.rstrip().removesuffix("=") if default is not None else text)
    return Param(label, kind, file.read(default) if default is not None else "")


def _handed(function: Any, file: FileDraft) -> Any:
    """`c` of `char *UNUSED(c)`: no function is called so, and what it would take is a name that stands alone."""
    inner = function.child_by_field_name("parameters") if function is not None else None
    if inner is None or inner.named_child_count != 1 or not _MACRO.fullmatch(file.read(function.children[0])):
        return None
    (alone,) = inner.named_children
    named = alone.child_by_field_name("type") if alone.named_child_count == 1 else None
    return named if named is not None and named.type == "type_identifier" else None


def decayed(kind: str) -> str:
    """An array parameter is a pointer."""
    cut = kind.find("[")
    if cut < 0 or "(" in kind:
        return kind
    base = kind[:cut].rstrip()
    return f"{base}*" if base.endswith("*") else f"{base} *"


def signature(params: tuple[Param, ...], suffix: str = "", template: str = "") -> str:
    """suffix: qualifiers after the list (`const`, `&&`); template: arguments of a specialisation (`<int>`)."""
    inner = ",".join(decayed(p.type) or p.name for p in params)
    return f"{template}({inner}){' ' + suffix if suffix else ''}"


def qualifiers(function: Any, file: FileDraft) -> str:
    """`const`, `volatile`, `&`, `&&` of a member function."""
    if function is None or (function.type == "function_declarator" and function.child_count == 2):
        return ""
    if function.type == "operator_cast":
        function = function.child_by_field_name("declarator")
    after = parameters(function)
    if after is None or function.child_count < 2:
        return ""
    found = []
    for child in function.children:
        if child.start_byte < after.end_byte:
            continue
        if child.type in ("type_qualifier", "ref_qualifier"):
            text = file.read(child)
            if text in ("const", "volatile", "&", "&&"):
                found.append(text)
    return " ".join(found)
