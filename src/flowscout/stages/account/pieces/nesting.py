"""What stands in a piece, at any depth, and in a part of a text."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence

from .pieces import Piece

Span = tuple[int, int]


def inside(pieces: Sequence[Piece], at: int) -> list[int]:
    """Pieces stand behind what holds them."""
    within, found = {at}, []
    for each in range(at + 1, len(pieces)):
        if pieces[each].parent in within:
            within.add(each)
            found.append(each)
        elif pieces[each].parent < at:
            break
    return found


def words_of(pieces: Sequence[Piece], at: int) -> Iterator[bytes]:
    """All that stands in a piece, and in what it holds."""
    for each in (at, *inside(pieces, at)):
        yield from pieces[each].words


def enclosed(spans: Sequence[Span], own: Span) -> tuple[Span, ...]:
    """Those that begin within another one, and end in it. spans: in order."""
    start, end = own
    behind = bisect_left(spans, (end,))
    return tuple([each for each in spans[bisect_left(spans, (start + 1,)) : behind] if each[1] <= end])


def outermost(spans: Sequence[Span]) -> set[Span]:
    """Those that stand in no other one."""
    found, reached = set[Span](), -1
    for start, end in sorted(spans, key=lambda each: (each[0], -each[1])):
        if end > reached or (start, end) in found:
            found.add((start, end))
        reached = max(reached, end)
    return found


class Holders:
    """Which of some spans, that stand in each other or apart, stand around a place."""

    def __init__(self, spans: Sequence[Span]) -> None:
        """spans: in order."""
        self.spans = spans
        self.above: list[int] = []
        open_: list[int] = []
        for at, (begin, _) in enumerate(spans):
            while open_ and spans[open_[-1]][1] <= begin:
                open_.pop()
            self.above.append(open_[-1] if open_ else -1)
            open_.append(at)

    def around(self, place: int) -> list[int]:
        """The outermost first."""
        at, found = bisect_left(self.spans, (place + 1,)) - 1, list[int]()
        while at >= 0:
            found += [at] if place < self.spans[at][1] else []
            at = self.above[at]
        return found[::-1]
