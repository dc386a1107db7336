"""A row of a table that has a key is the row of that key on the other side, wherever it stands there: `'or': 5`, `.open = f`, `[B] = 5`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..pieces.outside import CLOSING, OPENING
from ..pieces.pieces import Piece

_DESIGNATES: Final = (b".", b"[")
_MOST: Final = 24  # words of a key
_NO_KEY: Final = (b"lambda", b"?")  # a `:` behind them is theirs
Words = Sequence[bytes]
Before = dict[
    tuple[int, Words], int
]  # a number for each series of rows that may set any key: by those before the last, and the last
Place = tuple[str, int]  # the arm of an `#if`, and what stands before it that may set its key too
Key = tuple[int, tuple[bytes, ...]]  # with the table that it is a key of


def by_their_keys(old: Sequence[Piece], new: Sequence[Piece], pairs: dict[int, int]) -> None:
    """Of those that are free; a key that a table has twice, on either side, tells nothing, nor does one in another arm or on the other side of
    what may set it too."""
    taken = {*pairs.values()}
    known: Before = {}
    left = {
        (pairs.get(table, -2), key): found
        for (table, key), found in _rows(old, known).items()
        if found[0] not in pairs and table in pairs
    }
    right = _rows(new, known) if left else {}
    both = [(found, right[key]) for key, found in left.items() if key in right]
    pairs.update([(a, b) for (a, was), (b, now) in both if b not in taken and was == now])


def _rows(pieces: Sequence[Piece], known: Before) -> dict[Key, tuple[int, Place]]:
    found: dict[Key, tuple[int, Place]] = {}
    again = set[Key]()
    passed: dict[int, int] = {}
    for at, piece in enumerate(pieces):
        if piece.kind != "Row":
            continue
        key, before = _key(piece.words), passed.get(piece.parent, 0)
        if not key or b"..." in key:  # `**base`, a range of places, a value for the place behind the last one
            passed[piece.parent] = known.setdefault((before, piece.words), len(known) + 1)
        if key:
            again |= {(piece.parent, key)} & found.keys()
            found[piece.parent, key] = at, (piece.role, before)
    return {key: one for key, one in found.items() if key not in again}


def _key(words: Words) -> tuple[bytes, ...]:
    """() for a row without one."""
    sign = b"=" if words[:1] and words[0] in _DESIGNATES else b":"
    depth = 0
    for at, word in enumerate(words[:_MOST]):
        depth += (word in OPENING) - (word in CLOSING)
        if word == sign and not depth:
            return tuple([_plain(each) for each in words[:at]])
        if word in _NO_KEY:
            break
    return ()


def _plain(word: bytes) -> bytes:
    return b'"%b"' % word[1:-1] if word[:1] == b"'" else word
