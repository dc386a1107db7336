"""`Parser* const p(AsParser(h));` in a body: the grammar takes the call for a parameter of a function declared there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from flowscout.languages.c.uses import argument_ranges
from flowscout.model.facts import Call
from flowscout.shapes.draft import FileDraft

_NAMES: Final = frozenset({"type_identifier", "qualified_identifier"})
_AROUND: Final = frozenset({"pointer_declarator", "reference_declarator", "init_declarator"})
_MOST: Final = 16  # declarators around one
_DEEPEST: Final = 8


def called(nodes: Sequence[Any], file: FileDraft) -> None:
    """nodes: declarations. An unnamed parameter that is a function of bare names is a call with these."""
    for node in nodes:
        if file.at(node.start_byte) is file.root or file.data.startswith(b"extern", node.start_byte):
            continue
        for declarator in node.children_by_field_name("declarator"):
            for parameter, made in _calls(_function(declarator), 0):
                _add(parameter, made, file)


def _function(declarator: Any) -> Any:
    for _ in range(_MOST):
        if declarator is None or declarator.type not in _AROUND:
            break
        declarator = declarator.child_by_field_name("declarator") or next(
            (child for child in declarator.named_children if child.type.endswith("_declarator")), None
        )
    return declarator if declarator is not None and declarator.type == "function_declarator" else None


def _calls(function: Any, depth: int) -> Iterator[tuple[Any, Any]]:
    listed = function.child_by_field_name("parameters") if function is not None and depth < _DEEPEST else None
    for parameter in listed.named_children if listed is not None else ():
        kind, made = parameter.child_by_field_name("type"), parameter.child_by_field_name("declarator")
        if kind is None or kind.type not in _NAMES or made is None or made.type != "abstract_function_declarator":
            continue
        if _bare(made.child_by_field_name("parameters"), depth):
            yield parameter, made
            yield from _calls(made, depth + 1)


def _bare(listed: Any, depth: int) -> bool:
    """Nothing but names and further calls: what a list of arguments may be."""
    for each in listed.named_children if listed is not None else ():
        kind, made = each.child_by_field_name("type"), each.child_by_field_name("declarator")
        if (
            kind is None
            or kind.type not in _NAMES
            or (made is not None and made.type != "abstract_function_declarator")
        ):
            return False
        if made is not None and (depth >= _DEEPEST or not _bare(made.child_by_field_name("parameters"), depth + 1)):
            return False
    return True


def _add(parameter: Any, made: Any, file: FileDraft) -> None:
    start, end = parameter.byte_range
    at = file.at(start)
    receiver, _, name = file.read(parameter.child_by_field_name("type")).rpartition("::")
    args, argc = argument_ranges(made.child_by_field_name("parameters"), at.start, file.data)
    at.calls.append(
        Call(start - at.start, end - at.start, name, receiver, "::" if receiver else "", argc, "call", args)
    )
