"""What goes on to the next case of C and C++ now, or to a label that jumps lead to, or no longer: said with the way out that came, or is gone."""

from __future__ import annotations

from collections.abc import Sequence

from ..pairing.changes import ADDED, REMOVED, Change, Trees
from ..pieces.pieces import Piece
from ..reading.going_on import ends
from ..reading.governing import under
from ..reading.saying import Said, q

_PYTHON = (b"def", b"async")  # whose cases end by themselves
_EXITS = frozenset(("Return", "Raise", "Jump"))
_LEAVES = frozenset((b"return", b"goto", b"break", b"continue", b"throw"))  # behind a macro that may ask
_RANK = 2


def with_the_next(both: Trees, change: Change, told: Said) -> Said:
    new = change.kind == ADDED
    pieces, below, known, at = (
        (both.new, both.new_below, both.back, change.b) if new else (both.old, both.old_below, both.pairs, change.a)
    )
    if change.kind not in (ADDED, REMOVED) or pieces[at].kind not in _EXITS | {"If"} or pieces[0].opens in _PYTHON:
        return told
    if label := _label_behind(pieces, below, known, at):
        how = "no longer goes on" if new else "goes on"
        sentence = f"{told.sentence.removesuffix('.')}; it {how} to {q(label)}{'' if new else ' now'}."
        return told._replace(sentence=sentence, rank=min(told.rank, _RANK))
    arm = _arm(pieces, below, at)
    if arm < 0 or arm not in known:
        return told
    sides = (known[arm], arm) if new else (arm, known[arm])
    goes = (
        _goes_on(both.old, both.old_below, both.pairs, sides[0]),
        _goes_on(both.new, both.new_below, both.back, sides[1]),
    )
    side = (both.new, both.new_below, sides[1]) if goes[1] else (both.old, both.old_below, sides[0])
    following = _next(*side)
    if goes[0] == goes[1] or None in goes or following < 0:
        return told
    case = under(side[0][following], "body").removeprefix("in ")
    last = side[0][max(side[1][side[2]])]
    can = last.kind == "If" or not _LEAVES.isdisjoint(last.words)
    how = ("can go on" if can else "goes on") if goes[1] else "can no longer go on" if can else "no longer goes on"
    sentence = f"{told.sentence.removesuffix('.')}; it {how} to {case}{' now' if goes[1] else ''}."
    return told._replace(sentence=sentence, rank=min(told.rank, _RANK))


def _label_behind(pieces: Sequence[Piece], below: Sequence[Sequence[int]], known: dict[int, int], at: int) -> str:
    """That on both sides stands right behind a way out which jumps elsewhere, if anywhere; "" for none."""
    behind = [each for each in below[pieces[at].parent] if each > at and pieces[each].role == pieces[at].role]
    stays = bool(behind) and pieces[behind[0]].kind == "Label" and behind[0] in known
    label = pieces[behind[0]].said.rstrip(": ") if stays and pieces[at].kind in _EXITS else ""
    return "" if label in pieces[at].said.split() else label


def _arm(pieces: Sequence[Piece], below: Sequence[Sequence[int]], at: int) -> int:
    """The case at whose end a piece stands, -1 for none."""
    while at >= 0 and pieces[at].kind != "Arm":
        above = pieces[at].parent
        if above < 0 or any(each > at and pieces[each].role == pieces[at].role for each in below[above]):
            return -1
        if pieces[above].kind not in ("If", "Block", "Arm"):
            return -1
        at = above
    return at


def _goes_on(pieces: Sequence[Piece], below: Sequence[Sequence[int]], known: dict[int, int], arm: int) -> bool | None:
    """None where a call stands last that is not on both sides: it may never come back."""
    if not below[arm]:
        return None
    last = max(below[arm])
    if pieces[last].kind in _EXITS or ends(pieces, below, arm, pieces[last].role):
        return False
    plain = pieces[last].kind == "Simple" and (last in known or b"(" not in pieces[last].words)
    asks = pieces[last].kind == "If" and any(
        not [each for each in below[last] if pieces[each].role == role] for role in ("then", "else")
    )
    return True if plain or asks else None


def _next(pieces: Sequence[Piece], below: Sequence[Sequence[int]], arm: int) -> int:
    return next((each for each in below[pieces[arm].parent] if each > arm and pieces[each].kind == "Arm"), -1)
