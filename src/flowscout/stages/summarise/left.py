"""Statements behind which the function is left for sure: what they set is no value that anything behind their body sees.

if (at(c)) { pos += 2; return true; }       what stands here sees `pos` as it came
"""

from __future__ import annotations

from bisect import bisect_right

from ...model.syntax import Body, If, Jump, Raise, Return, Simple, Stmt, parts, walk


class Left:
    """Of one function."""

    def __init__(self, body: Body) -> None:
        found = [(stmt.start, stmt.end, end) for stmt, end in _simple(body)]
        self._rows = sorted(found)
        self._starts = [start for start, _, _ in self._rows]

    def gone(self, place: int, at: int) -> bool:
        """Whether what is set at a place is out of reach at another one."""
        row = bisect_right(self._starts, place) - 1
        return row >= 0 and place < self._rows[row][1] and self._rows[row][2] <= at


def _simple(body: Body) -> list[tuple[Stmt, int]]:
    """Simple statements, with the end of the innermost body around that ends with a way out."""
    found: list[tuple[Stmt, int]] = []
    waiting: list[tuple[Body, int]] = [(body, 0)]
    while waiting:
        here, end = waiting.pop()
        for stmt in here:
            if isinstance(stmt, Simple) and end:
                found.append((stmt, end))
            for part in parts(stmt):
                leaves = isinstance(stmt, If) and part and isinstance(part[-1], Return | Raise)
                inner = part[-1].end if leaves and not any(isinstance(each, Jump) for each in walk(part)) else end
                waiting.append((part, inner))
    return found
