"""Calls that only pass on what they are given: `std::move(a)`, a hint for the compiler, Python's `cast(str, a)`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..model.expression import Expression, Literal, Member, Subscript, Word
from ..model.pattern import regex

_TYPES: Final = frozenset(
    [
        "str",
        "int",
        "float",
        "bool",
        "bytes",
        "list",
        "dict",
        "tuple",
        "set",
        "frozenset",
        "type",
        "object",
        "complex",
        "bytearray",
        "memoryview",
    ]
)
_CLASS: Final = regex(r"_*+[A-Z]\w*+")
_TRANSPARENT: Final = frozenset({"std::move", "std::forward", "move", "ABSL_PREDICT_FALSE", "ABSL_PREDICT_TRUE"})
_HINT: Final = regex(
    r"(?:[a-z0-9]{0,20}_{1,2}){0,4}(?:un)?likely_{0,2}|(?:[A-Z0-9]{0,20}_{1,2}){0,4}(?:UN)?LIKELY_{0,2}"
)
_EXPECTS: Final = "__builtin_expect"


def hands_on(callee: Expression, args: Sequence[Expression], python: bool) -> int:
    """Which of its arguments a call stands for, -1 for none; a compiler's hints are of C and C++."""
    if python:
        return 1 if _asserts_type(callee, args) else -1
    name = callee.text.split("<", 1)[0] if isinstance(callee, Word) else ""
    passes = (len(args) == 1 and (name in _TRANSPARENT or is_hint(name))) or (bool(args) and name == _EXPECTS)
    return 0 if passes else -1


def is_hint(name: str) -> bool:
    """`likely`, `SDS_UNLIKELY`: which answer is likely, whatever a project calls its own."""
    return "ikely" in name.lower() and bool(_HINT.fullmatch(name))


def _asserts_type(callee: Expression, args: Sequence[Expression]) -> bool:
    """What stands first is a type, and what stands second is none."""
    typed = (isinstance(callee, Word) and callee.text == "cast") or (
        isinstance(callee, Member)
        and callee.name == "cast"
        and isinstance(callee.of, Word)
        and callee.of.text in ("typing", "t")
    )
    return typed and len(args) == 2 and _is_type(args[0]) and not _is_type(args[1])


def _is_type(node: Expression) -> bool:
    while isinstance(node, Subscript):
        node = node.of
    name = node.text if isinstance(node, Word) else node.name if isinstance(node, Member) else ""
    return name in _TYPES or _CLASS.fullmatch(name) is not None or (isinstance(node, Literal) and node.kind == "string")
