"""C++: a guard that stands where a lock was taken and let go by calls of its own, or the other way round: one sentence.

`mu_.lock(); …; mu_.unlock();` and `{ std::lock_guard<std::mutex> lock(mu_); … }` take the same lock; what follows the calls in the
block of the guard is under it too, and so is the way out of an exception.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from ....model.action import LOCKS, UNLOCKS
from ....model.syntax import Simple
from ....words.names import split
from ....words.series import series
from ..pairing.changes import ADDED, REMOVED, Change, Trees
from ..pieces.outside import CLOSING, OPENING
from ..pieces.pieces import BLOCK, Piece
from ..pieces.quoting import joined, q
from ..reading import conditions
from ..reading.saying import ERRORS, Said, when

GUARD: Final = "calls that a guard does now or did"
Words = tuple[bytes, ...]


def guarded(both: Trees, found: Sequence[Change]) -> dict[Change, Said]:
    """By the guard, or the block that begins with it; of the calls that it stands for the rule alone."""
    told: dict[Change, Said] = {}
    for new in (True, False):
        kind, other = (ADDED, REMOVED) if new else (REMOVED, ADDED)
        pieces, below, others = (both.new, both.new_below, both.old) if new else (both.old, both.old_below, both.new)
        free = {(each.a if new else each.b): each for each in found if each.kind == other}
        calls = {at: call for at in free if (call := _call(others[at]))}
        for change in found if calls else ():
            at = change.b if new else change.a
            if change.kind == kind:
                told.update(_told(change, pieces, _guards(pieces, below, at), (free, calls, others), new))
    return told


def _guards(pieces: Sequence[Piece], below: Sequence[Sequence[int]], at: int) -> list[int]:
    inner = list(conditions.under(below, at)) if pieces[at].kind == BLOCK else []
    return [
        each for each in (at, *inner) if isinstance(pieces[each].stmt, Simple) and pieces[each].stmt.role == "declare"
    ]


def _told(
    change: Change,
    pieces: Sequence[Piece],
    guards: Sequence[int],
    there: tuple[Mapping[int, Change], Mapping[int, tuple[Words, bool]], Sequence[Piece]],
    new: bool,
) -> Iterator[tuple[Change, Said]]:
    """there: of the other side what is there alone, its calls that take or let go something, and its pieces."""
    free, calls, others = there
    for at in guards:
        thing = _thing(pieces[at].words)
        own = sorted(each for each, (whose, _) in calls.items() if thing and whose == thing)
        if {calls[each][1] for each in own} == {True, False}:
            those = list(dict.fromkeys(q(joined(others[each].words)) for each in own))
            yield change, Said(ERRORS, f"{_sentence(pieces[at], those, new)}{when(pieces, at)}.", 3 if new else 1)
            yield from ((free[each], Said(GUARD, "", 9)) for each in own)
            return


def _sentence(piece: Piece, those: Sequence[str], new: bool) -> str:
    calls = series(those)
    if new:
        return f"{q(piece.said)} stands now for {calls}, and lasts to the end of its block, also where an exception is thrown"
    return f"{calls} stand now for {q(piece.said)}, which lasted to the end of its block, also where an exception was thrown"


def _thing(words: Words) -> Words:
    """`mu_` of `std::lock_guard<std::mutex> lock(mu_)`, and of `auto lock = std::scoped_lock{mu_}`."""
    if words[-1:] not in ((b")",), (b"}",)):
        return ()
    depth = 0
    for at in range(len(words) - 1, 0, -1):
        depth += (words[at] in CLOSING) - (words[at] in OPENING)
        if not depth:
            given = words[at + 1 : -1]
            return _plain(given[: given.index(b",")] if b"," in given else given)
    return ()


def _plain(words: Words) -> Words:
    """Without what only points."""
    bare = words[next((at for at, word in enumerate(words) if word not in (b"&", b"*")), len(words)) :]
    bare = bare[2:] if bare[:2] == (b"this", b"->") else bare
    return tuple([b"." if word == b"->" else word for word in bare])


def _call(piece: Piece) -> tuple[Words, bool] | None:
    """(whose, whether it takes it) of `mu_.lock()` and of `pthread_mutex_unlock(&mu_)`."""
    words = piece.words
    cut = words.index(b"(") if piece.kind == "Simple" and b"(" in words and words[-1:] == (b")",) else 0
    named = [each.lower() for each in split(words[cut - 1].decode("utf-8", "replace"))] if cut else []
    ends = {*named[:1], *named[-1:]}
    takes = not ends.isdisjoint(LOCKS)
    if takes == (not ends.isdisjoint(UNLOCKS)):
        return None
    if cut == 1:
        return _plain(words[2:-1]), takes
    owned = cut > 2 and words[cut - 2] in (b".", b"->") and words[cut:] == (b"(", b")")
    return (_plain(words[: cut - 2]), takes) if owned else None
