"""A sentence of a change, or none -> its answer: what no sentence tells, or one that says the same twice, is listed."""

from __future__ import annotations

from ....model.account import LISTED, Answer, Side
from ..reading.saying import Said, says_nothing


def answering(said: Said | None, how: str, unit: str, sides: tuple[Side, Side]) -> Answer:
    if said is None or says_nothing(said.sentence):
        return Answer(LISTED, "", unit, *sides)
    return Answer(how, said.rule, unit, *sides, said.sentence, said.rank)
