"""What a long task tells while it works, and how long its parts took.

A *stream* tells every *listener* of six kinds of events, in the published field names: iteration, thought, action,
observation, complete, error. `Timings` is a listener's shelf of durations, with the published statistics. The clock is
handed in: nothing here reads one. Timestamps are milliseconds since 1970, durations milliseconds.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

Event = Mapping[str, Any]
Listener = Callable[[Event], None]
Clock = Callable[[], float]
EVENTS: Final = ("iteration", "thought", "action", "observation", "complete", "error")


class Stream:
    """Events to all listeners, in the order they happen. clock: seconds, monotonic. now: milliseconds since 1970."""

    def __init__(
        self, listeners: tuple[Listener, ...] = (), clock: Clock = lambda: 0.0, now: Callable[[], int] = lambda: 0
    ) -> None:
        self._listeners, self._clock, self._now = listeners, clock, now
        self._begun = clock()
        self.iterations = 0  # the last that was told
        self.timings = Timings()

    def iteration(self, iteration: int, most: int) -> None:
        self.iterations = iteration
        self._tell(
            "iteration", iteration=iteration, maxIterations=most, progress=round(iteration / most, 3) if most else 1.0
        )

    def thought(self, thought: str, iteration: int) -> None:
        self._tell("thought", thought=thought, iteration=iteration)

    def action(self, tool: str, parameters: Mapping[str, Any], iteration: int) -> None:
        self._tell(
            "action",
            action={"tool": tool, "parameters": dict(parameters), "timestamp": self._now()},
            iteration=iteration,
        )

    def observation(self, observation: str, iteration: int, success: bool = True) -> None:
        self._tell("observation", observation=observation, iteration=iteration, success=success)

    def complete(self, rca: Mapping[str, Any], iterations: int) -> None:
        self._tell("complete", rca=dict(rca), totalIterations=iterations, duration=self.elapsed())

    def error(self, error: str, iteration: int, phase: str) -> None:
        """phase: thought | action | observation | synthesis."""
        self._tell("error", error=error, iteration=iteration, phase=phase)

    def elapsed(self) -> float:
        """Milliseconds since the stream began."""
        return round((self._clock() - self._begun) * 1000, 3)

    @contextmanager
    def timed(self, operation: str) -> Iterator[None]:
        begun = self._clock()
        try:
            yield
        finally:
            self.timings.record(operation, (self._clock() - begun) * 1000)

    def _tell(self, event: str, **fields: Any) -> None:
        for listener in self._listeners:
            listener({"event": event, "timestamp": self._now(), **fields})


class Timings:
    """Durations by operation."""

    def __init__(self) -> None:
        self._durations: dict[str, list[float]] = {}

    def record(self, operation: str, milliseconds: float) -> None:
        self._durations.setdefault(operation, []).append(milliseconds)

    def stats(self, operation: str) -> dict[str, float]:
        """The published PerformanceStats; zeros for what was never timed."""
        sorted_ = sorted(self._durations.get(operation, ()))
        if not sorted_:
            return {"mean": 0.0, "p50": 0.0, "p90": 0.0, "p99": 0.0, "min": 0.0, "max": 0.0, "count": 0}
        return {
            "mean": round(sum(sorted_) / len(sorted_), 3),
            **{f"p{p}": round(_percentile(sorted_, p), 3) for p in (50, 90, 99)},
            "min": round(sorted_[0], 3),
            "max": round(sorted_[-1], 3),
            "count": len(sorted_),
        }

    def summary(self) -> dict[str, Any]:
        """The published MetricsSummary."""
        every = [value for values in self._durations.values() for value in values]
        return {
            "totalOperations": len(every),
            "totalTime": round(sum(every), 3),
            "averageTime": round(sum(every) / len(every), 3) if every else 0.0,
            "operations": {name: self.stats(name) for name in sorted(self._durations)},
        }

    def matching(self, pattern: str) -> dict[str, dict[str, float]]:
        """Statistics of the operations whose name a pattern finds."""
        return {name: self.stats(name) for name in sorted(self._durations) if re.search(pattern, name)}

    def slowest(self, limit: int = 5) -> list[tuple[str, dict[str, float]]]:
        """By mean duration, slowest first."""
        rows = [(name, self.stats(name)) for name in self._durations]
        return sorted(rows, key=lambda row: (-row[1]["mean"], row[0]))[:limit]


def _percentile(values: list[float], percent: int) -> float:
    """Nearest rank: the least value that so many percent do not exceed."""
    return values[max(0, math.ceil(percent / 100 * len(values)) - 1)]


def table(summary: Mapping[str, Any]) -> str:
    """A MetricsSummary for people."""
    lines = [
        f"{summary['totalTime']:.1f} ms in {summary['totalOperations']} operations, {summary['averageTime']:.1f} ms on average"
    ]
    lines.append(f"{'operation':<24}{'mean':>10}{'p50':>10}{'p90':>10}{'p99':>10}{'count':>7}")
    for name, stats in sorted(summary["operations"].items(), key=lambda row: -row[1]["mean"]):
        lines.append(
            f"{name:<24}{stats['mean']:>10.1f}{stats['p50']:>10.1f}{stats['p90']:>10.1f}{stats['p99']:>10.1f}{stats['count']:>7}"
        )
    return "\n".join(lines)
