"""A sentence of a change, or none -> its answer: what no sentence tells, or one that says the same twice, is listed."""

from __future__ import annotations

from typing import Final

from ....model.account import LISTED, Answer, Side
from ..reading.saying import Said

_APART: Final = (", no longer ", " is now ", " was ", " where it returned ")  # between what is and what was
_AND: Final = frozenset((" and ", " or "))
_DENIED: Final = " does not hold"


def answering(said: Said | None, how: str, unit: str, sides: tuple[Side, Side]) -> Answer:
    if said is None or _says_nothing(said.sentence):
        return Answer(LISTED, "", unit, *sides)
    return Answer(how, said.rule, unit, *sides, said.sentence, said.rank)


def _says_nothing(sentence: str) -> bool:
    """Whether what it was and what it is read the same: what differs is in neither of the two, or was cut."""
    for sign in _APART:
        before, found, after = sentence.partition(sign)
        if found and before.count("`") > 1 and after.count("`") > 1:
            return _ends_with_what_begins(before, after)
    return False


def _ends_with_what_begins(before: str, after: str) -> bool:
    """Whether the same is quoted, under the same words: `when` is not `unless`. Of a `try` is not said which."""
    whole, _, tail = before.rpartition("`")
    parts, end = after.split("`"), 2
    while len(parts) > end + 2 and parts[end] in _AND:
        end += 2
    denied = [text.startswith(_DENIED) for text in (tail, parts[end])]
    return parts[1] != "try" and whole.endswith("`".join(parts[:end])) and denied[0] == denied[1]
