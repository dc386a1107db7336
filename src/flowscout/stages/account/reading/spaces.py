"""C++: what a name means by where it stands: behind a `using` that is in another place now, and in a namespace."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..pairing.changes import MOVED, REORDERED, Change, Trees
from ..pieces.outside import FUNCTION
from ..pieces.pieces import Piece
from .passing import passed
from .saying import q, subject

_IDLE: Final = frozenset(("Import", "Define", "Directive"))
_WORDS: Final = frozenset((b"namespace", b"inline", b"{"))


def passes_using(both: Trees, change: Change) -> bool:
    """Whether one of a `using` and what may name what it brings has passed the other."""
    if change.kind != REORDERED or _in_a_class(both, change.b):
        return False
    own, found = both.new[change.b], [both.new[each] for each in passed(both, change)]
    if _is_using(own):
        return any(_may_name(each, own) for each in found)
    return any(_is_using(each) and _may_name(own, each) for each in found)


def using_of(both: Trees, change: Change) -> Change:
    """Of a function that a `using` has passed the place of that; else the change itself."""
    if change.b < 0 or both.new[change.b].kind != FUNCTION or not passes_using(both, change):
        return change
    at = next(each for each in passed(both, change) if _is_using(both.new[each]))
    return Change(REORDERED, both.back[at], at)


def _in_a_class(both: Trees, at: int) -> bool:
    above = both.new[at].parent
    return above >= 0 and both.new[above].kind in ("Class", "Enum")


def _is_using(piece: Piece) -> bool:
    return piece.words[:1] == (b"using",)


def _may_name(piece: Piece, using: Piece) -> bool:
    """Of a function, and of what holds others, not all is read here."""
    if piece.kind in _IDLE or _is_using(piece):
        return False
    words = [word for word in using.words if word not in (b";", b"typename")]
    whole = words[1:2] == [b"namespace"] or piece.kind in (FUNCTION, "Class", "Namespace")
    name = words[1] if b"=" in words else words[-1]
    return whole or name in piece.words or piece.kind in ("If", "Loop", "Switch", "Try")


def other_space(both: Trees, change: Change) -> tuple[str, str] | None:
    """The namespaces in which something stood and stands, where these are not the same."""
    if change.kind != MOVED or both.new[change.b].kind == "Access":
        return None
    olds, news = _above(both.old, change.a), _above(both.new, change.b)
    was, now = (_path(pieces, each) for pieces, each in ((both.old, olds), (both.new, news)))
    along = [both.pairs.get(each, -1) for each in olds] == news
    return None if was == now or along else (was, now)


def moved_between(piece: Piece, was: str, now: str) -> str:
    here = f"the namespace {q(now)}" if now else "no namespace"
    return f"{subject(piece)} stands in {here}, no longer in {f'the namespace {q(was)}' if was else 'none'}."


def _above(pieces: Sequence[Piece], at: int) -> list[int]:
    found = []
    here = pieces[at].parent
    while here >= 0:
        if pieces[here].kind == "Namespace" and b"namespace" in pieces[here].words[:3]:
            found.append(here)
        here = pieces[here].parent
    return found[::-1]


def _path(pieces: Sequence[Piece], above: Sequence[int]) -> str:
    names = [b"".join(word for word in pieces[at].words if word not in _WORDS) or b"(anonymous)" for at in above]
    return b"::".join(names).decode("utf-8", "replace")
