"""C and C++: locals that are declared without a value, known by their names; also arrays, and several in one declaration."""

from __future__ import annotations

from collections.abc import Sequence

from ....model.syntax import Simple
from ..pieces.pieces import Piece

_NOT_PLAIN = frozenset((b"=", b"(", b"{", b":", b"<"))


def by_the_variable(old: Sequence[Piece], new: Sequence[Piece], pairs: dict[int, int]) -> None:
    """The one variable of this name that is declared in an arm of C or C++ and gets nothing there, of whatever type."""
    taken = set(pairs.values())
    mine = _named(old, [a for a in range(len(old)) if a not in pairs])
    others = _named(new, [b for b in range(len(new)) if b not in taken]) if mine else {}
    for (parent, role, name), a in mine.items():
        if (b := others.get((pairs.get(parent, -2), role, name), -1)) >= 0:
            pairs[a] = b


def _named(pieces: Sequence[Piece], free: Sequence[int]) -> dict[tuple[int, str, tuple[bytes, ...]], int]:
    found: dict[tuple[int, str, tuple[bytes, ...]], int] = {}
    for at in free:
        piece = pieces[at]
        plain = isinstance(piece.stmt, Simple) and piece.stmt.role == "declare" and len(piece.words) > 1
        names = _names(piece.words) if plain and not _NOT_PLAIN.intersection(piece.words) else ()
        if names and all(each[:1].replace(b"_", b"a").isalpha() for each in names):
            found[piece.parent, piece.role, names] = at
    return found


def _names(words: Sequence[bytes]) -> tuple[bytes, ...]:
    """`a` and `b` of `char a[8], *b`."""
    found, name, depth = list[bytes](), b"", 0
    for word in (*words, b","):
        depth += (word == b"[") - (word == b"]")
        if word == b"," and not depth:
            found.append(name)
            name = b""
        elif not depth and word != b"]":
            name = word
    return tuple(found)
