"""A table of which no row is what it was: one edit, whatever the rows are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ....model.account import DECLARATION, Answer, Side
from ..pairing.changes import ADDED, REMOVED, Change, Trees
from ..pieces.called import name_of
from ..pieces.lexing import LexedSource
from ..pieces.pieces import Piece
from ..pieces.quoting import joined, q

FEWEST: Final = 6  # rows on either side, from which they are not told one by one
_FIRST: Final = 3


def replaced(both: Trees, found: Sequence[Change]) -> dict[Change, int]:
    """Each change that is but one of the rows of such a table -> the table's place after the change."""
    tables = [(a, b) for a, b in both.pairs.items() if both.new[b].kind == "Assign" and _all_others(both, a, b)]
    gone = {each: b for a, b in tables for each in both.old_below[a]}
    came = {each: b for _, b in tables for each in both.new_below[b]}
    return {
        change: (came if change.kind == ADDED else gone)[max(change.a, change.b)]
        for change in found
        if (change.kind == ADDED and change.b in came) or (change.kind == REMOVED and change.a in gone)
    }


def told(both: Trees, tables: Sequence[int], old: LexedSource, new: LexedSource) -> Iterator[Answer]:
    for b in tables:
        was = [both.old[each] for each in both.old_below[both.back[b]]]
        now = [both.new[each] for each in both.new_below[b]]
        others = f"All {len(now)} rows" if len(was) == len(now) else f"The {len(now)} rows"
        before = f"it had {len(was)}, " if len(was) != len(now) else "they were "
        said = f"{others} of {q(name_of(both.new[b]))} are others: {_shown(now)}; {before}{_shown(was)}."
        yield Answer(DECLARATION, "table", "", _side(was, old), _side(now, new), said, 4)


def _all_others(both: Trees, a: int, b: int) -> bool:
    one, other = both.old_below[a], both.new_below[b]
    rows = all(side[each].kind == "Row" for side, own in ((both.old, one), (both.new, other)) for each in own)
    lone = not any(each in both.pairs for each in one) and not any(each in both.back for each in other)
    return rows and lone and min(len(one), len(other)) >= FEWEST


def _shown(rows: Sequence[Piece]) -> str:
    return q(f"{', '.join([joined(each.words) for each in rows[:_FIRST]])}, …")


def _side(rows: Sequence[Piece], source: LexedSource) -> Side:
    start, end = rows[0].start, max(each.end for each in rows)
    return Side(source.path, source.line(start), source.line(end - 1), source.text(start, end))
