"""Lines of a review that become one."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...model.shown import ShownEdit
from .line import Point


def of(edits: Sequence[ShownEdit]) -> tuple[str, ...]:
    """What is said of functions, and beside them too, is said of none of them."""
    return tuple(dict.fromkeys(one.name for one in edits)) if all(one.name for one in edits) else ()


def unit(line: Point) -> tuple[str, ...]:
    """The function that all of it is said of."""
    of = {(one.path, one.name) for one in line.edits}
    return next(iter(of)) if len(of) == 1 and line.edits[0].name else ()


def joined(
    told: Sequence[Point], of: Sequence[tuple[object, ...]], say: Callable[[Sequence[Point]], str], fewest: int = 2
) -> list[Point]:
    """Lines of one key as one, at the place of the first; () stands alone."""
    groups: dict[tuple[object, ...], list[Point]] = {}
    for at, (line, key) in enumerate(zip(told, of, strict=True)):
        groups.setdefault(key or (at,), []).append(line)
    many = {key: same for key, same in groups.items() if len(same) >= fewest}
    found = []
    for at, (line, key) in enumerate(zip(told, of, strict=True)):
        same = many.get(key or (at,), [])
        if not same:
            found.append(line)
        elif same[0] is line:
            found.append(Point(tuple([one for each in same for one in each.edits]), line.names, say(same)))
    return found
