"""What stood under a question that is gone, and is done nowhere now."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final

from ....engine.same import KEPT, Same
from ....model.record import NamedTuple
from ..pairing.changes import Trees
from ..pieces.targets import target
from ..reading import conditions

_ASKING: Final = frozenset(
    (b"if", b"while", b"for", b"switch", b"return", b"sizeof")
)  # a bracket behind them calls nothing
_TELLING: Final = 6  # letters of a text, its quotes too
_PLAIN: Final = frozenset(
    (b"NULL", b"nullptr", b"None", b"true", b"false", b"TRUE", b"FALSE", b"True", b"False")
)  # as a question gives them
Words = tuple[bytes, ...]


def nowhere(both: Trees, at: int, role: str) -> list[int]:
    """What stood under a question that is gone, and calls what nothing calls or names now, says what nothing says, or sets something to what
    nothing names: a value that asks cannot stand for it. Nor can one that is set by nothing new."""
    words, own = _words(Same(both)), _own(Same(both))
    gone = {
        each
        for each in conditions.under(both.old_below, at)
        if each not in both.pairs
        and (
            not {*_called(both.old[each].words), *_texts(both, each), *_given(both, each) - own} <= words
            or _set_no_more(both, each)
        )
    }
    arm = [each for each in both.old_below[at] if both.old[each].role == role]
    lost = [each for each in arm if each in gone or not gone.isdisjoint(conditions.under(both.old_below, each))]
    left = lost and both.old[arm[-1]].kind in ("Return", "Raise") and {arm[-1]}.isdisjoint({*both.pairs, *lost})
    return [*lost, *arm[-1:]] if left else lost  # and then left


@lru_cache(maxsize=KEPT)
def _words(both: Same[Trees]) -> frozenset[bytes]:
    return frozenset([word for piece in both.value.new for word in piece.words])


def _texts(both: Trees, at: int) -> set[bytes]:
    """Of a step what it says, or what it looks for: no question gives it. A name that is set to now may stand for any text."""
    piece = both.old[at]
    found = {word for word in piece.words if word[:1] in (b'"', b"'")} if piece.kind == "Simple" else set()
    name = target(piece)
    if not name or not found:
        return found
    return {word for word in found if _tells(word)} if name not in _fresh(Same(both)).untold else set()


def _tells(word: bytes) -> bool:
    return word[:1] in (b'"', b"'") and len(word) >= _TELLING


@lru_cache(maxsize=KEPT)
def _own(both: Same[Trees]) -> frozenset[bytes]:
    """What the function sets, is given, or lets others set, which may be called otherwise now."""
    found = {word for piece in both.value.old if piece.kind != "Simple" for word in piece.words}
    for piece in both.value.old:
        found.update(target(piece) or ())
        found.update(behind for one, behind in pairwise(piece.words) if one == b"&")
    return frozenset(found)


def _given(both: Trees, at: int) -> set[bytes]:
    """The name alone that a step sets something to."""
    piece, words = both.old[at], both.renamed_words(at)
    plain = piece.kind == "Simple" and target(piece) and words[-2:-1] == (b"=",)
    named = plain and words[-1].replace(b"_", b"a").isalnum() and not words[-1][:1].isdigit()
    return {words[-1]} - _PLAIN if named else set()


def _set_no_more(both: Trees, at: int) -> bool:
    """Whether a step sets what nothing that differs now sets, names the address of, or may set by a call that is new."""
    name = target(both.old[at]) if both.old[at].kind == "Simple" else ()
    if not name or both.renamed_words(at)[-2:-1] != (b"=",):
        return False
    fresh = _fresh(Same(both))
    return not fresh.calls and name not in fresh.sets and name[0] not in fresh.addressed


class _Fresh(NamedTuple):
    """Of all that is new, or reads otherwise now: what it sets; what of that to something that says no text; whose address it names;
    whether it calls what nothing called."""

    sets: frozenset[Words]
    untold: frozenset[Words]
    addressed: frozenset[bytes]
    calls: bool


@lru_cache(maxsize=KEPT)
def _fresh(sides: Same[Trees]) -> _Fresh:
    both = sides.value
    before = {word for piece in both.old for word in _called(piece.words)}
    free = [
        b for b in range(len(both.new)) if b not in both.back or both.renamed_words(both.back[b]) != both.new[b].words
    ]
    pieces = [both.new[b] for b in free]
    return _Fresh(
        frozenset(map(target, pieces)),
        frozenset([target(piece) for piece in pieces if not any(map(_tells, piece.words))]),
        frozenset([name for piece in pieces for sign, name in pairwise(piece.words) if sign == b"&"]),
        any(not _called(piece.words) <= before for piece in pieces),
    )


def _called(words: Sequence[bytes]) -> set[bytes]:
    return {one for one, behind in pairwise(words) if behind == b"(" and one[-1:].isalnum() and one not in _ASKING}
