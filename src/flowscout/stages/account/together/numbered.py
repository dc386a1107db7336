"""C and C++: edits of an array of plain values, told by their places in one sentence: which is another now, and which came at its end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from ....model.account import DECLARATION, Answer, Side
from ..pairing.changes import ADDED, CHANGED, MOVED, REMOVED, REORDERED, Change, Trees
from ..pieces import by_position
from ..pieces.called import name_of
from ..pieces.lexing import LexedSource
from ..pieces.pieces import Piece
from ..pieces.quoting import q

_KINDS: Final = frozenset((ADDED, REMOVED, CHANGED, MOVED, REORDERED))
_RANK: Final = 5


def listed(both: Trees, found: Sequence[Change]) -> dict[Change, int]:
    """Each change that such a sentence tells -> the place, after the change, of the table."""
    tables = {(a, b) for a, b in both.pairs.items() if both.new[b].kind == "Assign" and _told(both, a, b)}
    old = {each: b for a, b in tables for each in both.old_below[a]}
    new = {each: b for _, b in tables for each in both.new_below[b]}
    found_in = {change: new.get(change.b, old.get(change.a, -1)) for change in found if change.kind in _KINDS}
    return {change: at for change, at in found_in.items() if at >= 0 and not _stays_elsewhere(both, change, new)}


def _stays_elsewhere(both: Trees, change: Change, new: Mapping[int, int]) -> bool:
    """Whether what left such a table stands in another one now that was there before, and is not told so."""
    return change.b >= 0 and change.b not in new and both.new[change.b].parent in both.back


def told(both: Trees, rows: dict[Change, int], old: LexedSource, new: LexedSource) -> Iterator[Answer]:
    for b in sorted({*rows.values()}):
        own = [change for change, at in rows.items() if at == b]
        sides = (
            _side(both.old, [change.a for change in own if change.a >= 0], old),
            _side(both.new, [change.b for change in own if change.b >= 0], new),
        )
        yield Answer(DECLARATION, "table", "", *sides, _told(both, both.back[b], b), _RANK)


def _told(both: Trees, a: int, b: int) -> str:
    was = by_position.values(both.old, both.old_below[a], a)
    now = by_position.values(both.new, both.new_below[b], b) if was else ()
    if (
        not was
        or max(len(was), len(now)) < by_position.FEWEST
        or not now
        or name_of(both.old[a]) != name_of(both.new[b])
    ):
        return ""
    name = q(name_of(both.new[b]))
    if len(was) == len(now):
        text = by_position.changed(was, now)
        return f"In {name}, counted from 0: {text}." if text else ""
    if was != now[: len(was)] and now != was[: len(now)]:
        return ""
    first, rest = min(len(was), len(now)), now[len(was) :] or was[len(now) :]
    text = by_position.described(rest, first) if len(rest) > 1 else q(rest[0])
    has = "has" if len(now) > len(was) else "no longer has"
    many = f"{len(rest)} more values" if rest[1:] else "one more value"
    return f"{name} {has} {many}, counted from {first} on: {text}." if text else ""


def _side(pieces: Sequence[Piece], places: Sequence[int], source: LexedSource) -> Side:
    if not places:
        return Side()
    first, last = pieces[min(places)].start, pieces[max(places)].last
    return Side(source.path, source.line(first), source.line(max(first, last - 1)), source.text(first, last))
