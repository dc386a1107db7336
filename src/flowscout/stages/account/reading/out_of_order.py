"""What a step has passed that moved under another question, or from under it, and still runs by the same answers.

lock()                    lock()
n = left()                n = left()
unlock()          ->      if n:
if n:                         count -= 1
    count -= 1            unlock()
    send()                if n:
                              send()

`count -= 1` runs when `n` on both sides, and is done under the lock now. What stayed in order are *marks*; those between its two places were
passed, but for those that never run together with it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence, Set
from functools import lru_cache
from typing import Final

from ....engine.rising import longest_rising
from ....engine.same import KEPT, Same
from ....model.syntax import Simple
from ..pairing.changes import MOVED, REORDERED, Change, Trees
from ..pieces.pieces import Piece
from ..pieces.talk import says
from ..pieces.targets import target
from . import conditions
from .never_meeting import STORES, stores
from .saying import subject

_MOST: Final = 12  # marks of one step that are looked at
_REACHES: Final = frozenset((b"->", b".", b"["))
_PLAIN: Final = frozenset(
    (b"True", b"False", b"None", b"true", b"false", b"NULL", b"nullptr", b"not", b"and", b"or", b"in", b"is")
)
_COUNTS: Final = frozenset((b"++", b"--"))


def runs_as_before(both: Trees, change: Change) -> bool:
    """By the same answers, and past nothing that it could meet."""
    return conditions.same(both, change) and (change.kind != MOVED or passed_by(both, change.b) < 0)


def rule(both: Trees, change: Change) -> str:
    """By what it does nothing, if it does."""
    return STORES if change.kind == REORDERED and stores(both, change.b) else conditions.OTHERWISE


def passed(both: Trees, b: int) -> str:
    """ "comes before `unlock()`, no longer after it"; "" where it passed nothing."""
    other = passed_by(both, b)
    before, after = ("before", "after") if other > b else ("after", "before")
    return f"comes {before} {subject(both.new[other])}, no longer {after} it" if other >= 0 else ""


def beside(both: Trees, b: int) -> str:
    """The same behind what else is told of it; no word of a message that it passed."""
    told = passed(both, b)
    return f"; it {told}" if told and not says(both.new[passed_by(both, b)]) else ""


def passed_by(both: Trees, b: int) -> int:
    """The nearest mark that a step of the new side has passed and may meet; -1 for none."""
    if both.new[b].kind != "Simple" or both.renamed_words(both.back[b]) != both.new[b].words:
        return -1
    olds, news = _marks(Same(both))
    was, now = bisect_left(olds, both.back[b]), bisect_left(news, b)
    between = range(now, was) if now < was else range(now - 1, was - 1, -1)  # the nearest first
    answers = {key[0]: key[1] for each in conditions.held(both, b) if len(key := each.key) == 2}
    asked = {word for each in answers if isinstance(each, tuple) for word in each if isinstance(word, bytes)}
    own = _own(Same(both))
    for at in between[:_MOST]:
        other = news[at]
        meets = _meets(both.new[b], both.new[other], own) or _asks_of(asked, both.new[other], own)
        if other != b and meets and not _apart(both, other, answers):
            return other
    return news[between[-1]] if len(between) > _MOST else -1  # too many to look at


def _apart(both: Trees, at: int, answers: dict[object, object]) -> bool:
    """Whether it runs by another answer to a question that the step runs by."""
    return any(
        len(key := each.key) == 2 and answers.get(key[0], key[1]) != key[1] for each in conditions.held(both, at)
    )


def _meets(piece: Piece, other: Piece, own: Set[bytes]) -> bool:
    """Whether it counts which of the two comes first: one calls what the other may know of, or sets what the other speaks of."""
    both = (piece, other)
    calls = [b"(" in each.words for each in both]
    outlives = [_outlives(each.words, own) for each in both]
    if all(calls) or (calls[0] and outlives[1]) or (calls[1] and outlives[0]):
        return True
    return any(
        {sets[0], sets[-1]} & {*each.words} for sets, each in ((_set_by(piece), other), (_set_by(other), piece)) if sets
    )


def _asks_of(asked: Set[bytes], other: Piece, own: Set[bytes]) -> bool:
    """Whether a question that a step runs by may have another answer behind what it passed."""
    sets = _set_by(other)
    changes = bool(sets and {sets[0], sets[-1]} & asked) or (b"&" in other.words and bool(asked & {*other.words}))
    return changes or (b"(" in other.words and _outlives(tuple(asked), own))


def _outlives(words: Sequence[bytes], own: Set[bytes]) -> bool:
    """Whether they speak of what others know of as well: of a member, a row, what is pointed to, or a name that is not the function's own."""
    if not _REACHES.isdisjoint(words) or words[:1] == (b"*",):
        return True
    return any((word[:1].isalpha() or word[:1] == b"_") and word not in own and word not in _PLAIN for word in words)


@lru_cache(maxsize=KEPT)
def _own(same: Same[Trees]) -> frozenset[bytes]:
    """The names of parameters and locals; of Python all but what is declared otherwise."""
    pieces = [*same.value.old, *same.value.new]
    if pieces[0].words[:1] in ((b"def",), (b"async",)):
        others = {word for each in pieces if each.words[:1] in ((b"global",), (b"nonlocal",)) for word in each.words}
        return frozenset(word for each in pieces for word in each.words) - others
    declares = [each for each in pieces if isinstance(each.stmt, Simple) and each.stmt.role == "declare"]
    heads = [each for each in pieces if each.kind == "Head"]
    return frozenset(word for each in (*heads, *declares) for word in each.words)


def _set_by(piece: Piece) -> Sequence[bytes]:
    """`n` of `n = 1`, of `n--` and of `++n`."""
    counts = _COUNTS & {*piece.words}
    return (
        [word for word in piece.words if word not in _COUNTS] if counts and b"(" not in piece.words else target(piece)
    )


@lru_cache(maxsize=KEPT)
def _marks(same: Same[Trees]) -> tuple[list[int], list[int]]:
    """Positions before and after of the steps that stayed in order, under the same."""
    both = same.value
    rows = [
        (a, b)
        for a, b in sorted(both.pairs.items())
        if both.new[b].kind == "Simple"
        and both.renamed_words(a) == both.new[b].words
        and len(both.new[b].words) > 1
        and both.pairs.get(both.old[a].parent, -2) == both.new[b].parent
    ]
    stayed = longest_rising([b for _, b in rows])
    kept = [row for at, row in enumerate(rows) if at in stayed]
    return [a for a, _ in kept], [b for _, b in kept]
