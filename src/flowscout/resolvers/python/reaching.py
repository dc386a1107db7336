"""Which assignments of a name can be the last one before a use, from the shape of the statements alone.

Walking back from the use, every assignment before it may reach it until one is met that must have run: one whose
block also holds the use. In a loop that holds the use, assignments after the use reach it by the next round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Final

from ...model import codec
from ...model.facts import FunctionFacts
from ...model.syntax import Body, If, Loop, Stmt, Switch, Try, Variant, With
from .expression import Expr, read
from .scope import ITEM, Source

_MOST: Final = 400  # blocks; in a larger function all assignments count

Region = tuple[int, int, bool]
"""start, end of a block that may be skipped, and whether it repeats."""


def reaching(
    function: FunctionFacts, sources: Sequence[Source], at: int, ends: Callable[[Source], bool]
) -> list[Source]:
    """The sources (start offset last) that may hold at that offset; all of them when none stands before it. ends:
    whether what stood before one of them counts no more where it surely ran."""
    regions = _regions(function.body)
    if len(regions) > _MOST:
        return list(sources)
    around = [r for r in regions if r[0] <= at < r[1]]
    loops = [r for r in around if r[2]]
    reached: list[Source] = []
    for source in sorted(sources, key=lambda s: s[3], reverse=True):
        start = source[3]
        if start >= at:
            if any(first <= start < last for first, last, _ in loops):
                reached.append(source)
            continue
        reached.append(source)
        if ends(source) and all(r in around for r in regions if r[0] <= start < r[1]):
            break
    return reached[::-1] if any(s[3] < at for s in reached) else list(sources)


def replaces(source: Source, keys: tuple[Expr, ...]) -> bool:
    """Whether what a source gives stands for what was there before: a plain value, or the item that is asked for."""
    if source[0] != ITEM:
        return True
    if source[1] == "0" or len(keys) < int(source[1]):
        return False
    held = read(source[2])
    for key in keys[: int(source[1])]:
        if held.kind != "dict" or key.kind not in ("str", "lit"):
            return False
        found = [value for own, value in zip(held.parts[::2], held.parts[1::2], strict=False) if own == key]
        if not found:
            return False
        held = found[-1]
    return True


@lru_cache(maxsize=64)
def _regions(body: str) -> tuple[Region, ...]:
    try:
        statements = codec.decode_body(body).statements
    except codec.Refused:
        return ()
    found: list[Region] = []
    todo: list[Body] = [statements]
    while todo:
        for statement in todo.pop():
            for inner, repeats in _blocks(statement):
                if inner:
                    found.append((inner[0].start, inner[-1].end, repeats))
                    todo.append(inner)
    return tuple(found)


def _blocks(statement: Stmt) -> Iterator[tuple[Body, bool]]:
    """The blocks of a statement, and whether each repeats. A `with` block always runs, so it is none of its own."""
    if isinstance(statement, If):
        yield statement.then, False
        yield statement.orelse, False
    elif isinstance(statement, Loop):
        yield statement.body, True
        yield statement.orelse, False
    elif isinstance(statement, Switch):
        yield from ((arm.body, False) for arm in statement.arms)
    elif isinstance(statement, Try):
        yield statement.body, False
        yield from ((handler.body, False) for handler in statement.handlers)
        yield statement.orelse, False
        yield statement.final, False
    elif isinstance(statement, Variant):
        yield from ((inner, False) for _, inner in statement.arms)
    elif isinstance(statement, With):
        for inner in statement.body:
            yield from _blocks(inner)
