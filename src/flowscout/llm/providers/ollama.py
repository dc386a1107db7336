"""Ollama, on this machine or in the house: `POST /api/chat` through its own client.

Traps of the server that are dealt with here: its context is 4,096 tokens unless `num_ctx` is sent, and what does not fit is
dropped without a word, so the length is always set and checked before and after; a thinking model thinks by default, and
the schema holds only after that, so `think` is off; a stream that breaks off just ends, so the last chunk must say `done`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, TypeVar
from urllib.parse import urlsplit

from .. import provider as why
from ..access import LOOPBACK
from ..budget import tokens_in
from ..provider import Access, Answered, Failure, Provider, Reply, Request, Usage

_STATUS = {
    400: why.BAD_REQUEST,
    401: why.AUTH,
    403: why.AUTH,
    404: why.MODEL_MISSING,
    429: why.RATE,
    499: why.CONNECTION,
}


Made = TypeVar("Made")


class _Ollama:
    def __init__(self, access: Access) -> None:
        import ollama  # only when this provider is chosen

        self._library, self._access = ollama, access
        headers = {"Authorization": f"Bearer {access.key}"} if access.key else None
        near = urlsplit(access.base_url).hostname in LOOPBACK
        self._client = ollama.Client(access.base_url, timeout=access.timeout, headers=headers, trust_env=not near)

    def complete(self, request: Request, /) -> Answered:
        if tokens_in(request) + request.max_tokens > self._access.context:
            return Failure(why.TOO_LONG, f"the question does not fit into a context of {self._access.context} tokens")
        return self._guarded(lambda: self._chat(request))

    def embed(self, texts: Sequence[str]) -> list[list[float]] | Failure:
        def work() -> list[list[float]]:
            found = self._client.embed(self._access.model, list(texts)).embeddings
            return [list(vector) for vector in found]

        return self._guarded(work)

    def close(self) -> None:
        self._client.close()  # type: ignore[no-untyped-call]

    def _chat(self, request: Request) -> Answered:
        until = time.monotonic() + self._access.timeout
        messages = [{"role": "system", "content": request.system}, {"role": "user", "content": request.user}]
        options = {"temperature": 0, "seed": 7, "num_ctx": self._access.context, "num_predict": request.max_tokens}
        stream = self._client.chat(
            self._access.model,
            messages,
            stream=True,
            think=False,
            format=dict(request.schema),
            options=options,
            keep_alive="10m",
        )
        parts, size, last = [], 0, None
        for last in stream:
            parts.append(last.message.content or "")
            size += len(parts[-1])
            if size > why.LONGEST_REPLY:
                return Failure(why.PROTOCOL, "the reply is longer than any answer could be")
            if time.monotonic() > until:
                return Failure(why.TIMEOUT, f"no complete reply within {self._access.timeout:g} s")
        return self._finished("".join(parts), last)

    def _finished(self, text: str, last: Any) -> Answered:
        if last is None or not last.done:
            return Failure(why.PROTOCOL, "the stream broke off")
        usage = Usage(last.prompt_eval_count or 0, last.eval_count or 0)
        if last.done_reason == "length":
            return Failure(why.CUT, "the reply ran into its length limit", usage=usage)
        if usage.sent + usage.received >= self._access.context:
            return Failure(why.TOO_LONG, f"the server filled its context of {self._access.context} tokens", usage=usage)
        if last.done_reason not in (None, "stop") or not text:
            return Failure(why.PROTOCOL, f"an empty reply ({last.done_reason})", usage=usage)
        return Reply(text, last.model or self._access.model, usage)

    def _guarded(self, work: Callable[[], Made]) -> Made | Failure:
        import httpx

        try:
            return work()
        except self._library.ResponseError as error:
            return _failure(error.status_code, str(error.error))
        except (httpx.TimeoutException, TimeoutError) as error:
            return Failure(why.TIMEOUT, f"{type(error).__name__}: {error}")
        except (httpx.TransportError, ConnectionError) as error:
            return Failure(why.CONNECTION, f"{type(error).__name__}: {error}"[:300])
        except (
            ValueError,
            AttributeError,
            TypeError,
            RecursionError,
        ) as error:  # no JSON, or JSON of another shape (pydantic's errors are ValueErrors)
            return Failure(why.PROTOCOL, f"not an answer of Ollama's: {error}"[:300])


def _failure(status: int, message: str) -> Failure:
    if status == 400 and "context" in message.lower():
        return Failure(why.TOO_LONG, message[:300])
    if status < 400:  # an error in the middle of a stream
        return Failure(why.PROTOCOL, message[:300])
    return Failure(
        _STATUS.get(status, why.OVERLOADED if status >= 500 else why.BAD_REQUEST), f"{status}: {message[:300]}"
    )


def _embed(access: Access, texts: Sequence[str]) -> list[list[float]] | Failure:
    client = _Ollama(access)
    try:
        return client.embed(texts)
    finally:
        client.close()


PLUGIN = Provider(
    "ollama", _Ollama, model="deepseek-coder", base_url="http://127.0.0.1:11434", keys=("OLLAMA_API_KEY",), extra="ollama",
    prices={"": (0.0, 0.0)}, embed=_embed,
)  # fmt: skip
