"""What an expression costs, in steps of the engine for each character of a text.

A step is what one character costs an expression known to look at each of them n²/2 times; so a slow or busy machine
changes nothing. CPU time of this thread alone is looked at. Most texts cost next to nothing, which one short run tells;
only what is suspicious is run at full length, several times, and the least counts.
"""

from __future__ import annotations

import re
import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from time import thread_time
from typing import Any, NamedTuple

from flowscout.model.limits import EXPRESSION_STEPS

from .pumps import Pump, pumps

LENGTH = 10_000
FIRST = 1_000  # characters that tell whether a text is worth a longer look
CALM = 25  # steps a character below which it is not
QUIET = 150  # steps a character at full length below which growth is not looked at: too short to tell
GROWTH = 8  # times the cost at four times the length: 4 is linear, 16 quadratic
TRIES = (1, 2, 4)  # runs, of which the fastest counts; more only while it looks too slow
STOP = 3 * LENGTH * EXPRESSION_STEPS  # steps after which a run is ended


class Slow(NamedTuple):
    """steps: for each character. growth: cost at full length over cost at a quarter of it; 0 where it was not awaited."""

    steps: float
    growth: float
    pump: Pump
    mode: str

    def __str__(self) -> str:
        growth = f"{self.growth:.1f} times at four times the length" if self.growth else "no end awaited"
        return f"{self.steps:,.0f} steps a character, {growth}, {self.mode} in {_shown(self.pump)}"


def _shown(pump: Pump) -> str:
    return f"{pump.prefix[-60:]!r} + {pump.unit[:60]!r} * n + {pump.suffix!r}"


def measured_step() -> float:
    """Seconds."""
    search, text = re.compile("[b-y]*z").search, "c" * 1_000
    return min(_timed(search, text) for _ in range(9)) / (len(text) ** 2 / 2)


@cache
def step() -> float:
    """The least of several: what it clears is clear. What looks slow by it is held against a step measured at that time."""
    return min(measured_step() for _ in range(3))


def _timed(run: Callable[[Any], object], text: str | bytes) -> float:
    before = thread_time()
    run(text)
    return thread_time() - before


class _StoppedError(Exception):
    pass


@contextmanager
def stopped_after(seconds: float) -> Iterator[None]:
    def stop(*_: object) -> None:
        raise _StoppedError

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _run(expression: re.Pattern[Any], mode: str) -> Callable[[Any], object]:
    if mode == "scan":
        return lambda text: deque(expression.finditer(text), maxlen=0)
    return getattr(expression, mode)  # type: ignore[no-any-return]


def slow(text: str | bytes, flags: int, modes: Sequence[str], share: float = 1) -> Slow | None:
    """The first way found to make an expression cost too much, or a `share` of that."""
    expression = re.compile(text, flags)
    encode: Callable[[str], str | bytes] = str if isinstance(text, str) else lambda made: made.encode("latin-1")
    candidates = pumps(text, flags)
    for mode in modes if "scan" not in modes else [mode for mode in modes if mode != "search"]:
        run = _run(expression, mode)
        for pump in candidates:
            found = _looked(run, pump, mode, encode, share)
            if found:
                return found
    return None


def _looked(
    run: Callable[[Any], object], pump: Pump, mode: str, encode: Callable[[str], str | bytes], share: float
) -> Slow | None:
    """Asked again before it is called slow: another program may have been in the way."""
    short = encode(pump.text(FIRST))
    if not _costs(run, short, CALM * FIRST, step()):
        return None
    whole, quarter = encode(pump.text(LENGTH)), encode(pump.text(LENGTH // 4))
    found = None
    for times in TRIES:
        found = _grown(run, whole, quarter, times, measured_step() if found else step())
        steps, growth = found
        if steps <= QUIET or (steps <= EXPRESSION_STEPS * share and growth < GROWTH * (0.5 + share / 2)):
            return None
        if steps >= 2 * EXPRESSION_STEPS:
            break
    return Slow(*found, pump, mode) if found else None


def _costs(run: Callable[[Any], object], text: str | bytes, steps: float, step: float) -> bool:
    try:
        with stopped_after(STOP * step):
            return _timed(run, text) >= steps * step
    except _StoppedError:
        return True


def _grown(
    run: Callable[[Any], object], whole: str | bytes, quarter: str | bytes, times: int, step: float
) -> tuple[float, float]:
    """Steps for each character, and the growth; without an end, the steps after which it was ended."""
    try:
        with stopped_after(STOP * step * times * 2):
            least = min(_timed(run, whole) for _ in range(times))
            part = min(_timed(run, quarter) for _ in range(times + 1))
    except _StoppedError:
        return STOP / LENGTH, 0
    return least / step / LENGTH, least / max(part, 1e-7)
