"""A row of a table that has a key is the row of that key on the other side, wherever it stands there: `'or': 5`, `.open = f`, `[B] = 5`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..pieces.outside import CLOSING, OPENING
from ..pieces.pieces import Piece

_DESIGNATES: Final = (b".", b"[")
_MOST: Final = 24  # words of a key
Key = tuple[int, tuple[bytes, ...]]  # with the table that it is a key of


def by_their_keys(old: Sequence[Piece], new: Sequence[Piece], pairs: dict[int, int]) -> None:
    """Of those that are free; a key that a table has twice, on either side, tells nothing."""
    taken = {*pairs.values()}
    left = {
        (pairs.get(table, -2), key): at for (table, key), at in _rows(old).items() if at not in pairs and table in pairs
    }
    right = _rows(new) if left else {}
    pairs.update([(a, right[key]) for key, a in left.items() if key in right and right[key] not in taken])


def _rows(pieces: Sequence[Piece]) -> dict[Key, int]:
    found: dict[Key, int] = {}
    again = set[Key]()
    for at, piece in enumerate(pieces):
        if piece.kind == "Row" and (key := _key(piece.words)):
            again |= {(piece.parent, key)} & found.keys()
            found[piece.parent, key] = at
    return {key: at for key, at in found.items() if key not in again}


def _key(words: Sequence[bytes]) -> tuple[bytes, ...]:
    """() for a row without one."""
    sign = b"=" if words[:1] and words[0] in _DESIGNATES else b":"
    depth = 0
    for at, word in enumerate(words[:_MOST]):
        depth += (word in OPENING) - (word in CLOSING)
        if word == sign and not depth:
            return tuple([_plain(each) for each in words[:at]])
        if word == b"lambda":
            break
    return ()


def _plain(word: bytes) -> bytes:
    return b'"%b"' % word[1:-1] if word[:1] == b"'" else word
