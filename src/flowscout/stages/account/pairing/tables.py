"""A table that is told row by row on one side is on the other too, however short it is there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..pieces.called import name_of
from ..pieces.lexing import LexedSource
from ..pieces.outside import table
from ..pieces.pieces import Piece


def both_in_rows(
    old: tuple[Piece, ...], new: tuple[Piece, ...], was: LexedSource, now: LexedSource
) -> tuple[tuple[Piece, ...], tuple[Piece, ...]]:
    """was, now: the sources of the two sides."""
    before, after = _tables(old), _tables(new)
    long_before, long_after = ({name for name, (_, rows) in each.items() if rows} for each in (before, after))
    return _in_rows(old, before, long_after - long_before, was), _in_rows(new, after, long_before - long_after, now)


def _tables(pieces: tuple[Piece, ...]) -> Mapping[str, tuple[int, bool]]:
    """Of each name that is set, once, its piece and whether it is in rows."""
    found: dict[str, tuple[int, bool]] = {}
    again: set[str] = set()
    rows = {piece.parent for piece in pieces if piece.kind == "Row"}
    for at, piece in enumerate(pieces):
        if piece.kind == "Assign" and (name := name_of(piece)):
            again |= {name} & found.keys()
            found[name] = (at, at in rows)
    return {name: each for name, each in found.items() if name not in again}


def _in_rows(
    pieces: tuple[Piece, ...], tables: Mapping[str, tuple[int, bool]], names: set[str], source: LexedSource
) -> tuple[Piece, ...]:
    cuts = {
        at: cut
        for name, (at, _) in tables.items()
        if name in names and (cut := table(source, source.within(pieces[at].start, pieces[at].end), 0))
    }
    if not cuts:
        return pieces
    found: list[Piece] = []
    places: dict[int, int] = {-1: -1}
    for at, piece in enumerate(pieces):
        places[at] = here = len(found)
        parent = places[piece.parent]
        if at not in cuts:
            found.append(piece._replace(parent=parent))
            continue
        first, rows, behind = cuts[at]
        words = tuple([source.tokens[each].text for each in (*first, *behind)])
        found.append(_piece(source, piece, first)._replace(parent=parent, words=words))
        found += [_piece(source, piece, row)._replace(kind="Row", role="rows", parent=here) for row in rows]
    return tuple(found)


def _piece(source: LexedSource, like: Piece, own: Sequence[int]) -> Piece:
    start, end = source.tokens[own[0]].start, source.tokens[own[-1]].end
    words = tuple([source.tokens[at].text for at in own])
    return like._replace(words=words, start=start, end=end, last=end, said=source.text(start, end).rstrip(",;{ "))
