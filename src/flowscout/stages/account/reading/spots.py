"""The lines of a long statement on which it differs: of a table that fills half a file its row, of a condition over many lines its operand."""

from __future__ import annotations

from ....model.account import Side
from ..pairing.changes import CHANGED, Change, Trees
from ..pieces.lexing import LexedSource
from ..pieces.pieces import NESTING, Piece, differing


def narrowed(
    both: Trees, change: Change, sides: tuple[Side, Side], old: LexedSource, new: LexedSource, inside: bool = False
) -> tuple[Side, Side]:
    """inside: in a function, where what is laid out otherwise as well stands on all of its lines."""
    if change.kind != CHANGED or both.new[change.b].kind == "Decorator":
        return sides
    one, other = both.old[change.a], both.new[change.b]
    same = differing(one, other)
    left = min(len(one.words), len(other.words)) - same
    tail = next((at for at in range(left) if one.words[-1 - at] != other.words[-1 - at]), left)
    was, now = _side(one, sides[0], same, tail, old), _side(other, sides[1], same, tail, new)
    alike = was.line - sides[0].line == now.line - sides[1].line
    return sides if inside and not alike else (was, now)


def _side(piece: Piece, side: Side, same: int, tail: int, source: LexedSource) -> Side:
    """same, tail: how many tokens at its beginning and its end are those of the other side."""
    own = _positions(piece, source)
    if len(own) != len(piece.words) or not own:
        return side
    first = own[min(same, len(own) - 1)]
    last = own[max(len(own) - tail - 1, min(same, len(own) - 1))]
    return side._replace(
        line=source.line(source.tokens[first].start), end_line=source.line(source.tokens[last].end - 1)
    )


def _positions(piece: Piece, source: LexedSource) -> list[int]:
    """Of its tokens; rows may stand between the first of them and those behind, and what only says how statements nest is none of them."""
    first, whole = source.within(piece.start, piece.end), source.within(piece.start, piece.last)
    behind = len(piece.words) - len(first)
    found = list[int]()
    for at in [*first, *whole[len(whole) - behind :]] if 0 < behind <= len(whole) - len(first) else first:
        text = source.tokens[at].text
        if piece.words[len(found) : len(found) + 1] == (text,):
            found.append(at)
        elif text not in NESTING:
            break
    return found
