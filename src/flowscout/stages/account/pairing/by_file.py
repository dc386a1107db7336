"""C and C++: an include that names a file of the same name is that include: `<CLI/App.hpp>` and `"../App.hpp"`."""

from __future__ import annotations

from collections.abc import Container, Sequence

from ..pieces.pieces import Piece


def by_their_file(old: Sequence[Piece], new: Sequence[Piece], pairs: dict[int, int]) -> None:
    """Of such of which there is one on either side, in the same arm of an `#if`."""
    left = _named(old, pairs)
    right = _named(new, {*pairs.values()}) if left else {}
    for name, mine in left.items():
        if len(mine) == len(right.get(name, ())) == 1:
            a, b = mine[0], right[name][0]
            if (pairs.get(old[a].parent, -2) if old[a].parent >= 0 else -1) == new[b].parent and old[a].role == new[
                b
            ].role:
                pairs[a] = b


def _named(pieces: Sequence[Piece], known: Container[int]) -> dict[bytes, list[int]]:
    found: dict[bytes, list[int]] = {}
    for at, piece in enumerate(pieces):
        if piece.kind == "Import" and at not in known and piece.words[:1] == (b"#",):
            name = b"".join(piece.words).rstrip(b'">').rpartition(b"/")[2].rpartition(b'"')[2].rpartition(b"<")[2]
            found.setdefault(name, []).append(at)
    return found
