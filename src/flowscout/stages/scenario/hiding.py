"""Of a variable that is declared within a block where one of its name stands outside, that it is another one.

int len = 4;
for (…) {
  int len = i * 2;      Set len to i × 2 [another len than outside]
}
return len;             what is returned is still 4
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...model.bound import BoundFunction
from ...model.facts import Binding
from ...model.syntax import If, Loop, Switch, Try, parts, walk
from .draft import NOTHING, Draft

_DECLARED = ("declare", "param", "each")


def hiding(bound: BoundFunction, drafts: Iterable[Draft]) -> None:
    inner = list(_inner(bound)) if bound.language in ("c", "cpp") else []
    for draft in drafts if inner else ():
        if draft.kind != NOTHING and draft.words:
            for each in inner:
                if draft.start <= each.start < draft.end and draft.words.startswith(
                    (f"Set {each.name} to ", f"{each.name} = ")
                ):
                    draft.words = f"{draft.words} [another {each.name} than outside]"


def _inner(bound: BoundFunction) -> Iterator[Binding]:
    """Declarations in a block of a name that stands for something else around it. Two arms of an `#if` are no blocks."""
    named: dict[str, list[Binding]] = {}
    for each in bound.facts.bindings:
        if each.how in _DECLARED:
            named.setdefault(each.name, []).append(each)
    several = {name: found for name, found in named.items() if len(found) > 1}
    blocks = list(_blocks(bound)) if several else []
    for found in several.values():
        within = [{(start, end) for start, end in blocks if start <= each.start < end} for each in found]
        for at, each in enumerate(found):
            if each.how == "declare" and any(around < within[at] for around in within[:at]):
                yield each


def _blocks(bound: BoundFunction) -> Iterator[tuple[int, int]]:
    for stmt in walk(bound.statements):
        if isinstance(stmt, Loop | Switch):
            yield stmt.start, stmt.end
        elif isinstance(stmt, If | Try):
            yield from [(part[0].start, part[-1].end) for part in parts(stmt) if part]
