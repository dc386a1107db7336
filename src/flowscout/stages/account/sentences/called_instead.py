"""A call of another function in place of one, which gets the same, or the same and more.

`warn("no file")` that became `warn_at(w, "no file")` calls another function; what that is given is told by what it has more."""

from __future__ import annotations

from collections.abc import Sequence

from ..pairing.changes import Trees
from ..pieces.pieces import Piece
from ..reading.given import arguments
from ..reading.operands import beside
from ..reading.saying import CALL, Said, both_quoted, callee, q

_FEW = 2  # arguments that are told by themselves
_SHORT = 100  # characters of two calls that are quoted whole


def called_instead(one: Piece, other: Piece, under: str, both: Trees | None = None) -> Said | None:
    was, now = callee(one), callee(other)
    if not was or not now or was == now or (both and _called_beside(both, was, now)):
        return None
    given = _given(arguments(one), arguments(other))
    brief = len(one.said) + len(other.said) <= _SHORT and arguments(one) != arguments(other)
    if given is None or brief:
        return None
    old, new = both_quoted(was, now)
    return Said(CALL, f"Calls {new}, no longer {old}{given}{under}.", 4)


def _called_beside(both: Trees, was: str, now: str) -> bool:
    """Whether the old one is still called in that function, or the new one was: which call it is, what it is given tells."""
    return any(callee(each) == was for each in both.new) or any(callee(each) == now for each in both.old)


def _given(was: Sequence[str], now: Sequence[str]) -> str | None:
    """What both get, and what the one gets beside that; None where neither gets all of the other."""
    if was == now:
        return ", with the same arguments" if was else ""
    came, gone = beside(was, now), beside(now, was)
    told, word = (came, "and also") if came else (gone, "but no longer")
    if not was or not now or not told or len(told) > _FEW:
        return None
    return f", with the same arguments {word} {' and '.join(map(q, told))}"
