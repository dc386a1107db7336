"""A question with a slip in one of its own words, `what happends`: read without it where it is refused as it stands, and the answer says so."""

from __future__ import annotations

from collections.abc import Callable

from ...tasks.answering import AnswerReply
from ..desk import Desk
from .question.spelling import mistyped


def slipped(desk: Desk, question: str, answer: Callable[[Desk, str], AnswerReply]) -> AnswerReply:
    reply = answer(desk, question)
    if reply.said:
        return reply
    meant, slips = mistyped(desk.project, question)
    if not slips or not (other := answer(desk, meant)).said:
        return reply
    read_as = " and ".join(f"`{one}` as `{word}`" for one, word in slips.items())
    return other._replace(note=f"I read {desk.clean(read_as)}. {other.note}".strip())
