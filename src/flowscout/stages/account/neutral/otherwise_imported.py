"""The same thing of Python by another import: `np.zeros` for `numpy.zeros`, `join` for `os.path.join`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise, takewhile
from typing import Final

from ....engine.same import KEPT, Same
from ....model.facts import FunctionFacts
from ..pairing.changes import CHANGED, Change, Trees
from ..pieces.outside import FUNCTION, Outside
from ..pieces.pieces import HEAD, Piece
from ..pieces.targets import SETS, outermost, target
from ..reading.imports import of_words
from .spelling import plain

SAME: Final = "the same by another import"
_BINDS: Final = (b"as", b"for", b"global")
_MAKES: Final = (b"as", b"class", b"def", b"del")
Words = tuple[bytes, ...]
Names = Mapping[bytes, Words]


def sides(
    both: Trees, around: tuple[Outside, Outside], facts: tuple[FunctionFacts, FunctionFacts]
) -> tuple[Names, Names]:
    return _brought(around[0], facts[0], both.old), _brought(around[1], facts[1], both.new)


def _brought(around: Outside, facts: FunctionFacts, pieces: Sequence[Piece]) -> Names:
    """What the names that a file imports, and a function has not for its own, are in full."""
    own = {param.name.encode() for param in facts.params} | {word for piece in pieces for word in _bound(piece)}
    return {name: whole for name, whole in imported(around.pieces).items() if name not in own}


def imported(pieces: Sequence[Piece]) -> Names:
    """What the names that a file imports, each from one place, are in full."""
    return _imported(Same(pieces))


@lru_cache(maxsize=KEPT)
def _imported(same: Same[Sequence[Piece]]) -> Names:
    pieces = same.value
    found: dict[bytes, set[Words]] = {}
    for piece in pieces:
        for each in of_words(piece.words) if piece.kind == "Import" else ():
            name, _, alias = each.name.partition(" as ")
            whole = f"{each.source}.{name}" if each.source else name if alias else name.partition(".")[0]
            called = alias or (name if each.source else whole)
            found.setdefault(called.encode(), set()).add((b"import", *[word.encode() for word in _spaced(whole)]))
    held = {word for piece in (pieces if found else ()) if piece.kind != "Import" for word in _held(piece.words)}
    return {name: min(ways) for name, ways in found.items() if len(ways) == 1 and name not in held}


def _held(words: Words) -> Iterator[bytes]:
    """Names that a statement of the file gives another meaning."""
    yield from (word for before, word in pairwise(words) if before in _MAKES)
    for at, word in enumerate(words):
        if word in (b"for", b"lambda"):
            yield from takewhile(lambda each: each not in (b"in", b":"), words[at + 1 :])
        elif word == b":=" and at:
            yield words[at - 1]
    last = max(outermost(words, SETS), default=0)
    ends = words[1 : last + 1]
    yield from (
        word
        for at, (word, behind) in enumerate(zip(words[:last], ends, strict=True))
        if behind != b"." and words[at - 1 : at] != (b".",)
    )


def _spaced(whole: str) -> list[str]:
    return whole.replace(".", " . ").split()


def _bound(piece: Piece) -> Iterator[bytes]:
    yield from target(piece)
    yield from (word for before, word in pairwise(piece.words) if before in _BINDS)


def same(both: Trees, change: Change, was: Names, now: Names) -> bool:
    """was, now: what names are in full."""
    if change.kind != CHANGED or was == now:
        return False
    head = both.old[change.a].kind == HEAD  # by whose names callers give things
    words = both.old[change.a].words if head else both.renamed_words(change.a)
    if words == both.new[change.b].words:
        return False  # names alone are others, none of which the file imports
    one, other = _in_full(words, was), _in_full(both.new[change.b].words, now)
    return list(plain(one, True)) == list(plain(other, True))


def outside(both: Trees, change: Change, was: Names, now: Names) -> bool:
    """Of what stands outside of functions, where no name that it speaks of is one of its own."""
    kinds = {both.old[change.a].kind, both.new[change.b].kind} if change.kind == CHANGED else {FUNCTION}
    return kinds.isdisjoint((FUNCTION, "Import", "Docstring")) and same(both, change, was, now)


def _in_full(words: Words, names: Names) -> list[bytes]:
    found: list[bytes] = []
    for at, word in enumerate(words):
        named = words[at + 1 : at + 2] == (b"=",) and at and words[at - 1] in (b"(", b",")
        found += names[word] if word in names and not named and words[at - 1 : at] != (b".",) else (word,)
    return found
