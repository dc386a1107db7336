"""An early way out and a question round the rest are one: `if a: return x` before the rest and `return x`, and `if not a:` round the rest
before `return x`. What is returned there is returned as before. A bare `return`, in Python one of `None`, behind which nothing would run
says nothing at all."""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import Final

from ..pairing.changes import ADDED, REMOVED, Change, Trees
from ..pieces import questions
from ..pieces.pieces import Piece

Below = Sequence[Sequence[int]]


_BARE: Final = frozenset(((b"return",),))
_NONE: Final = _BARE | {(b"return", b"None")}


def through(both: Trees, found: Sequence[Change], python: bool) -> frozenset[Change]:
    """The ways out that are new or gone where the other side falls through to the same one."""
    bare = _NONE if python else _BARE
    sides = {
        ADDED: (both.new, both.old, both.old_below, both.back),
        REMOVED: (both.old, both.new, both.new_below, both.pairs),
    }
    return frozenset(
        [
            each
            for each in found
            if each.kind in sides and _falls(each.b if each.kind == ADDED else each.a, bare, *sides[each.kind])
        ]
    )


def _falls(
    at: int,
    bare: Set[tuple[bytes, ...]],
    pieces: Sequence[Piece],
    others: Sequence[Piece],
    below: Below,
    known: dict[int, int],
) -> bool:
    above = pieces[at].parent
    if pieces[at].kind != "Return":
        return False
    behind = [each for each in range(at + 1, len(pieces)) if pieces[each].parent == above]
    if any(pieces[each].role == pieces[at].role and each in known for each in behind):
        return False  # what stands behind it, at a label or not, is come to from here on the other side
    if pieces[at].words in bare and above in known and _ends(others, below, known[above], pieces[at].role):
        return True
    if above < 0 or pieces[above].kind != "If" or above not in known:
        return False
    asks = known[above]
    was, now = (questions.plain(each.words) for each in (pieces[above], others[asks]))
    if was[0] != now[0]:
        return False
    role = pieces[at].role if was[1] == now[1] else "else" if pieces[at].role == "then" else "then"
    behind = [each for each in below[others[asks].parent] if others[each].role == others[asks].role and each > asks]
    return (
        not any(others[each].role == role for each in below[asks])
        and bool(behind)
        and others[behind[0]].kind == "Return"
        and others[behind[0]].words == pieces[at].words
    )


def _ends(pieces: Sequence[Piece], below: Below, here: int, role: str) -> bool:
    """Whether nothing but what is run at last comes behind an arm; a `return` in that drops what was raised."""
    while here > 0:
        one = pieces[here]
        goes_on = one.kind == "Try" and role == "body" and any(pieces[each].role == "else" for each in below[here])
        if goes_on or role == "finally" or one.kind in ("Loop", "Arm", "Switch", "Variant"):
            return False
        beside = [] if one.kind == "Handler" else below[one.parent]
        if any(each > here and pieces[each].role == one.role for each in beside):
            return False
        here, role = one.parent, one.role
    return not here
