"""Operators, subscripts, comparisons and f-strings: each asks a named object for a special method, which its class may
define."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from flowscout.model.facts import Call
from flowscout.model.pattern import regex
from flowscout.model.syntax import Mark
from flowscout.shapes.draft import FileDraft

OPERATORS: Final = {
    "+": "__add__",
    "-": "__sub__",
    "*": "__mul__",
    "/": "__truediv__",
    "//": "__floordiv__",
    "%": "__mod__",
    "**": "__pow__",
    "@": "__matmul__",
    "&": "__and__",
    "|": "__or__",
    "^": "__xor__",
    "<<": "__lshift__",
    ">>": "__rshift__",
}
COMPARED: Final = {"==": "__eq__", "!=": "__ne__", "<": "__lt__", "<=": "__le__", ">": "__gt__", ">=": "__ge__"}
SIGNS: Final = {"-": "__neg__", "+": "__pos__", "~": "__invert__"}
_NAMED: Final = regex(rb"[A-Za-z_\x80-\xff][\w\x80-\xff]*+(?:\.[A-Za-z_\x80-\xff][\w\x80-\xff]*+)*+")
_MADE: Final = regex(rb"(?:\w++\.)*+[A-Z]\w*+\(")
_SET: Final = regex(rb"\s*+=(?!=)")
SHORT: Final = 80
WORKED_OUT: Final = frozenset({"binary_operator", "comparison_operator", "unary_operator", "call"})
NUMBERS: Final = frozenset({"integer", "float"})
REFLECTED: Final = {**COMPARED, "<": "__gt__", "<=": "__ge__", ">": "__lt__", ">=": "__le__"}


def operand(file: FileDraft, node: Any, name: str) -> None:
    """As `special`, of what stands at an operator: what another operator or a method gives, too."""
    if node.type == "parenthesized_expression" and node.named_child_count == 1:
        node = node.named_child(0)
    special(file, node, name, worked_out=node.type in WORKED_OUT)


def special(file: FileDraft, node: Any, name: str, *, worked_out: bool = False) -> None:
    """Something asked of an object that is named, or made by a class's name on the spot, that may run a method of its
    class: each object and method once a function."""
    start, end = node.byte_range
    if end - start >= SHORT:
        return
    if worked_out:
        if node.type == "call" and node.child(0).type == "identifier" and not _MADE.match(file.data, start, end):
            return
    elif node.type == "call":
        if not _MADE.match(file.data, start, end):
            return
    elif not _NAMED.fullmatch(file.data, start, end) or start in file.root.extra.get("spoken for", ()):
        return
    text = file.text(start, end)
    at = file.evaluating(start)
    seen = at.extra.setdefault("asked", set())
    if (text, name) not in seen:
        seen.add((text, name))
        at.calls.append(Call(start - at.start, end - at.start, name, text, ".", 1, "property"))


def constructed(file: FileDraft, node: Any, text: str) -> None:
    """`raise A` makes an object where A is a class."""
    start, end = node.byte_range
    at = file.evaluating(start)
    at.calls.append(Call(start - at.start, end - at.start, "__init__", text, ".", 1, "property"))


def subscripts(nodes: Sequence[Any], file: FileDraft) -> None:
    for node in nodes:
        name = "__setitem__" if _SET.match(file.data, node.end_byte) else "__getitem__"
        special(file, node.child(0), name)
        key = node.child_by_field_name("subscript")
        if key is not None:
            special(file, key, "__hash__")


def binaries(nodes: Sequence[Any], file: FileDraft) -> None:
    for node in nodes:
        sign = node.child_by_field_name("operator").type
        if sign in OPERATORS:
            left = node.child_by_field_name("left")
            if sign == "%" and left.type in ("string", "concatenated_string"):
                right = node.child_by_field_name("right")
                for shown in right.named_children if right.type == "tuple" else (right,):
                    special(file, shown, "__str__")
                continue
            if left.type in NUMBERS:
                operand(file, node.child_by_field_name("right"), f"__r{OPERATORS[sign][2:]}")
            else:
                operand(file, left, OPERATORS[sign])


def signs(nodes: Sequence[Any], file: FileDraft) -> None:
    """`-x`, `~x`."""
    for node in nodes:
        operand(file, node.child_by_field_name("argument"), SIGNS[node.child_by_field_name("operator").type])


def increments(nodes: Sequence[Any], file: FileDraft) -> None:
    """`x += y` asks for `__iadd__` first."""
    for node in nodes:
        name = OPERATORS.get(node.child_by_field_name("operator").type.removesuffix("="))
        if name is not None:
            special(file, node.child_by_field_name("left"), f"__i{name[2:]}")


def interpolations(nodes: Sequence[Any], file: FileDraft) -> None:
    for node in nodes:
        shown, how = node.child_by_field_name("expression"), node.child_by_field_name("type_conversion")
        if shown is not None:
            special(
                file,
                shown,
                "__repr__" if how is not None and file.data[how.start_byte : how.end_byte] == b"!r" else "__format__",
            )


def truths(nodes: Sequence[Any], file: FileDraft) -> None:
    """What is asked whether it is true."""
    for node in nodes:
        special(file, node.child(1), "__bool__")


def chains(nodes: Sequence[Any], file: FileDraft) -> None:
    for node in nodes:
        if node.named_child_count < 3:
            left, sign = node.child(0), node.child(1).type
            if sign in COMPARED:
                if left.type in NUMBERS:
                    operand(file, node.child(2), REFLECTED[sign])
                else:
                    operand(file, left, COMPARED[sign])
            elif sign.endswith("in"):
                special(file, node.child(2), "__contains__")
                special(file, left, "__hash__")
            continue
        start, end = node.byte_range
        at, count = file.evaluating(start), len(node.children_by_field_name("operators"))
        if count > 1:
            at.marks.append(Mark("chain", start - at.start, end - at.start, count))
