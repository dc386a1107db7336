"""The lines of a long statement outside of functions on which it differs: of a call that fills half a file, those of its argument."""

from __future__ import annotations

from ....model.account import Side
from ..pairing.changes import CHANGED, Change, Trees
from ..pieces.lexing import Source
from ..pieces.pieces import Piece, differing


def narrowed(both: Trees, change: Change, sides: tuple[Side, Side], old: Source, new: Source) -> tuple[Side, Side]:
    if change.kind != CHANGED:
        return sides
    one, other = both.old[change.a], both.new[change.b]
    same = differing(one, other)
    left = min(len(one.words), len(other.words)) - same
    tail = next((at for at in range(left) if one.words[-1 - at] != other.words[-1 - at]), left)
    return _side(one, sides[0], same, tail, old), _side(other, sides[1], same, tail, new)


def _side(piece: Piece, side: Side, same: int, tail: int, source: Source) -> Side:
    """same, tail: how many tokens at its beginning and its end are those of the other side."""
    own = _positions(piece, source)
    if [source.tokens[at].text for at in own] != list(piece.words) or not own:
        return side
    first = own[min(same, len(own) - 1)]
    last = own[max(len(own) - tail - 1, min(same, len(own) - 1))]
    return side._replace(
        line=source.line(source.tokens[first].start), end_line=source.line(source.tokens[last].end - 1)
    )


def _positions(piece: Piece, source: Source) -> list[int]:
    """Of its tokens; rows may stand between the first of them and those behind."""
    first, whole = source.within(piece.start, piece.end), source.within(piece.start, piece.last)
    behind = len(piece.words) - len(first)
    return [*first, *whole[len(whole) - behind :]] if 0 < behind <= len(whole) - len(first) else [*first]
