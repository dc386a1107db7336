"""A client that answers from a list, a memory in a dictionary, a clock that nobody waits for."""

from __future__ import annotations

import threading
from collections.abc import Callable

from flowscout.llm.budget import Budget, Caps
from flowscout.llm.provider import Access, Answered, Reply, Request, Usage
from flowscout.llm.retry import Patience, Time
from flowscout.llm.session import Session

Says = Callable[[Request], str | Answered]


class Scripted:
    """Satisfies provider.Client. A text is a whole reply."""

    def __init__(self, says: Says) -> None:
        self.says = says
        self.asked: list[Request] = []
        self.lock = threading.Lock()

    def complete(self, request: Request, /) -> Answered:
        with self.lock:
            self.asked.append(request)
        said = self.says(request)
        return Reply(said, "scripted", Usage(len(request.user) // 4, len(said) // 4)) if isinstance(said, str) else said

    def close(self) -> None:
        """Nothing is open."""


class Memory(dict[str, bytes]):
    def put(self, key: str, value: bytes) -> None:
        self[key] = value


class FakeTime:
    def __init__(self) -> None:
        self.now = 0.0
        self.slept: list[float] = []

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds

    def time(self) -> Time:
        return Time(lambda: self.now, self.sleep, lambda: 1.0)


def replies(*texts: str | Answered) -> Says:
    """One after the other; the last for ever."""
    left = list(texts)
    return lambda request: left.pop(0) if len(left) > 1 else left[0]


def session(says: Says | Scripted, memory: Memory | None = None, caps: Caps | None = None, access: Access | None = None, secrets: tuple[str, ...] = (),
            patience: Patience | None = None, time: FakeTime | None = None) -> tuple[Session, Scripted]:  # fmt: skip
    client = says if isinstance(says, Scripted) else Scripted(says)
    known = access or Access("scripted", "m1", price=(1.0, 5.0))
    made = Session(
        known, client, Budget(caps or Caps(), known.price), memory, secrets, patience, (time or FakeTime()).time()
    )
    return made, client
