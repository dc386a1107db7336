"""A `try` of the file itself that is new or gone with what catches behind it: one sentence for all of it.

try:                           Now imports `a.fast as codec`, under `try`; now imports `a.slow as codec`, on `ImportError`.
    import a.fast as codec
except ImportError:
    import a.slow as codec
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import takewhile
from typing import Final

from ..pairing.changes import ADDED, MOVED, REMOVED, Change, Trees
from ..pieces.pieces import Piece
from ..reading.saying import Said, q

HANDLED: Final = "handlers told together with their `try`"
_BEHIND: Final = frozenset((b"except", b"else", b"finally"))
_WHERE: Final = {b"else": "where nothing is raised", b"finally": "at last, whatever happens"}
Say = Callable[[Sequence[Piece], Sequence[int], str, bool], Said | None]


def handled(both: Trees, change: Change) -> bool:
    """Whether it is such a handler."""
    if change.kind == MOVED:
        return _moved_along(both, change)
    pieces, at = _side(both, change)
    if change.kind not in (ADDED, REMOVED) or pieces[at].words[:1] == () or pieces[at].words[0] not in _BEHIND:
        return False
    before = [each for each in _siblings(pieces, at) if each < at]
    tries = [each for each in before if pieces[each].words[:1] == (b"try",)]
    return bool(tries) and at in _of(both, _at(change, tries[-1]))


def _moved_along(both: Trees, change: Change) -> bool:
    """Whether its `try` stands before it on both sides, with the same handlers between: it moved with that."""
    was, now = _before(both.old, change.a), _before(both.new, change.b)
    return bool(was) and [both.pairs.get(each, -1) for each in was] == now


def _before(pieces: Sequence[Piece], at: int) -> list[int]:
    """The `try` of a handler, and the handlers between; [] of what is no handler."""
    if not pieces[at].words[:1] or pieces[at].words[0] not in _BEHIND:
        return []
    before = [each for each in _siblings(pieces, at) if each < at]
    begin = max((n for n, each in enumerate(before) if pieces[each].words[:1] == (b"try",)), default=-1)
    row = before[begin:] if begin >= 0 else []
    return row if all(pieces[each].words[:1] and pieces[each].words[0] in _BEHIND for each in row[1:]) else []


def with_handlers(both: Trees, change: Change, told: Said, say: Say) -> Said:
    """What is said of a `try`, with what its handlers do."""
    pieces, _ = _side(both, change)
    parts = [told.sentence.removesuffix(".")]
    for each in _of(both, change):
        inner = [at for at, piece in enumerate(pieces) if piece.parent == each and piece.words != (b"pass",)]
        said = say(pieces, inner, _when(pieces[each]), change.kind == ADDED) if inner else None
        parts += [said.sentence[:1].lower() + said.sentence[1:].removesuffix(".")] if said else []
        if not said and pieces[each].words[0] == b"except":
            parts.append(f"{_when(pieces[each])} nothing {'is' if change.kind == ADDED else 'was'} done")
    return told._replace(sentence=f"{'; '.join(parts)}.")


def _of(both: Trees, change: Change) -> list[int]:
    """The handlers behind a `try` of which nothing is on both sides."""
    pieces, at = _side(both, change)
    known = both.back if change.kind == ADDED else both.pairs
    behind = [each for each in _siblings(pieces, at) if each > at]
    own = list(takewhile(lambda each: pieces[each].words[:1] and pieces[each].words[0] in _BEHIND, behind))
    return own if not any(each in known or _keeps(pieces, known, each) for each in (at, *own)) else []


def _keeps(pieces: Sequence[Piece], known: dict[int, int], at: int) -> bool:
    under = {at}
    for each in range(at + 1, len(pieces)):
        if pieces[each].parent in under:
            under.add(each)
    return any(each in known for each in under)


def _side(both: Trees, change: Change) -> tuple[Sequence[Piece], int]:
    return (both.new, change.b) if change.b >= 0 else (both.old, change.a)


def _at(change: Change, at: int) -> Change:
    return change._replace(b=at) if change.b >= 0 else change._replace(a=at)


def _siblings(pieces: Sequence[Piece], at: int) -> list[int]:
    return [each for each, piece in enumerate(pieces) if piece.parent == pieces[at].parent]


def _when(piece: Piece) -> str:
    word = piece.words[0]
    caught = piece.said.strip().removesuffix(":").removeprefix("except").partition(" as ")[0].strip()
    return _WHERE.get(word) or (f"on {q(caught)}" if caught else "on any exception")
