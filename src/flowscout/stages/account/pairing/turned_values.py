"""C and C++: one of two values by a question that asks the opposite now: `a == b ? x : y` is `a != b ? y : x`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..pieces.outside import CLOSING, OPENING
from ..pieces.questions import Words, plain
from .zeros import nothing

TURNED: Final = "questions turned round with their values"
_BEFORE: Final = frozenset((b"=", b",", b"return", b";", b"<<", b"+=", b"-="))
_BEHIND: Final = frozenset((b",", b";"))


def same(one: Words, other: Words) -> bool:
    if one.count(b"?") != 1 or other.count(b"?") != 1:
        return False
    was, now = _plainly(one), _plainly(other)
    return was is not None and was == now


def turned(one: Words, other: Words) -> bool:
    """Whether the values changed places, where both are the same; else only brackets or spelling differ."""
    return one[one.index(b"?") :] != other[other.index(b"?") :]


def _plainly(words: Words) -> tuple[Words, ...] | None:
    """What stands before it, the question without a negation, both values as it is answered so, what stands behind."""
    at = words.index(b"?")
    begin, colon = _begin(words, at), _end(words, at + 1, frozenset((b":",)))
    if colon >= len(words) or words[colon] != b":":
        return None
    end = _end(words, colon + 1, _BEHIND)
    asked, holds = plain(words[begin:at])
    if value := nothing(asked):
        bare, straight = plain(value)
        asked, holds = bare, holds != straight
    then, other = words[at + 1 : colon], words[colon + 1 : end]
    return (words[:begin], asked, *((then, other) if holds else (other, then)), words[end:])


def _begin(words: Sequence[bytes], at: int) -> int:
    depth = 0
    for here in range(at - 1, -1, -1):
        depth += (words[here] in CLOSING) - (words[here] in OPENING)
        if depth < 0 or (not depth and words[here] in _BEFORE):
            return here + 1
    return 0


def _end(words: Sequence[bytes], at: int, signs: frozenset[bytes]) -> int:
    depth = 0
    for here in range(at, len(words)):
        depth += (words[here] in OPENING) - (words[here] in CLOSING)
        if depth < 0 or (not depth and words[here] in signs):
            return here
    return len(words)
