"""What stands in a range of a function, and what stands around a place, without going through all there is each time."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import Generic, TypeVar

from ...model.protocol import Protocol


class Placed(Protocol):
    @property
    def start(self) -> int: ...


Thing = TypeVar("Thing", bound=Placed)


class Starting(Generic[Thing]):
    """By where they begin; answers are in the order in which they were given."""

    def __init__(self, things: Sequence[Thing]) -> None:
        self._things = things
        self._order = sorted(range(len(things)), key=lambda at: things[at].start)
        self._starts = [things[at].start for at in self._order]

    def within(self, start: int, end: int) -> list[Thing]:
        first, last = bisect_left(self._starts, start), bisect_left(self._starts, end)
        return [self._things[at] for at in sorted(self._order[first:last])]


class Covering:
    """Ranges, which may overlap."""

    def __init__(self, ranges: Iterable[tuple[int, int]]) -> None:
        ordered = sorted(ranges)
        self._starts = [start for start, _ in ordered]
        self._reach = list(accumulate((end for _, end in ordered), max))

    def around(self, place: int) -> bool:
        at = bisect_right(self._starts, place)
        return at > 0 and place < self._reach[at - 1]
