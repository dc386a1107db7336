"""What a provider is asked and what it answers. A provider never raises: what went wrong is a `Failure`, of a closed list of kinds.

The kinds, and what is done about them, are in `RETRIED` (ask again, after a wait) and `FINAL` (nothing this run asks will
be answered); the others end the one question only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, Protocol

OFF: Final = "off"  # no provider is configured
AUTH: Final = "auth"
QUOTA: Final = "quota"  # a spending limit: waiting does not help
RATE: Final = "rate"
OVERLOADED: Final = "overloaded"
TIMEOUT: Final = "timeout"
CONNECTION: Final = "connection"
PROTOCOL: Final = "protocol"  # an answer that is no answer: HTML, half a document, an empty or a broken-off stream
BAD_REQUEST: Final = "bad_request"
TOO_LONG: Final = "context_too_long"
MODEL_MISSING: Final = "model_missing"
REFUSAL: Final = "refusal"
CUT: Final = "cut"  # the reply ran into its length limit: what there is of it is not used
BUDGET: Final = "budget"
BREAKER: Final = "breaker"  # earlier failures opened the circuit
KINDS: Final = (
    OFF, AUTH, QUOTA, RATE, OVERLOADED, TIMEOUT, CONNECTION, PROTOCOL, BAD_REQUEST, TOO_LONG, MODEL_MISSING, REFUSAL, CUT,
    BUDGET, BREAKER,
)  # fmt: skip
RETRIED: Final = frozenset({RATE, OVERLOADED, TIMEOUT, CONNECTION, PROTOCOL})
FINAL: Final = frozenset({OFF, AUTH, QUOTA, MODEL_MISSING})
UNSENT: Final = frozenset({OFF, BUDGET, BREAKER})  # nothing left the machine

LONGEST_REPLY: Final = 1_000_000  # characters; what is longer is no answer to any of our questions


class Request(NamedTuple):
    """system: the fixed prefix, the same for every question of a task. schema: of the reply's JSON. max_tokens: of the reply.
    rule: the rule-made answer as JSON; it never leaves the machine, `echo` answers with it."""

    task: str
    system: str
    user: str
    schema: Mapping[str, Any]
    max_tokens: int
    rule: str = ""


class Usage(NamedTuple):
    """Tokens. cached: of `sent`, those the server had from its prompt cache."""

    sent: int = 0
    received: int = 0
    cached: int = 0


class Reply(NamedTuple):
    """A finished reply; a broken-off one is a Failure."""

    text: str
    model: str
    usage: Usage = Usage()
    request_id: str = ""


class Failure(NamedTuple):
    """kind: see the module. retry_after: seconds the server asked for, -1 where it did not say. usage: what it cost all the same."""

    kind: str
    message: str
    retry_after: float = -1
    usage: Usage = Usage()


Answered = Reply | Failure


class Access(NamedTuple):
    """How a model is reached: from the environment, the user's configuration or the action's inputs, never from a repository.

    timeout: seconds for one request, the whole of it. context: tokens of prompt and reply together (Ollama's `num_ctx`).
    price: dollars for a million tokens sent and received, (-1, -1) unknown.
    """

    provider: str = "none"
    model: str = ""
    base_url: str = ""
    key: str = ""
    timeout: float = 60.0
    context: int = 16_384
    in_flight: int = 4
    price: tuple[float, float] = (-1.0, -1.0)


class Client(Protocol):
    """An open door to one model. Used from several threads at once."""

    def complete(self, request: Request, /) -> Answered: ...
    def close(self) -> None: ...


class Batches(Protocol):
    """Many requests at half the price, answered within a day."""

    def submit(self, requests: Mapping[str, Request], /) -> str | Failure: ...
    def finished(self, batch: str, /) -> bool | Failure: ...
    def collect(self, batch: str, /) -> Iterator[tuple[str, Answered]]: ...


class Provider(NamedTuple):
    """A plug-in. model, base_url: defaults, "" when one must be named. keys: environment variables that may hold the key, the
    first that is set counts. extra: what to install. embed: texts -> vectors of one model."""

    name: str
    open: Callable[[Access], Client]
    model: str = ""
    base_url: str = ""
    keys: tuple[str, ...] = ()
    needs_key: bool = False
    extra: str = ""
    prices: Mapping[str, tuple[float, float]] = {}
    batches: Callable[[Access], Batches] | None = None
    embed: Callable[[Access, Sequence[str]], list[list[float]] | Failure] | None = None
