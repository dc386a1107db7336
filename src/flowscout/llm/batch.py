"""Thousands of questions at half the price: first replies through a provider's batches.

A batch only fills the memory: replies without a flaw are remembered, everything else is asked in the ordinary way
afterwards, corrections included. So a batch that fails, expires or answers nonsense costs nothing but time.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Any, Final, NamedTuple

from ..errors import ConfigError
from .ask import Question, cleaned, judged, origin_of, request_of
from .prompts import first
from .provider import Batches, Failure, Reply, Request
from .session import Session

LARGEST: Final = 10_000  # requests of one batch
POLL: Final = 20.0  # seconds
PATIENCE: Final = 24 * 3600.0


class Waiting(NamedTuple):
    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep


def prefill(
    session: Session,
    questions: Iterable[Question[Any]],
    progress: Callable[[int, int, str], None],
    waiting: Waiting | None = None,
) -> int:
    """How many answers are remembered now that were not before."""
    door = session.batches
    if door is None:
        raise ConfigError(f"{session.access.provider} has no batches", "leave --batch out")
    asked = {origin_of(session, q): q for q in (cleaned(session, each) for each in questions)}
    left = [(origin, q) for origin, q in asked.items() if not session.knows(origin)]
    return sum(
        _one(session, door, left[at : at + LARGEST], progress, waiting or Waiting())
        for at in range(0, len(left), LARGEST)
    )


def _one(
    session: Session,
    door: Batches,
    rows: list[tuple[str, Question[Any]]],
    progress: Callable[[int, int, str], None],
    waiting: Waiting,
) -> int:
    named = {f"q{at:06}": (origin, question, _request(session, question)) for at, (origin, question) in enumerate(rows)}
    sent = {name: request for name, (_, _, request) in named.items() if not session.budget.reserve(request, 0)}
    batch = door.submit(sent) if sent else Failure("off", "nothing may be sent")
    if isinstance(batch, Failure) or not _ended(door, batch, len(sent), progress, waiting):
        for request in sent.values():
            session.budget.settle(request, Failure("off", "").usage)
        return 0
    kept = 0
    for name, answered in door.collect(batch):
        if name not in sent:
            continue
        origin, question, request = named[name]
        session.budget.settle(sent.pop(name), answered.usage)
        value, flaws = judged(question, answered.text) if isinstance(answered, Reply) else (None, ())
        if value is not None and not flaws:
            session.remember(origin, value.model_dump_json())
            kept += 1
    return kept


def _request(session: Session, question: Question[Any]) -> Request:
    request = request_of(question, first(question.data))
    return request._replace(user=session.clean(request.user))


def _ended(door: Batches, batch: str, count: int, progress: Callable[[int, int, str], None], waiting: Waiting) -> bool:
    until = waiting.clock() + PATIENCE
    while waiting.clock() < until:
        state = door.finished(batch)
        if (
            isinstance(state, Failure)
            and state.retry_after < 0
            and state.kind not in ("rate", "overloaded", "timeout", "connection")
        ):
            return False
        if state is True:
            return True
        progress(0, count, f"batch {batch}")
        waiting.sleep(POLL)
    return False
