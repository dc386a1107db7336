"""One run's line to its model: redaction, memory, budget, circuit breaker, retries, and a count of all of it.

After `OPENS` failed questions in a row, or one failure that no waiting mends, the circuit opens: the rest of the run asks
nothing and is rule-made. A session is used from several threads; at most `in_flight` requests are on their way at once.
"""

from __future__ import annotations

import json
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Final, NamedTuple, Protocol, TypeVar

from ..redact import redact
from .budget import BYTES_PER_TOKEN, Budget, Spent, tokens_in
from .provider import (
    BREAKER,
    BUDGET,
    FINAL,
    OFF,
    RETRIED,
    Access,
    Answered,
    Batches,
    Client,
    Failure,
    Reply,
    Request,
    Usage,
)
from .retry import Patience, Time, retried

OPENS: Final = 3

Item = TypeVar("Item")
Made = TypeVar("Made")


class AnswerMemory(Protocol):
    """Accepted answers by key. Losing one costs a question only."""

    def get(self, key: str, /) -> bytes | None: ...
    def put(self, key: str, value: bytes, /) -> None: ...


class Tally(NamedTuple):
    """What a run did. failures: questions that got no reply, by kind. stopped: why the rest was rule-made, "" when nothing did."""

    spent: Spent
    remembered: int
    failures: dict[str, int]
    stopped: str


class Session:
    """Satisfies `ask.Asker`."""

    def __init__(
        self, access: Access, client: Client, budget: Budget, memory: AnswerMemory | None = None, secrets: Iterable[str] = (),
        patience: Patience | None = None, moment: Time | None = None, pull: str = "", batches: Batches | None = None,
    ) -> None:  # fmt: skip
        self.access, self.budget = access, budget
        self._client, self._memory, self._secrets = client, memory, tuple(secrets)
        self._patience, self._moment = patience or Patience(), moment or Time()
        self._pull, self.batches = pull, batches
        self._slots = threading.BoundedSemaphore(max(1, access.in_flight))
        self._lock = threading.Lock()
        self._began: float | None = None
        self._failed_in_a_row, self._failed, self._open = 0, 0, ""
        self._remembered = 0
        self._once: dict[str, Future[Any]] = {}
        self._failures: Counter[str] = Counter()

    @property
    def who(self) -> str:
        return f"{self.access.provider}:{self.access.model}"

    @property
    def on(self) -> bool:
        """Whether there is any model to ask."""
        return self.access.provider != "none"

    @property
    def tally(self) -> Tally:
        return Tally(self.budget.spent, self._remembered, dict(self._failures), self._open or self.budget.hit)

    def clean(self, text: str, /) -> str:
        return redact(text, self._secrets)

    def recall(self, key: str, /) -> str | None:
        found = self._memory.get(self._key(key)) if self._memory is not None else None
        if found is None:
            return None
        with self._lock:
            self._remembered += 1
        return found.decode("utf-8", "replace")

    def knows(self, key: str, /) -> bool:
        """Whether an answer is remembered; not counted."""
        return self._memory is not None and self._memory.get(self._key(key)) is not None

    def remember(self, key: str, text: str, /) -> None:
        if self._memory is not None:
            self._memory.put(self._key(key), text.encode("utf-8", "replace"))

    def once(self, key: str, make: Callable[[], Any], /) -> Any:
        """Whoever comes while it is being made waits for it."""
        with self._lock:
            first = key not in self._once
            promised = self._once.setdefault(key, Future())
        if first:
            try:
                promised.set_result(make())
            except BaseException as error:  # whoever waits must hear of it too
                promised.set_exception(error)
                raise
        return promised.result()

    def _key(self, key: str) -> str:
        return f"answer:{self.access.context}:{key}"

    def complete(self, request: Request, /) -> Answered:
        clean = request._replace(user=self.clean(request.user))
        if self._open:
            return self._count(Failure(BREAKER, self._open))
        before = 0

        def sent() -> Answered:
            nonlocal before
            before = self._failed
            return self._send(clean)

        with self._slots:
            answered = retried(sent, self._patience, self._moment)
        self._judge(answered, before)
        return answered if isinstance(answered, Reply) else self._count(answered)

    def each(self, work: Callable[[Item], Made], items: Iterable[Item]) -> Iterator[Made]:
        """`work` of every item, as many at a time as requests may be in flight; results in order."""
        with ThreadPoolExecutor(max(1, self.access.in_flight)) as pool:
            yield from pool.map(work, items)

    def close(self) -> None:
        """Books what was spent on the pull request, if any."""
        if self._pull and self._memory is not None:
            self._memory.put(f"spent:{self._pull}", json.dumps(self.budget.in_all).encode())
        self._client.close()

    def _send(self, request: Request) -> Answered:
        if self._open:
            return Failure(BREAKER, self._open)
        with self._lock:
            now = self._moment.clock()
            self._began = now if self._began is None else self._began
        refused = self.budget.reserve(request, now - self._began)
        if refused:
            return Failure(BUDGET, refused)
        answered = self._client.complete(request)
        self.budget.settle(request, _taken(request, answered))
        return answered

    def _judge(self, answered: Answered, before: int) -> None:
        """before: how many had failed when it was asked. An answer that was on its way then says nothing of what failed since."""
        with self._lock:
            if isinstance(answered, Reply):
                self._failed_in_a_row = 0 if self._failed == before else self._failed_in_a_row
            elif answered.kind in FINAL:
                self._open = self._open or f"{answered.kind}: {answered.message}"
            elif answered.kind in RETRIED:
                self._failed_in_a_row += 1
                self._failed += 1
                if self._failed_in_a_row >= OPENS:
                    self._open = self._open or f"{answered.kind}, {OPENS} times in a row: {answered.message}"

    def _count(self, failure: Failure) -> Failure:
        with self._lock:
            if failure.kind != OFF:
                self._failures[failure.kind] += 1
        return failure


def _taken(request: Request, answered: Answered) -> Usage:
    """What the server counted; an estimate where it counted nothing of a reply."""
    if answered.usage.sent or isinstance(answered, Failure):
        return answered.usage
    return Usage(tokens_in(request), len(answered.text) // BYTES_PER_TOKEN + 1)
