"""C and C++: a macro whose parameters are called otherwise, in its head and in its body: `#define HALF(x) ((x) / 2)` as
`#define HALF(n) ((n) / 2)`."""

from __future__ import annotations

from typing import Final

from ..pairing.changes import CHANGED, Change, Trees
from ..pieces.pieces import Piece

CALLED: Final = "macro parameters that are called otherwise"


def called_otherwise(both: Trees, change: Change) -> bool:
    if change.kind != CHANGED:
        return False
    one, other = both.old[change.a], both.new[change.b]
    was, now = _parameters(one), _parameters(other)
    if not was or was == now or len(was) != len(now) or len({*now}) != len(now):
        return False
    instead = dict(zip(was, now, strict=True))
    captured = {word for word in one.words if word not in instead} & {*now}
    return not captured and [instead.get(word, word) for word in one.words] == [*other.words]


def _parameters(piece: Piece) -> list[bytes]:
    words = piece.words
    if piece.kind != "Define" or words[:2] != (b"#", b"define") or len(words) < 5 or b")" not in words[3:]:
        return []
    head = f"{words[2].decode('utf-8', 'replace')}("  # no blank: behind one stands a value
    given = words[4 : words.index(b")", 3)]
    return [word for word in given if word not in (b",", b"...")] if head in piece.said else []
