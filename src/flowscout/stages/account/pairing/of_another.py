"""A call that stands under another question now, and is given nothing of what it was given: where its function is called more than once, it is another call.

`print(")")` behind all and `print("~")` in a new `if` have no more in common than whom they call."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from ..pieces.outside import CLOSING
from ..pieces.pieces import Piece

_BETWEEN = frozenset((b",", b"(", b"&", b"*", *CLOSING))


def other_calls(old: Sequence[Piece], new: Sequence[Piece], pairs: Mapping[int, int]) -> Iterator[int]:
    """Positions before."""
    often = [Counter(_called(piece) for piece in side) for side in (old, new)]
    for a, b in pairs.items():
        name = _called(old[a])
        elsewhere = pairs.get(old[a].parent, -1) != new[b].parent or old[a].role != new[b].role
        many = max(often[0][name], often[1][name]) > 1
        if name and name == _called(new[b]) and elsewhere and many and not _given(old[a]) & _given(new[b]):
            yield a


def _called(piece: Piece) -> tuple[bytes, ...]:
    """`print` of `print(")")`, where that is the whole statement; () of a call that is given nothing."""
    words = piece.words
    cut = words.index(b"(") if b"(" in words else 0
    alone = piece.kind == "Simple" and cut and words[-1] == b")" and len(words) > cut + 2
    return words[:cut] if alone and b"=" not in words[:cut] else ()


def _given(piece: Piece) -> set[bytes]:
    return {*piece.words[piece.words.index(b"(") :]} - _BETWEEN
