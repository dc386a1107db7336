"""What stands behind a `return`, `raise`, `break` or `continue` of the same block, in C behind `exit(1)` too: control never comes there, and
what goes there does nothing. What is new there never runs, and what a new way out stands before runs no more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from itertools import groupby
from typing import Final, TypeAlias

from ....model.account import NEUTRAL, Answer
from ....model.record import NamedTuple
from ..pairing.changes import ADDED, REMOVED, Change, Trees
from ..pieces.lexing import LexedSource
from ..pieces.pieces import Piece
from ..reading.saying import Said, callee, q
from ..reading.sides import sides_of
from . import statements
from .left_anyway import may_be_a_macro, may_be_asked_for

RULE: Final = "steps that control never reaches"
_NEVER: Final = "never runs"
_EXITS: Final = frozenset(("Return", "Raise", "Jump"))
_STEPS: Final = frozenset(("Simple", "Return", "Raise", "Jump", "If", "Loop", "With", "Try", "Switch"))
_PLAIN: Final = frozenset(("Return", "Jump"))
_SUSPENDS: Final = b"yield"  # a function of Python that holds one makes an iterator, wherever it stands


class _Side(NamedTuple):
    """behind: of each piece that control never comes to the way out that it stands behind."""

    pieces: Sequence[Piece]
    below: Sequence[Sequence[int]]
    behind: Mapping[int, int]


Told: TypeAlias = dict[Change, Said | None]


def never_run(
    both: Trees,
    found: Sequence[Change],
    files: tuple[LexedSource, LexedSource],
    python: bool,
    unit: str,
    no_return: Set[str] = frozenset(),
) -> tuple[list[Change], Told, list[Answer]]:
    """What may do something, what is said of some of it, and the answers for the rest. no_return: names of calls that never come back."""
    old = _side(both.old, both.old_below, files[0], python, no_return)
    new = _side(both.new, both.new_below, files[1], python, no_return)
    if not old.behind and not new.behind:
        return [*found], {}, []
    idle = {each for each in found if _idle(old, each.a, python) and _idle(new, each.b, python)}
    told = _cut_off(both, [each for each in found if each not in idle], (old, new))
    came = sorted([each.b for each in idle if each.kind == ADDED])
    for _, run in groupby(came, key=lambda at: (new.behind[at], new.pieces[at].parent)):
        fresh = [*run]
        if not all(new.pieces[at].kind in _PLAIN for at in fresh):
            told[Change(ADDED, -1, fresh[0])] = _fresh(new, fresh)
    answers = [
        Answer(NEUTRAL, RULE, unit, *sides_of(both, each, *files))
        for each in found
        if each in idle and each not in told
    ]
    return [each for each in found if each not in idle or each in told], told, answers


def _idle(side: _Side, at: int, python: bool) -> bool:
    return at < 0 or (at in side.behind and not (python and _suspends(side, at)))


def _cut_off(both: Trees, found: Sequence[Change], sides: tuple[_Side, _Side]) -> Told:
    """A way out that is new, or gone, before what stays."""
    told: Told = {}
    cut_off = tuple([_by_way(side) for side in sides])
    for change in found:
        new = change.kind == ADDED
        mine, other = sides[::-1] if new else sides
        at, known = (change.b, both.back) if new else (change.a, both.pairs)
        if change.kind not in (ADDED, REMOVED) or mine.pieces[at].kind not in _EXITS:
            continue
        stays = [each for each in cut_off[new].get(at, ()) if known.get(each, -1) >= 0]
        count = sum(mine.pieces[each].kind in _STEPS for each in stays if known[each] not in other.behind)
        said = statements.said(both, change) if count else None
        if said is not None:
            them = f"the {count} steps behind it" if count > 1 else "the step behind it"
            runs = ("run" if count > 1 else "runs") + (" no more" if new else " now")
            told[change] = said._replace(sentence=f"{said.sentence.removesuffix('.')}: {them} {runs}.")
    return told


def _by_way(side: _Side) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for each, way in side.behind.items():
        found.setdefault(way, []).append(each)
    return found


def _side(
    pieces: Sequence[Piece], below: Sequence[Sequence[int]], source: LexedSource, python: bool, no_return: Set[str]
) -> _Side:
    behind: dict[int, int] = {}
    leaves: set[int] = set()
    for at in () if _goes_into_a_macro(pieces) else range(len(pieces) - 1, -1, -1):
        ends = set[str]()
        for role, arm in groupby(below[at], key=lambda each: pieces[each].role):
            way = -1
            for each in arm:
                if way >= 0 and not _stays_unreached(pieces, below, source, way, each, python):
                    way = -1
                if way >= 0:
                    behind[each] = way
                elif each in leaves:
                    way = each
            if way >= 0:
                ends.add(role)
        piece = pieces[at]
        both_arms = piece.kind == "If" and ends >= {"then", "else"}
        leaves_here = piece.kind in _EXITS or (no_return and callee(piece) in no_return)
        if (leaves_here and not may_be_asked_for(pieces, at)) or both_arms:  # a block may be one that a macro asks for
            leaves.add(at)
    for at, piece in enumerate(pieces):
        if piece.parent in behind:
            behind.setdefault(at, behind[piece.parent])
    return _Side(pieces, below, behind)


def _stays_unreached(
    pieces: Sequence[Piece], below: Sequence[Sequence[int]], source: LexedSource, way: int, at: int, python: bool
) -> bool:
    """Not behind a label, nor behind what may hold one, nor where another build asks otherwise."""
    if python:
        return True
    waiting = [at]
    while waiting:
        each = waiting.pop()
        piece = pieces[each]
        if piece.kind in ("Label", "Opaque", "Variant", "Directive", "Arm") or may_be_a_macro(piece):
            return False
        waiting += below[each]
    return source.asked(pieces[way].start) == source.asked(pieces[at].start)


def _goes_into_a_macro(pieces: Sequence[Piece]) -> bool:
    """Whether a `goto` leads to a label that is not there: anything may hold it."""
    labels = {piece.stmt.name for piece in pieces if piece.kind == "Label"}
    return any(
        piece.kind == "Jump" and piece.stmt.keyword == "goto" and piece.stmt.label not in labels for piece in pieces
    )


def _suspends(side: _Side, at: int) -> bool:
    waiting = [at] if at >= 0 else []
    while waiting:
        each = waiting.pop()
        if _SUSPENDS in side.pieces[each].words:
            return True
        waiting += side.below[each]
    return False


def _fresh(side: _Side, run: Sequence[int]) -> Said:
    way = side.pieces[side.behind[run[0]]]
    left = len(run) - 1
    more = f" and {left} more {'steps' if left > 1 else 'step'}" if left else ""
    them = "which never run" if left else "which never runs"
    return Said(_NEVER, f"Adds {_named(side.pieces[run[0]])}{more} behind {_way(way)}, {them}.", 3)


def _named(piece: Piece) -> str:
    return q(piece.said) if piece.said else "a step"


def _way(way: Piece) -> str:
    words = {"Return": "a `return`", "Raise": "a `raise`"}
    if called := callee(way):
        return q(called)
    return words.get(way.kind) or (q(way.stmt.keyword) if way.kind == "Jump" else "arms that all leave")
