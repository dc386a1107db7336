"""Words and the brackets among them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .outside import CLOSING, OPENING


def closing(words: Sequence[bytes], at: int) -> int:
    """Where the bracket at a place is closed; -1 for nowhere."""
    depth = 0
    for place in range(at, len(words)):
        depth += (words[place] in OPENING) - (words[place] in CLOSING)
        if not depth:
            return place
    return -1


def bracketed(words: Sequence[bytes]) -> Iterator[tuple[int, int]]:
    """Where each bracket opens and closes, the innermost first."""
    open_: list[int] = []
    for at, word in enumerate(words):
        if word in OPENING:
            open_.append(at)
        elif word in CLOSING and open_:
            yield open_.pop(), at


def holds(words: Sequence[bytes], part: Sequence[bytes]) -> bool:
    """Whether these words stand there in a row."""
    return place_of(words, part) >= 0


def place_of(words: Sequence[bytes], part: Sequence[bytes], begin: int = 0) -> int:
    """Where these words stand there in a row; -1 for nowhere."""
    last = len(words) - len(part) + 1
    return next((at for at in range(begin, last) if words[at : at + len(part)] == part), -1)
