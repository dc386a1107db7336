"""Python: an import under `if TYPE_CHECKING`, which no run reads; where the same is imported for all on the other side, that is told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ..pairing.changes import ADDED, CHANGED, REMOVED, Change, Trees
from ..pieces.pieces import Piece
from ..reading.imports import brought

RULE: Final = "imports that only checkers read"
_ASKED: Final = ((b"TYPE_CHECKING",), (b"typing", b".", b"TYPE_CHECKING"))


def unread(both: Trees, change: Change) -> bool:
    if change.kind not in (ADDED, REMOVED, CHANGED):
        return False
    sides = [(both.old, change.a, both.new), (both.new, change.b, both.old)]
    return all(at < 0 or _unread(pieces, at, others) for pieces, at, others in sides)


def _unread(pieces: Sequence[Piece], at: int, others: Sequence[Piece]) -> bool:
    imports = [at] if pieces[at].kind == "Import" else [n for n, each in enumerate(pieces) if each.parent == at]
    if not imports or any(pieces[each].kind != "Import" or not _is_checked(pieces, each) for each in imports):
        return False
    names = {name for each in imports for name in _names(pieces[each])}
    ran = {
        name
        for n, each in enumerate(others)
        if each.kind == "Import" and not _is_checked(others, n)
        for name in _names(each)
    }
    return bool(names) and not names & ran


def _is_checked(pieces: Sequence[Piece], at: int) -> bool:
    above = pieces[at].parent
    asked = pieces[above].words[1:] if above >= 0 and pieces[above].words[:1] == (b"if",) else ()
    return pieces[at].role != "else" and tuple(word for word in asked if word != b":") in _ASKED


def _names(piece: Piece) -> Iterator[str]:
    """As they are called here."""
    yield from (each.name.split()[-1] for each in brought(piece) if each.name)
