"""`Guard guard(m); guard.lock();` in a macro's replacement: the variables it declares there, by their looks.

What such a name is called on has the declared type, whatever stands around the place where the macro is used.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from flowscout.model.pattern import regex
from flowscout.model.record import NamedTuple

_DECLARED = regex(
    r"(?<![\w:>.])(?P<type>(?:::\s{0,8}+)?(?:[A-Za-z_]\w{0,80}+\s{0,8}+::\s{0,8}+){0,6}+[A-Za-z_]\w{0,80}+)"
    r"(?P<arguments><[^<>;{}()]{0,200}+>)?(?:\s{0,8}+const\b)?(?P<stars>[\s*&]{0,12}[\s*&])(?P<name>[A-Za-z_]\w{0,80}+)\s{0,8}+(?P<how>[=;({])(?!=)"
)
_NO_TYPES: Final = frozenset(
    [
        "return",
        "else",
        "throw",
        "new",
        "delete",
        "do",
        "case",
        "goto",
        "co_return",
        "co_await",
        "co_yield",
        "sizeof",
        "and",
        "or",
        "not",
        "in",
        "if",
        "while",
        "for",
        "switch",
        "typedef",
        "using",
        "namespace",
        "struct",
        "class",
        "union",
        "enum",
        "const",
        "volatile",
        "static",
        "extern",
        "inline",
        "constexpr",
        "register",
    ]
)


class MacroLocal(NamedTuple):
    """type: "" where it is not written (`auto`). value: an expression of that type. built: with arguments in brackets."""

    type: str
    value: str
    built: bool


def declared(text: str, params: Sequence[str]) -> tuple[Mapping[str, MacroLocal], frozenset[int]]:
    """By name, and where the names of those stand that look like calls."""
    found: dict[str, MacroLocal] = {}
    places: list[int] = []
    for match in _DECLARED.finditer(text):
        kind, name = "".join(match["type"].split()), match["name"]
        last = kind.rpartition("::")[2]
        if last in _NO_TYPES or last.isupper() or kind in params or name in params or name.isupper():
            continue
        built = match["how"] == "("
        found.setdefault(name, _local(kind, match["arguments"] or "", match["stars"], built))
        if built:
            places.append(match.start("name"))
    return found, frozenset(places)


def _local(kind: str, arguments: str, stars: str, built: bool) -> MacroLocal:
    if kind == "auto":
        return MacroLocal("", "", built)
    pointers = stars.count("*")
    value = f"(({kind}{arguments} {'*' * pointers})0)" if pointers else f"{kind}{arguments}()"
    return MacroLocal("" if pointers or "&" in stars else kind, value, built)
