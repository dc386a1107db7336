"""Declarators: from `*(*f(int a))[3]` to its name and parameter list."""

from __future__ import annotations

from typing import Any, Final

from ...model.record import NamedTuple

_WRAPPERS: Final = frozenset(
    {
        "pointer_declarator",
        "reference_declarator",
        "parenthesized_declarator",
        "array_declarator",
        "attributed_declarator",
        "init_declarator",
        "variadic_declarator",
        "pointer_type_declarator",
    }
)
_NAMES: Final = frozenset(
    {
        "identifier",
        "field_identifier",
        "type_identifier",
        "destructor_name",
        "operator_name",
        "template_function",
        "template_method",
        "template_type",
        "namespace_identifier",
    }
)
_INDIRECT: Final = {"pointer_declarator": "*", "reference_declarator": "&", "array_declarator": "[]"}


class Declarator(NamedTuple):
    """name: node of the last part, None when there is none. qualifier: nodes before it. function: the
    `function_declarator` (or `operator_cast`) whose parameters are the name's own, else None. stars: `*`, `&`, `[]`
    between type and name. maker: of `PUBLIC(parse)(int a)` the macro that makes the name from the one that is handed."""

    name: Any
    qualifier: tuple[Any, ...]
    function: Any
    stars: str
    maker: Any = None


def unwrap(node: Any) -> Declarator:
    """Walks in from the outside. A function returning a function pointer has two parameter lists: the inner one is its
    own."""
    if node is not None and node.type == "identifier":  # most are
        return Declarator(node, (), None, "")
    function, stars, pointed = None, "", False
    qualifier: list[Any] = []
    while node is not None:
        kind = node.type
        if kind in _NAMES:
            return Declarator(node, tuple(qualifier), None if pointed else function, stars)
        if kind == "function_declarator":
            function, pointed = node, False
            node = node.child_by_field_name("declarator")
            if node is not None and node.type == "function_declarator" and (handed := _handed(node)) is not None:
                return Declarator(handed, tuple(qualifier), function, stars, node.child_by_field_name("declarator"))
        elif kind == "operator_cast":
            return Declarator(node, tuple(qualifier), node, stars)
        elif kind == "qualified_identifier":
            scope = node.child_by_field_name("scope")
            if scope is not None:
                qualifier.append(scope)
            node = node.child_by_field_name("name")
        elif kind in _WRAPPERS:
            if kind in _INDIRECT:
                stars += _INDIRECT[kind]
                pointed = pointed or function is not None
            inner = node.child_by_field_name("declarator")
            if inner is None and node.named_child_count:
                inner = node.named_child(node.named_child_count - 1)
            node = inner
        else:
            return Declarator(None, tuple(qualifier), function, stars)
    return Declarator(None, tuple(qualifier), function, stars)


def unmarked(kind: Any, declared: Declarator) -> Declarator:
    """`unsigned at ATTRIBUTE_UNUSED = 0`, `char *name UNUSED`: the grammar takes the macro behind the name for the name."""
    if declared.name is None or declared.qualifier or not _marks(declared.name):
        return declared
    before = declared.name.prev_named_sibling or getattr(declared.name.parent, "prev_named_sibling", None)
    within: list[Any] = before.named_children if before is not None and before.type == "ERROR" else []
    own = kind.child_by_field_name("type") if kind.type == "sized_type_specifier" else None
    name = within[0] if len(within) == 1 and within[0].type == "identifier" else own
    known = name is not None and name.type in ("identifier", "type_identifier") and not _marks(name)
    return declared._replace(name=name) if known else declared


def _marks(name: Any) -> bool:
    return bool(name.text.isupper() or name.text.startswith(b"__"))


def _handed(node: Any) -> Any:
    """Of two lists in a row the first is no list of parameters, for no function gives back a function: `NAME(parse)`."""
    listed = node.child_by_field_name("parameters")
    if node.child_by_field_name("declarator").type != "identifier" or listed is None or listed.named_child_count != 1:
        return None
    only = listed.named_child(0)
    kind = only.child_by_field_name("type") if only.type == "parameter_declaration" else None
    return kind if kind is not None and kind.type == "type_identifier" and only.named_child_count == 1 else None


def parameters(function: Any) -> Any:
    """The parameter list of a function declarator, lambda declarator or conversion operator."""
    if function is None:
        return None
    found = function.child_by_field_name("parameters")
    if found is None:
        inner = function.child_by_field_name("declarator")
        return inner.child_by_field_name("parameters") if inner is not None else None
    return found


def combines(node: Any) -> bool:
    """C++: `a & x;` within a function, which the grammar takes for a reference: one that is declared there is given what it refers to."""
    declarators = node.children_by_field_name("declarator")
    plain = all(child.type in ("type_identifier", "reference_declarator", ";", "comment") for child in node.children)
    return plain and [each.type for each in declarators] == ["reference_declarator"]
