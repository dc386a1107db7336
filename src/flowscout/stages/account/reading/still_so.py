"""Whether what a question answered is still so further down: nothing between them can have changed it, and no jump leads past it.

`if (n) { n = next(); if (n && ok) … }` asks `n` twice, of two values; behind a label that a `goto` elsewhere leads to, nothing around it was asked.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final

from ....engine.same import KEPT, Same
from ..pieces.pieces import Piece
from ..pieces.questions import REMEMBERED, Words
from ..pieces.targets import SETS

COUNTS: Final = frozenset((b"++", b"--"))
_REACHES: Final = frozenset(
    (b"->", b".", b"*", b"[", b"(", b"::")
)  # what a question asks of something that others can change
_RUNS: Final = frozenset((b"if", b"while", b"for", b"switch", b"return", b"sizeof"))


def still_so(pieces: Sequence[Piece], asked: Words, first: int, last: int) -> bool:
    """Whether between two pieces nothing sets what is asked. first: the piece that asks."""
    return not any(changes(pieces[at], asked) for at in _between(pieces, first, last))


def changes(piece: Piece, asked: Words) -> bool:
    """Whether a step may change what is asked."""
    names = {word for word in asked if word[:1].isalpha() or word[:1] == b"_"}
    return _changes(piece, names, bool(_REACHES & {*asked}))


def _between(pieces: Sequence[Piece], first: int, last: int) -> Iterator[int]:
    """Of what comes before the last, what does not leave; and all of a loop that begins between them."""
    above = {*_above(pieces, last)}
    loop = next((at for at in sorted(above) if at > first and pieces[at].kind == "Loop"), -1)
    end = last
    if loop >= 0:
        end = max((at for at in range(last, len(pieces)) if loop in (at, *_above(pieces, at))), default=last)
    arm = next((pieces[at].role for at in (last, *above) if pieces[at].parent == first), "")
    for at in range(first + 1, end + 1):
        leaves = first not in above and first in _above(pieces, at)
        if at != last and not leaves and not (arm and _in_another_arm(pieces, at, first, arm)):
            yield at


def _in_another_arm(pieces: Sequence[Piece], at: int, asks: int, arm: str) -> bool:
    """Of a question, by whose other answer what is looked at runs."""
    if pieces[asks].kind != "If":
        return False
    here = at
    while pieces[here].parent > asks:
        here = pieces[here].parent
    return pieces[here].parent == asks and pieces[here].role != arm


def _above(pieces: Sequence[Piece], at: int) -> Iterator[int]:
    while (at := pieces[at].parent) >= 0:
        yield at


def _changes(piece: Piece, names: set[bytes], far: bool) -> bool:
    words = piece.words
    if far and any(
        behind == b"(" and (one[-1:].isalnum() or one[-1:] in (b"_", b")")) and one not in _RUNS
        for one, behind in pairwise(words)
    ):
        return True
    sets = any(word in SETS or word in COUNTS for word in words)
    gives = any(one == b"&" and other in names for one, other in pairwise(words))
    return gives or (sets and bool(names & {*words}))


def jumped_into(pieces: Sequence[Piece], above: int, at: int) -> bool:
    """Whether a jump from outside of what a piece holds leads to a label in it, before another piece in it."""
    return _first_entered(Same(pieces), above) < at


@lru_cache(maxsize=REMEMBERED)
def _first_entered(whole: Same[Sequence[Piece]], above: int) -> int:
    """The first label in what a piece holds that is jumped to from outside of it; behind all where there is none."""
    pieces = whole.value
    labels, jumps = _jumping(whole)
    inside = range(pieces[above].start, pieces[above].last)
    for at in labels[bisect_right(labels, above) :]:
        if pieces[at].start >= inside.stop:
            break
        if any(start not in inside for start in jumps.get(pieces[at].said.rstrip(": "), ())):
            return at
    return len(pieces)


@lru_cache(maxsize=KEPT)
def _jumping(whole: Same[Sequence[Piece]]) -> tuple[list[int], dict[str, list[int]]]:
    """Where labels stand, and from where each is jumped to."""
    jumps: dict[str, list[int]] = {}
    for piece in whole.value:
        if piece.kind == "Jump":
            jumps.setdefault(piece.stmt.label, []).append(piece.start)
    return [at for at, piece in enumerate(whole.value) if piece.kind == "Label"], jumps
