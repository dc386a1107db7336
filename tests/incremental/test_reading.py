"""Files are read in a pool while it is there, and in this process behind that."""

from __future__ import annotations

from concurrent.futures import Executor, ThreadPoolExecutor

import pytest

from corpus.work import Memory
from flowscout.model.settings import Settings
from flowscout.tasks import facts
from flowscout.tasks.facts import FactsReading
from flowscout.wiring import frontend

SOURCES = {"a.py": b"def f(a):\n    return a\n", "b.py": b"def g(b):\n    return b\n"}


def test_what_is_asked_for_behind_the_end_of_the_pool_is_read_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(facts, "POOL_FROM_BYTES", 1)
    begun: list[Executor] = []

    def pool() -> Executor:
        begun.append(ThreadPoolExecutor(1))
        return begun[-1]

    seen = Memory(SOURCES)
    first, second = seen.entries()
    reading = FactsReading(seen, frontend(Settings()), pool, None, lambda at, of, path: None, 2)
    early = reading([(first, "python")])
    reading.close()
    late = reading([(second, "python")])

    assert [[one.name for one in held[path].functions] for held, path in ((early, "a.py"), (late, "b.py"))] == [
        ["f"],
        ["g"],
    ]
    assert len(begun) == 1
