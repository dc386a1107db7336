"""C and C++: a variable of a file that stands elsewhere now, and gets its value before anything runs: numbers, texts and names of constants in braces.

Only what defines a macro that it is written with, or what it is built from, or builds on it, has to keep its side.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..pairing.changes import REORDERED, Change, Trees
from ..pieces.called import name_of
from ..pieces.nesting import words_of
from ..pieces.outside import FUNCTION
from ..pieces.pieces import Piece
from ..reading.passing import passed

_BUILT: Final = frozenset((b"const", b"constexpr"))
_PLAIN: Final = frozenset(
    b"char short int long signed unsigned float double bool size_t wchar_t".split()
)  # types that have no constructor
_VALUES: Final = frozenset(("Assign", "Declaration"))
_OTHERS: Final = frozenset((*_VALUES, "Declared", "Typedef", "Class", "Enum", "Define"))


def free(both: Trees, change: Change) -> bool:
    """What it passed stands for the same on either side of it."""
    piece = both.new[change.b]
    if change.kind != REORDERED or piece.kind not in _VALUES or piece.parent >= 0:
        return False
    own, name = [*words_of(both.new, change.b)], name_of(piece).encode()
    if not _fixed(piece, own) or not name:
        return False
    return all(_apart(both.new, each, name, own) for each in passed(both, change))


def _fixed(piece: Piece, own: Sequence[bytes]) -> bool:
    """Whether nothing is called for its value, and its type is a plain one, or a constant one."""
    return b"=" in piece.words and b"(" not in own and _runs_nothing(piece)


def _runs_nothing(piece: Piece) -> bool:
    before = piece.words[: piece.words.index(b"=")] if b"=" in piece.words else piece.words
    return not (_PLAIN | _BUILT).isdisjoint(before)


def _apart(pieces: Sequence[Piece], at: int, name: bytes, own: Sequence[bytes]) -> bool:
    piece = pieces[at]
    if piece.kind == FUNCTION:
        return True
    called = name_of(piece).encode()
    if piece.kind in _VALUES and not _runs_nothing(piece):
        return False
    return piece.kind in _OTHERS and bool(called) and called not in own and name not in words_of(pieces, at)
