"""A function that is new or gone."""

from __future__ import annotations

from ....model.account import FLOW, Answer, Side
from .file import State


def whole(state_: State, id_: str, how: str, sentence: str, before: bool, rank: int = 6) -> Answer:
    facts = state_.functions[id_]
    decorators = state_.around.decorators.get(facts.start, ())
    start = min([facts.start, *(each.start for each in decorators)])
    side = Side(
        state_.source.path,
        state_.source.line(start),
        state_.source.line(facts.end - 1),
        state_.source.text(start, facts.end),
    )
    return Answer(FLOW, how, id_, side if before else Side(), Side() if before else side, sentence, rank)
