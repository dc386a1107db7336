"""What questions would cost, before any is asked."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from .ask import Question, cleaned, digest_of, origin_of, request_of
from .budget import cost, tokens_in
from .prompts import first
from .session import Session
from .wire import Shape


class Estimate(NamedTuple):
    """questions: of which `remembered` need no call. sent, received: tokens, an estimate and a limit. money: dollars at most,
    -1 unknown."""

    who: str
    questions: int
    remembered: int
    sent: int
    received: int
    money: float

    def said(self) -> str:
        if self.questions == self.remembered:
            return f"{self.who}: nothing to ask, {self.remembered:,} answers are remembered"
        known = f" ({self.remembered:,} more are remembered)" if self.remembered else ""
        money = f", at most ${self.money:.4f}" if self.money >= 0 else ", price unknown (FLOWSCOUT_PRICE)"
        asked = self.questions - self.remembered
        return f"{self.who}: {asked:,} questions{known}, about {self.sent:,} tokens sent, at most {self.received:,} received{money}"


def estimate(session: Session, questions: Iterable[Question[Shape]]) -> Estimate:
    """One call for each question that is not remembered; corrections come on top."""
    count = remembered = sent = received = 0
    seen: set[str] = set()
    for each in questions:
        question = cleaned(session, each)
        key = digest_of(question)
        count += 1
        if key in seen or session.knows(origin_of(session, question)):
            remembered += 1
            continue
        seen.add(key)
        sent += tokens_in(request_of(question, first(question.data)))
        received += question.max_tokens
    price = session.access.price
    return Estimate(
        session.who, count, remembered, sent, received, cost(price, sent, received) if price[0] >= 0 else -1
    )
