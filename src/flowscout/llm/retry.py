"""When a failed request is sent again: by its kind, after a wait that doubles, with full jitter, within a total.

A server's own `retry-after` counts as long as it is short; a longer one is an answer: not now, so nobody waits for it.
Clock, sleep and chance are handed in.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import NamedTuple

from .provider import RETRIED, Answered, Failure


class Patience(NamedTuple):
    """tries: requests for one question, the first included. Seconds: base doubles up to cap; longest: of a retry-after that is
    obeyed; total: of waiting for one question."""

    tries: int = 3
    base: float = 0.5
    cap: float = 8.0
    longest: float = 30.0
    total: float = 60.0


class Time(NamedTuple):
    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep
    chance: Callable[[], float] = random.random


def retried(send: Callable[[], Answered], patience: Patience, moment: Time) -> Answered:
    """The first reply, or the failure after which nothing is tried any more."""
    waited = 0.0
    answered = send()
    for attempt in range(1, patience.tries):
        if not isinstance(answered, Failure) or answered.kind not in RETRIED or answered.retry_after > patience.longest:
            return answered
        pause = wait(answered, attempt, patience, moment.chance())
        if waited + pause > patience.total:
            return answered
        moment.sleep(pause)
        waited += pause
        answered = send()
    return answered


def wait(failure: Failure, attempt: int, patience: Patience, chance: float) -> float:
    """Seconds before try `attempt` + 1: what the server asked for, and a little more lest all come back at once; else full jitter."""
    if failure.retry_after >= 0:
        return failure.retry_after + chance * patience.base
    ceiling: float = min(patience.cap, patience.base * 2**attempt)
    return chance * ceiling
