"""A question that was one is two now, one behind the other: what runs under the first may change what the second asks, and what it calls is
called twice.

if a:                if not a:
    one()                two()      # which may set `a`
else:          →     if a:
    two()                one()
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Final

from ..pairing.changes import Trees
from ..pieces.pieces import Piece
from ..pieces.questions import REMEMBERED, Words, parts
from .still_so import changes

_NO_CALLS: Final = frozenset((b"if", b"elif", b"not", b"and", b"or", b"in", b"is", b"sizeof", b"defined"))
_LEAVES: Final = frozenset(("Return", "Raise", "Jump"))
_MOST: Final = 200  # pieces behind a question that are looked at


def between(pieces: Sequence[Piece], at: int) -> tuple[int, int] | None:
    """(a step under an `if`, a question behind that which asks of what the step may change), where one of the two questions is that at the
    place, and both ask the same; None for none."""
    own = asked_of(pieces[at].words)
    beside = [
        each
        for each in range(max(1, at - _MOST), min(len(pieces), at + _MOST))
        if each != at and pieces[each].kind == "If" and _place(pieces[each]) == _place(pieces[at])
    ]
    for other in beside:
        first, second = sorted((at, other))
        asked = own & asked_of(pieces[other].words)
        inside = [each for each in _behind(pieces, first) if _stands_in(pieces, each, first)] if asked else []
        if not inside or pieces[max(inside)].kind in _LEAVES:
            continue
        step = next((one for one in inside for words in asked if changes(pieces[one], words)), -1)
        if step >= 0:
            return step, second
    return None


@lru_cache(maxsize=REMEMBERED)
def asked_of(words: Words) -> frozenset[Words]:
    return frozenset([each for each, _ in (*parts(words, True), *parts(words, False))])


def _place(piece: Piece) -> tuple[int, str]:
    return piece.parent, piece.role


def _behind(pieces: Sequence[Piece], at: int) -> range:
    return range(at + 1, min(len(pieces), at + _MOST))


def _stands_in(pieces: Sequence[Piece], each: int, at: int) -> bool:
    while each > at:
        each = pieces[each].parent
    return each == at


def called_as_often(both: Trees, words: Words) -> bool:
    """Whether what a question calls is called as often on both sides: to ask it once more is to call it once more."""
    return all(
        sum(_often(both.renamed_words(a), call) for a in range(len(both.old)))
        == sum(_often(piece.words, call) for piece in both.new)
        for call in _calls(words)
    )


def _calls(words: Words) -> Iterator[Words]:
    """`go(a)` of `if go(a) and b`."""
    for at, word in enumerate(words[1:], 1):
        named = words[at - 1].replace(b"_", b"a").isalnum() and words[at - 1] not in _NO_CALLS
        if word == b"(" and named:
            depth = list(accumulate((each == b"(") - (each == b")") for each in words[at:]))
            yield words[at - 1 : at + (depth.index(0) + 1 if 0 in depth else len(depth))]


def _often(words: Words, part: Words) -> int:
    if part[0] not in words:
        return 0
    return sum(words[at : at + len(part)] == part for at in range(len(words) - len(part) + 1))
