"""An author's sentence that was copied from the function beside it: it spells the name with the opposite word.

def end_section():            says nothing of `end`, and all of `start section`
    \"\"\"Writes the start-section tag.\"\"\"

What only relates to the other one (`Undoes enable cache.`) speaks of this one.
"""

from __future__ import annotations

import re
from re import IGNORECASE
from typing import Final

from ...model.pattern import regex
from ...words.names import split

_PAIRS: Final = """
start end, start stop, start finish, begin end, first last, min max, minimum maximum, left right, top bottom, enable disable, show hide,
increase decrease, increment decrement, encode decode, encrypt decrypt, compress decompress, horizontal vertical, upper lower,
before after, forward backward, next previous, next prev
"""
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
    return any(_instead(told, words, at) for at, word in enumerate(words) if word in _OPPOSITES)


def _instead(told: str, words: list[str], at: int) -> bool:
    own = words[at]
    if re.search(rf"(?<![^\W_]){re.escape(own)}|(?<![^\W_]){_LONG.get(own, own)}", told, IGNORECASE):
        return False
    for opposite in _OPPOSITES[own]:
        spelt = rf"{opposite}(?:{_LONG[opposite].removeprefix(opposite)})?" if opposite in _LONG else opposite
        before = [rf"\b{re.escape(words[at - 1])}[ -]{spelt}\b"] if at else []
        behind = [rf"\b{spelt}s?[ -](?:the )?{re.escape(words[at + 1])}\b"] if at + 1 < len(words) else []
        if any(re.search(each, told, IGNORECASE) for each in (*before, *behind)):
            return True
    return False
