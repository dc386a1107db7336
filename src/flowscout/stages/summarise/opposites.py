"""An author's sentence that was copied from the function beside it: it spells the name with the opposite word.

def end_section():            says nothing of `end`, and all of `start section`
    \"\"\"Writes the start-section tag.\"\"\"

What only relates to the other one (`Undoes enable cache.`) speaks of this one.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from re import IGNORECASE
from typing import Final

from ...model.pattern import regex
from ...words.names import split

_PAIRS: Final = """
start end, start stop, start finish, begin end, first last, min max, minimum maximum, left right, top bottom, enable disable, show hide,
increase decrease, increment decrement, encode decode, encrypt decrypt, compress decompress, horizontal vertical, upper lower,
before after, forward backward, next previous, next prev
"""
_WORD: Final = regex(r"[^\W_]++")
_RELATES: Final = regex(
    r"\b(?:(?:re|in)vers\w*|opposite|counterparts?|contrary|undo\w*|oppos\w+|matching|like|cancel\w*|instead|complements?|not?)\b",
    IGNORECASE,
)


def _opposites() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for pair in _PAIRS.replace("\n", " ").split(","):
        one, other = pair.split()
        found.setdefault(one, []).append(other)
        found.setdefault(other, []).append(one)
    return found


_OPPOSITES: Final = _opposites()
_LONG: Final = {"min": "minimum", "max": "maximum", "prev": "previous"}


def says_opposite(told: str, name: str) -> bool:
    """told: a sentence. Its words stand beside the opposite as those of the name do, and the name's own word is nowhere."""
    words = [word.lower() for word in split(name)]
    if len(words) < 2 or _OPPOSITES.keys().isdisjoint(words) or _RELATES.search(told):
        return False
    said = [word.lower() for word in _WORD.findall(told)]
    return any(_instead(said, words, at) for at, word in enumerate(words) if word in _OPPOSITES)


def _instead(said: Sequence[str], words: Sequence[str], at: int) -> bool:
    own = words[at]
    if any(word.startswith((own, _LONG.get(own, own))) for word in said):
        return False
    before, behind = words[at - 1 : at], words[at + 1 : at + 2]
    beside = [*pairwise(said), *pairwise([word for word in said if word != "the"])]
    for opposite in _OPPOSITES[own]:
        spelt = (opposite, _LONG.get(opposite, opposite))
        if any(one in before and other in spelt for one, other in pairwise(said)):
            return True
        if any(one.removesuffix("s") in spelt and other in behind for one, other in beside):
            return True
    return False
