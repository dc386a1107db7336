"""What stood under a question that is gone, and is done nowhere now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final

from ....engine.same import KEPT, Same
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
    fresh = [words for words, there in _fresh(both) if there == name]
    own = all(any(_tells(word) for word in words) for words in fresh)
    return {word for word in found if _tells(word)} if own else set()


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
    before = {word for piece in both.old for word in _called(piece.words)}
    return all(
        there != name and (b"&", name[0]) not in pairwise(words) and _called(words) <= before
        for words, there in _fresh(both)
    )


def _fresh(both: Trees) -> Iterator[tuple[tuple[bytes, ...], tuple[bytes, ...]]]:
    """The words of all that is new or another now, and what it sets."""
    for b, piece in enumerate(both.new):
        if b not in both.back or both.renamed_words(both.back[b]) != piece.words:
            yield piece.words, target(piece)


def _called(words: Sequence[bytes]) -> set[bytes]:
    return {one for one, behind in pairwise(words) if behind == b"(" and one[-1:].isalnum() and one not in _ASKING}
