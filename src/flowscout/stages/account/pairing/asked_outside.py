"""A question under which another one was put: it is the outer one that reads nearly as it did, whichever holds what it held.

if expand(s):              if s = expand(s):
    use(s)          ->         if not quiet:
                                   use(s)

Read the other way, an outer question that is gone leaves the one that reads nearly as it did. One that asks for something else as well is the
outer one too, where half of what it held or more does not hang on the inner: `if a: x(); y()` -> `if a or b: x(); if a: y()`.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..pieces.pieces import Piece
from ..pieces.questions import bare, operands, plain
from .alike import FAR, likeness

_MORE = 0.3  # how much more it must be like that one than like the one that holds the same
_FARTHEST = 4  # questions round one that are looked at


def asked_outside(old: Sequence[Piece], new: Sequence[Piece], pairs: dict[int, int]) -> None:
    """Of questions that were paired by what they hold."""
    back = {b: a for a, b in pairs.items()}
    _asked_more(old, new, pairs, back)
    for a, b in [
        (a, b) for a, b in pairs.items() if old[a].kind == new[b].kind == "If" and old[a].words != new[b].words
    ]:
        outer = _outer(old[a], new, b, back)
        if outer >= 0 and pairs.get(old[a].parent, -2) == new[outer].parent:
            pairs[a] = outer
            back[outer] = a
            continue
        outer = _outer(new[b], old, a, pairs)
        if outer >= 0 and back.get(new[b].parent, -2) == old[outer].parent:
            del pairs[a]
            pairs[outer] = b


def _asked_more(old: Sequence[Piece], new: Sequence[Piece], pairs: dict[int, int], back: dict[int, int]) -> None:
    """Of questions that read alike, where a wider one that is free stands round one of them."""
    asked = [(a, b) for a, b in pairs.items() if old[a].kind == new[b].kind == "If" and old[a].words == new[b].words]
    for a, b in asked:
        if (outer := _wider(new, b, back)) >= 0 and _hangs_on(old, a, new, (b, outer), pairs):
            pairs[a] = outer
            back[outer] = back.pop(b)
        elif (outer := _wider(old, a, pairs)) >= 0 and _hangs_on(new, b, old, (a, outer), back):
            back[b] = outer
            pairs[outer] = pairs.pop(a)


def _outer(piece: Piece, others: Sequence[Piece], at: int, known: dict[int, int]) -> int:
    """The free question round one of the other side that the piece is much more like; -1 for none."""
    least = max(FAR, likeness(piece, others[at]) + _MORE)
    for _ in range(_FARTHEST):
        role, at = others[at].role, others[at].parent
        if at <= 0 or others[at].kind != "If" or role != "then" or at in known:
            return -1
        if likeness(piece, others[at]) >= least:
            return at
    return -1


def _wider(pieces: Sequence[Piece], at: int, known: dict[int, int]) -> int:
    """The free question round a question that asks the same or something else, or for more than that; -1 for none."""
    asked = plain(pieces[at].words)
    for _ in range(_FARTHEST):
        role, at = pieces[at].role, pieces[at].parent
        if at <= 0 or role != "then" or pieces[at].kind != "If":
            return -1
        own = operands(bare(pieces[at].words))[0]
        if at not in known and len(own) > 1 and asked in map(plain, own):
            return at
    return -1


def _hangs_on(
    mine: Sequence[Piece], at: int, theirs: Sequence[Piece], holders: tuple[int, int], pairs: dict[int, int]
) -> bool:
    """Whether half of the steps right under a question, or more, stand under the outer of two and not under the inner."""
    inner, outer = (_held(mine, at, theirs, holder, pairs) for holder in holders)
    return 0 < outer >= 2 * inner


def _held(mine: Sequence[Piece], at: int, theirs: Sequence[Piece], holder: int, pairs: dict[int, int]) -> int:
    """How many of the steps right under the one stand under the other."""
    found = 0
    for each in range(at + 1, len(mine)):
        if mine[each].parent < at:
            break
        there = pairs.get(each, -1) if mine[each].parent == at else -1
        while there > holder:
            there = theirs[there].parent
        found += there == holder
    return found
