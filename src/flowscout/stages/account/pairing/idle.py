"""Parameters that a function takes and does not use, and questions on which nothing depends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final

from ....model.facts import FunctionFacts
from ..pieces.lexing import LexedSource
from ..pieces.pieces import Piece
from ..pieces.targets import SETS
from ..pieces.texts import is_text

_FEWEST: Final = 3  # words behind a head up to which it is a place to be filled: `raise NotImplementedError`
_VOID: Final = (b"(", b"void", b")")


def parameters(source: LexedSource, facts: FunctionFacts, head: int) -> frozenset[str]:
    """Those that have no name, and those that nothing but the head and `(void)name` speaks of; none where next to nothing is done. head: where the head
    ends."""
    words = [source.tokens[at].text for at in source.within(facts.start, facts.end)]
    said = [word for at, word in enumerate(words) if tuple(words[max(at - 3, 0) : at]) != _VOID]
    if len(source.within(max(head, facts.start), facts.end)) <= _FEWEST:
        return frozenset()
    return frozenset(
        each.name for each in facts.params if not each.name or not _spoken_of(each.name.lstrip("*&").encode(), said)
    )


def _spoken_of(name: bytes, words: list[bytes]) -> bool:
    """Twice at least: where it is declared, and where it is used, which may be within a text."""
    return sum(word == name or (is_text(word) and name in word) for word in words) > 1


def holds_nothing(pieces: Sequence[Piece], below: Sequence[Sequence[int]], known: Mapping[int, int], at: int) -> bool:
    """Whether an `if` has nothing in it and asks without doing anything."""
    words = pieces[at].words
    calls = any(other == b"(" and one != b"if" and one.replace(b"_", b"a").isalnum() for one, other in pairwise(words))
    return not below[at] and not calls and not SETS & {*words} and not {b"++", b"--", b"await"} & {*words}
