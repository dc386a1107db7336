"""What may be spent on a model, in one run and for one pull request: calls, tokens, dollars, seconds.

Before a request its worst case is reserved; after the reply what it really took is booked. When a cap would be passed
the request is not sent, and says which cap it was: the rest of the run is rule-made.
"""

from __future__ import annotations

import threading
from typing import Final, NamedTuple

from .provider import Request, Usage

UNLIMITED: Final = -1.0
BYTES_PER_TOKEN: Final = 3  # code is denser than prose; an estimate that is too high is the safe one


class Caps(NamedTuple):
    """money in dollars; seconds from the first question; -1: no cap."""

    calls: float = 1_000
    tokens: float = 2_000_000
    money: float = 5.0
    seconds: float = 1_800


class Spent(NamedTuple):
    calls: int = 0
    sent: int = 0
    received: int = 0
    cached: int = 0
    money: float = 0.0

    @property
    def tokens(self) -> int:
        return self.sent + self.received

    def said(self) -> str:
        cached = f" ({self.cached:,} of them cached)" if self.cached else ""
        money = f", ${self.money:.4f}" if self.money else ""
        return f"{self.calls:,} calls, {self.sent:,} tokens sent{cached}, {self.received:,} received{money}"


def tokens_in(request: Request) -> int:
    """An estimate of what a request sends, schema included."""
    return (
        len(request.system.encode()) + len(request.user.encode("utf-8", "replace")) + len(str(request.schema))
    ) // BYTES_PER_TOKEN + 20


def cost(price: tuple[float, float], sent: int, received: int) -> float:
    """Dollars; nothing where the price is unknown (-1)."""
    return max(price[0], 0) * sent / 1e6 + max(price[1], 0) * received / 1e6


class Budget:
    """Safe to use from several threads. pull, before: caps of the pull request, and what its earlier runs took."""

    def __init__(
        self, run: Caps, price: tuple[float, float], pull: Caps | None = None, before: Spent | None = None
    ) -> None:
        self._run, self._pull, self._price, self._before = run, pull, price, before or Spent()
        self._lock = threading.Lock()
        self._spent = Spent()
        self._reserved = Spent()
        self.hit = ""

    @property
    def spent(self) -> Spent:
        return self._spent

    @property
    def in_all(self) -> Spent:
        """With what earlier runs took."""
        return _sum(self._before, self._spent)

    def reserve(self, request: Request, elapsed: float) -> str:
        """ "" when the request may be sent; else why not."""
        sent = tokens_in(request)
        worst = Spent(1, sent, request.max_tokens, 0, cost(self._price, sent, request.max_tokens))
        with self._lock:
            planned = _sum(_sum(self._spent, self._reserved), worst)
            over = _over(planned, self._run, "of this run")
            if not over and 0 <= self._run.seconds < elapsed:
                over = f"the time of this run is up: {self._run.seconds:g} s"
            if not over and self._pull:
                over = _over(_sum(planned, self._before), self._pull, "of this pull request")
            if over:
                self.hit = self.hit or over
            else:
                self._reserved = _sum(self._reserved, worst)
        return over

    def settle(self, request: Request, usage: Usage) -> None:
        """Books what a reserved request took."""
        sent = tokens_in(request)
        worst = Spent(1, sent, request.max_tokens, 0, cost(self._price, sent, request.max_tokens))
        took = Spent(1, usage.sent, usage.received, usage.cached, cost(self._price, usage.sent, usage.received))
        with self._lock:
            self._reserved = _sum(self._reserved, worst, -1)
            self._spent = _sum(self._spent, took)


def _sum(one: Spent, other: Spent, sign: int = 1) -> Spent:
    return Spent(
        one.calls + sign * other.calls, one.sent + sign * other.sent, one.received + sign * other.received,
        one.cached + sign * other.cached, one.money + sign * other.money,
    )  # fmt: skip


def _over(planned: Spent, caps: Caps, whose: str) -> str:
    if 0 <= caps.calls < planned.calls:
        return f"the budget {whose} is reached: {caps.calls:,.10g} calls"
    if 0 <= caps.tokens < planned.tokens:
        return f"the budget {whose} is reached: {caps.tokens:,.10g} tokens"
    if 0 <= caps.money < planned.money - 1e-12:
        return f"the budget {whose} is reached: ${caps.money:g}"
    return ""
