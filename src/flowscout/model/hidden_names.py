"""C and C++: names that are declared in a block where one of them stands outside: from there to the end of the block they are other variables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from .bound import BoundFunction
from .facts import Binding
from .pattern import regex
from .record import NamedTuple
from .syntax import If, Loop, Switch, Try, parts, walk

_DECLARED: Final = ("declare", "static", "param", "each")
_BRACE: Final = regex(
    rb'"(?:\\.|[^"\\\n])*+"?|(?<!\w)\'(?:\\.|[^\'\\\n])*+\'?|/\*(?:[^*]++|\*(?!/))*+(?:\*/)?|//[^\n]*+|[{}]'
)


class HiddenName(NamedTuple):
    """declared: the one within. end: of the block that it stands in."""

    declared: Binding
    end: int


def hidden_names(bound: BoundFunction) -> Iterator[HiddenName]:
    """Two arms of an `#if` are no blocks."""
    if bound.language not in ("c", "cpp"):
        return
    named: dict[str, list[Binding]] = {}
    for each in bound.facts.bindings:
        if each.how in _DECLARED:
            named.setdefault(each.name, []).append(each)
    several = {name: found for name, found in named.items() if len(found) > 1}
    blocks = {*_blocks(bound), *_braces(bound.text)} if several else set[tuple[int, int]]()
    for found in several.values():
        within = [{(start, end) for start, end in blocks if start <= each.start < end} for each in found]
        for at, each in enumerate(found):
            if each.how == "declare" and any(around < within[at] for around in within[:at]):
                yield HiddenName(each, min(within[at], key=lambda block: block[1] - block[0])[1])


def _blocks(bound: BoundFunction) -> Iterator[tuple[int, int]]:
    for stmt in walk(bound.statements):
        if isinstance(stmt, Loop | Switch):
            yield stmt.start, stmt.end
        elif isinstance(stmt, If | Try):
            yield from [(part[0].start, part[-1].end) for part in parts(stmt) if part]


def _braces(text: bytes) -> Iterator[tuple[int, int]]:
    """Brackets that a line of `#if` opens twice leave none of those around them."""
    open_ = list[int]()
    for found in _BRACE.finditer(text):
        if found[0] == b"{":
            open_.append(found.start())
        elif found[0] == b"}" and open_:
            yield open_.pop(), found.end()
