"""C and C++: locals that are declared without a value, known by their names."""

from __future__ import annotations

from collections.abc import Sequence

from ....model.syntax import Simple
from ..pieces.pieces import Piece

_NOT_PLAIN = frozenset((b"=", b"(", b"{", b"[", b",", b":"))


def by_the_variable(old: Sequence[Piece], new: Sequence[Piece], pairs: dict[int, int]) -> None:
    """The one variable of this name that is declared in an arm of C or C++ and gets nothing there, of whatever type."""
    taken = set(pairs.values())
    mine = _named(old, [a for a in range(len(old)) if a not in pairs])
    others = _named(new, [b for b in range(len(new)) if b not in taken]) if mine else {}
    for (parent, role, name), a in mine.items():
        if (b := others.get((pairs.get(parent, -2), role, name), -1)) >= 0:
            pairs[a] = b


def _named(pieces: Sequence[Piece], free: Sequence[int]) -> dict[tuple[int, str, bytes], int]:
    found: dict[tuple[int, str, bytes], int] = {}
    for at in free:
        piece = pieces[at]
        plain = isinstance(piece.stmt, Simple) and piece.stmt.role == "declare" and len(piece.words) > 1
        if plain and not _NOT_PLAIN.intersection(piece.words) and piece.words[-1][:1].replace(b"_", b"a").isalpha():
            found[piece.parent, piece.role, piece.words[-1]] = at
    return found
