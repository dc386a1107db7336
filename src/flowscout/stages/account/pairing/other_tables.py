"""A table that is new, or gone, with its rows: one under another name that has none of the rows is another one, however alike their heads read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from ..pieces import by_position
from ..pieces.called import name_of
from ..pieces.pieces import Piece
from ..pieces.quoting import q

_SHOWN: Final = 3  # rows
_LENGTH: Final = 48
_LONGEST: Final = 4 * _LENGTH
_BARE: Final = len(("#", "define", "NAME"))


def other_tables(old: Sequence[Piece], new: Sequence[Piece], pairs: Mapping[int, int]) -> Iterator[int]:
    """Positions before of those that are taken for another."""
    was, now = _rows(old), _rows(new)
    for a, b in pairs.items():
        rows, others = was.get(a, set()), now.get(b, set())
        if rows and others and name_of(old[a]) != name_of(new[b]) and not any(pairs.get(row) in others for row in rows):
            yield a


def _rows(pieces: Sequence[Piece]) -> dict[int, set[int]]:
    found: dict[int, set[int]] = {}
    for at, piece in enumerate(pieces):
        if piece.kind == "Row":
            found.setdefault(piece.parent, set()).add(at)
    return found


def head(piece: Piece) -> str:
    """`rows` of `rows =` and of `rows: Rows = Literal[`, behind which its rows stand."""
    return (
        piece.said.rpartition("=")[0].rstrip()
        if piece.said.endswith(("=", "= ", "[", "(", "{")) and "=" in piece.said
        else piece.said
    )


def with_rows(pieces: Sequence[Piece], at: int) -> str:
    """ ", with `a: 1`, `b: 2` and 3 more": the first of what it holds."""
    own = [n for n, piece in enumerate(pieces) if n > at and piece.parent == at]
    values = by_position.values(pieces, own, at)
    if len(values) >= by_position.FEWEST and (text := by_position.described(values)):
        return f", with {len(values)} values, counted from 0: {text}"
    rows = _told_apart([piece.said for piece in pieces[at + 1 :] if piece.kind == "Row" and piece.parent == at])
    more = len(rows) - _SHOWN
    shown = rows if more == 1 else [*rows[:_SHOWN], *([f"{more} more"] if more > 0 else [])]
    return f", with {' and '.join(filter(None, (', '.join(shown[:-1]), shown[-1])))}" if rows else ""


def _told_apart(rows: Sequence[str]) -> list[str]:
    """Each cut, with more room where two of those that are shown would read the same."""
    shown, length = rows[: _SHOWN + 1], _LENGTH
    while length < _LONGEST and len({q(each, length) for each in shown}) < len({*shown}):
        length *= 2
    return [q(each, length) for each in rows]


def other_constants(old: Sequence[Piece], new: Sequence[Piece], pairs: Mapping[int, int]) -> Iterator[int]:
    """A constant that another one with another value stands in the place of."""
    for a, b in pairs.items():
        one, other = old[a], new[b]
        another = one.kind == other.kind == "Define" and name_of(one) != name_of(other)
        if another and len(one.words) > _BARE and not {*one.words[_BARE:]} & {*other.words[_BARE:]}:
            yield a
