"""C and C++: `if (!p) goto out; f(p); out:` and `if (p) f(p);` are one. What was done before each `return`, and is done behind the label that
is gone to now, is done on every way as before."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from ....model.record import NamedTuple
from ..pairing.changes import ADDED, CHANGED, REMOVED, Change, Trees
from ..pieces import questions
from ..pieces.pieces import Piece
from . import conditions

BEHIND: Final = "steps that stand behind the jumped-to label now"
_GOES_ON: Final = frozenset(("Simple", "If", "Loop", "Block", "With", "Switch"))


class _Side(NamedTuple):
    """A side, and which of its pieces is which on the other."""

    pieces: Sequence[Piece]
    below: Sequence[Sequence[int]]
    known: Mapping[int, int]


def _sides(both: Trees) -> tuple[_Side, _Side]:
    return _Side(both.old, both.old_below, both.pairs), _Side(both.new, both.new_below, both.back)


def over(both: Trees, found: Sequence[Change]) -> frozenset[Change]:
    """Questions and jumps that stand for an arm now, or an arm for them, with the labels that are gone to no more."""
    asked = [change for change in found if change.kind == CHANGED and both.new[change.b].kind == "If"]
    jumps: dict[tuple[bool, int], Change] = {
        (change.kind == ADDED, change.b if change.kind == ADDED else change.a): change
        for change in found
        if change.kind in (ADDED, REMOVED)
    }
    same: set[Change] = set()
    for change in asked:
        for new, (mine, other) in enumerate((_sides(both), _sides(both)[::-1])):
            at, there = (change.b, change.a) if new else (change.a, change.b)
            jump = _jump(mine, at)
            if (
                jump >= 0
                and (bool(new), jump) in jumps
                and _opposite(mine.pieces[at], other.pieces[there])
                and _skips(mine, other, at, jump, there)
            ):
                same |= {change, jumps[bool(new), jump]}
    return frozenset(same)


def _opposite(one: Piece, other: Piece) -> bool:
    was, now = questions.plain(one.words), questions.plain(other.words)
    return was[0] == now[0] and was[1] != now[1]


def _jump(side: _Side, at: int) -> int:
    """Of an `if` that does nothing but `goto` this one."""
    held = side.below[at]
    only = held[0] if len(held) == 1 and side.pieces[held[0]].role == "then" else -1
    return only if only >= 0 and side.pieces[only].kind == "Jump" and side.pieces[only].stmt.keyword == "goto" else -1


def _label(pieces: Sequence[Piece], jump: int) -> int:
    name = pieces[jump].stmt.label
    return next((at for at, each in enumerate(pieces) if each.kind == "Label" and each.stmt.name == name), -1)


def _skips(mine: _Side, other: _Side, at: int, jump: int, there: int) -> bool:
    """Whether what the jump passes is what the arm of the other side holds, and nothing else."""
    label = _label(mine.pieces, jump)
    held = {*conditions.under(other.below, there)}
    if label < jump or any(other.pieces[each].role == "else" for each in other.below[there]):
        return False
    passed = [each for each in range(jump + 1, label) if each in mine.known]
    behind = [each for each in range(label, len(mine.pieces)) if each in mine.known]
    return (
        bool(passed)
        and all(mine.known[each] in held for each in passed)
        and not any(mine.known[each] in held for each in behind)
        and _stays(mine.pieces, at, mine.pieces[label].parent)
    )


def _stays(pieces: Sequence[Piece], at: int, above: int) -> bool:
    """Whether what leads there leaves no loop."""
    while (at := pieces[at].parent) >= 0 and at != above:
        if pieces[at].kind not in ("If", "Block"):
            return False
    return at == above


def behind(both: Trees, found: Sequence[Change]) -> frozenset[Change]:
    """What came to, or went from, an arm that the other side leaves to a label behind which the same is done."""
    same: set[Change] = set()
    for change in found:
        if change.kind not in (ADDED, REMOVED):
            continue
        new = change.kind == ADDED
        at = change.b if new else change.a
        mine, other = _sides(both)[::-1] if new else _sides(both)
        piece = mine.pieces[at]
        if piece.kind == "Simple" and piece.parent in mine.known and b"(" in piece.words:
            jump = _last(other, mine.known[piece.parent], piece.role)
            if jump >= 0 and piece.words in [other.pieces[each].words for each in _tail(other, jump)]:
                same.add(change)
    return frozenset(same)


def _last(side: _Side, above: int, role: str) -> int:
    arm = [each for each in side.below[above] if side.pieces[each].role == role]
    last = max(arm, default=-1)
    jumps = last >= 0 and side.pieces[last].kind == "Jump" and side.pieces[last].stmt.keyword == "goto"
    return last if jumps else -1


def _tail(side: _Side, jump: int) -> Iterator[int]:
    """What is done behind its label in any case, or where there is something to do it to."""
    label = _label(side.pieces, jump)
    beside = side.below[side.pieces[label].parent] if label > jump and side.pieces[label].parent >= 0 else ()
    for each in beside:
        if each > label and side.pieces[each].role == side.pieces[label].role:
            if side.pieces[each].kind != "Label" and side.pieces[each].kind not in _GOES_ON:
                return
            if side.pieces[each].kind == "Simple":
                yield each
            elif (only := _where_there_is_one(side, each)) >= 0:
                yield only
            elif any(
                side.pieces[inner].kind in ("Return", "Raise", "Jump") for inner in conditions.under(side.below, each)
            ):
                return


def _where_there_is_one(side: _Side, at: int) -> int:
    """`f(p)` of `if (p) f(p);`, which is the same wherever `p` is known to be something; -1 for none."""
    own = side.below[at]
    alone = side.pieces[at].kind == "If" and len(own) == 1 and side.pieces[own[0]].role == "then"
    asked, holds = questions.plain(side.pieces[at].words) if alone else ((), False)
    words = side.pieces[own[0]].words if alone else ()
    call = words[1:2] == (b"(",) and words[2:-1] == asked and words[-1:] == (b")",)
    return own[0] if call and holds and side.pieces[own[0]].kind == "Simple" else -1
