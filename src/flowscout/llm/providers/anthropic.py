"""Anthropic's Messages API through its own client, and its Message Batches for thousands of questions.

The client's own retries are off: ours know the budget. Key and base URL are always handed over, so that no variable of
another program redirects a prompt. The fixed prefix is marked for the server's prompt cache. A refusal, a reply that was
cut and a stream without an end are failures.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from email.utils import parsedate_to_datetime
from typing import Any, TypeVar

from .. import provider as why
from ..provider import Access, Answered, Failure, Provider, Reply, Request, Usage

_STATUS = {
    401: why.AUTH,
    402: why.QUOTA,
    403: why.AUTH,
    404: why.MODEL_MISSING,
    408: why.TIMEOUT,
    413: why.TOO_LONG,
    429: why.RATE,
    504: why.TIMEOUT,
    529: why.OVERLOADED,
}
_TYPES = {
    "rate_limit_error": why.RATE, "overloaded_error": why.OVERLOADED, "api_error": why.OVERLOADED, "timeout_error": why.TIMEOUT,
    "authentication_error": why.AUTH, "permission_error": why.AUTH, "billing_error": why.QUOTA, "not_found_error": why.MODEL_MISSING,
    "request_too_large": why.TOO_LONG, "invalid_request_error": why.BAD_REQUEST,
}  # fmt: skip
_STOPS = {"refusal": why.REFUSAL, "max_tokens": why.CUT, "model_context_window_exceeded": why.TOO_LONG}


Made = TypeVar("Made")


class _Anthropic:
    def __init__(self, access: Access) -> None:
        import anthropic  # only when this provider is chosen: it takes most of a second

        self._library, self._access = anthropic, access
        self._client = anthropic.Anthropic(
            api_key=access.key, base_url=access.base_url, max_retries=0, timeout=access.timeout
        )

    def complete(self, request: Request, /) -> Answered:
        return self._guarded(lambda: self._streamed(request))

    def close(self) -> None:
        self._client.close()

    def submit(self, requests: Mapping[str, Request], /) -> str | Failure:
        rows = [{"custom_id": name, "params": self._parameters(request)} for name, request in requests.items()]
        return self._guarded(lambda: str(self._client.messages.batches.create(requests=rows).id))  # type: ignore[arg-type]

    def finished(self, batch: str, /) -> bool | Failure:
        return self._guarded(lambda: self._client.messages.batches.retrieve(batch).processing_status == "ended")

    def collect(self, batch: str, /) -> Iterator[tuple[str, Answered]]:
        rows = self._guarded(
            lambda: [(row.custom_id, row.result) for row in self._client.messages.batches.results(batch)]
        )
        if isinstance(rows, Failure):
            return
        for name, result in rows:
            yield name, self._of_batch(result)

    def _parameters(self, request: Request) -> dict[str, Any]:
        return {
            "model": self._access.model,
            "max_tokens": request.max_tokens,
            "system": [{"type": "text", "text": request.system, "cache_control": {"type": "ephemeral"}}],
            "messages": [{"role": "user", "content": request.user}],
            "output_config": {
                "format": {"type": "json_schema", "schema": self._library.transform_schema(dict(request.schema))}
            },
        }

    def _streamed(self, request: Request) -> Answered:
        until = time.monotonic() + self._access.timeout
        read = _Read(self._access.model)
        with self._client.messages.create(**self._parameters(request), stream=True) as stream:
            for event in stream:
                read.take(event)
                if read.size > why.LONGEST_REPLY:
                    return Failure(why.PROTOCOL, "the reply is longer than any answer could be")
                if time.monotonic() > until:
                    return Failure(why.TIMEOUT, f"no complete reply within {self._access.timeout:g} s")
            return read.answered(str(stream.response.headers.get("request-id", "")))

    def _of_batch(self, result: Any) -> Answered:
        if result.type == "errored":
            error = result.error.error
            return Failure(_TYPES.get(error.type, why.BAD_REQUEST), str(error.message)[:300])
        if result.type != "succeeded":
            return Failure(why.PROTOCOL, f"the batch {result.type} it")
        message = result.message
        read = _Read(message.model)
        read.texts = [block.text for block in message.content if block.type == "text"]
        read.stop, read.usage = message.stop_reason, _usage(message.usage)
        return read.answered(message.id)

    def _guarded(self, work: Callable[[], Made]) -> Made | Failure:
        library = self._library
        try:
            return work()
        except library.APITimeoutError as error:
            return Failure(why.TIMEOUT, str(error)[:300])
        except library.APIConnectionError as error:
            return Failure(why.CONNECTION, f"{error} ({error.__cause__})"[:300])
        except library.APIStatusError as error:
            return _failure(error)
        except (library.AnthropicError, AttributeError, TypeError, ValueError, RecursionError) as error:
            return Failure(why.PROTOCOL, f"not an answer of Anthropic's: {type(error).__name__}: {error}"[:300])
        except OSError as error:
            return Failure(why.CONNECTION, str(error)[:300])
        except self._transport_errors() as error:
            return Failure(why.CONNECTION, f"{type(error).__name__}: {error}"[:300])

    def _transport_errors(self) -> tuple[type[Exception], ...]:
        """A stream that breaks off raises the transport's own errors, past the client's."""
        import httpx2

        return (httpx2.HTTPError, httpx2.StreamError)


class _Read:
    """A message in the making."""

    def __init__(self, model: str) -> None:
        self.model, self.texts, self.size = model, list[str](), 0
        self.stop: str | None = None
        self.usage = Usage()
        self.ended = True

    def take(self, event: Any) -> None:
        if event.type == "message_start":
            self.ended, self.model, self.usage = False, event.message.model, _usage(event.message.usage)
        elif event.type == "content_block_delta" and event.delta.type == "text_delta":
            self.texts.append(event.delta.text)
            self.size += len(event.delta.text)
        elif event.type == "message_delta":
            self.stop = event.delta.stop_reason
            self.usage = self.usage._replace(received=event.usage.output_tokens)
        elif event.type == "message_stop":
            self.ended = True

    def answered(self, request_id: str) -> Answered:
        text = "".join(self.texts)
        if self.stop in _STOPS:
            return Failure(_STOPS[self.stop], f"the model stopped: {self.stop}", usage=self.usage)
        if not self.ended or self.stop not in ("end_turn", "stop_sequence") or not text.strip():
            return Failure(
                why.PROTOCOL, f"the stream broke off or was empty (stop reason {self.stop})", usage=self.usage
            )
        return Reply(text, self.model, self.usage, request_id)


def _usage(usage: Any) -> Usage:
    cached = usage.cache_read_input_tokens or 0
    return Usage(usage.input_tokens + cached + (usage.cache_creation_input_tokens or 0), usage.output_tokens, cached)


def _failure(error: Any) -> Failure:
    """An error's kind: by its type in the middle of a stream (the status is 200 then), else by its status."""
    status, message = error.status_code, str(error.message)[:300]
    kind = _STATUS.get(status) or (why.OVERLOADED if status >= 500 else why.BAD_REQUEST)
    if status < 400 or (status == 400 and error.type in _TYPES):
        kind = _TYPES.get(str(error.type), why.PROTOCOL)
    if "enforced_spend_limit" in str(error.body):
        kind = why.QUOTA
    if kind == why.BAD_REQUEST and "prompt is too long" in message:
        kind = why.TOO_LONG
    headers = error.response.headers
    if kind in (why.RATE, why.OVERLOADED, why.TIMEOUT) and headers.get("x-should-retry") == "false":
        return Failure(why.BAD_REQUEST, message)
    return Failure(kind, message, _retry_after(headers))


def _retry_after(headers: Mapping[str, str]) -> float:
    """Seconds; -1 where the server does not say, or says nonsense."""
    milliseconds, written = headers.get("retry-after-ms", ""), headers.get("retry-after", "")
    try:
        if milliseconds:
            return max(0.0, float(milliseconds) / 1000)
        return max(0.0, float(written)) if written else -1
    except ValueError:
        pass
    try:
        return max(0.0, parsedate_to_datetime(written).timestamp() - time.time())
    except (ValueError, TypeError):
        return -1


PLUGIN = Provider(
    "anthropic", _Anthropic, model="claude-haiku-4-5", base_url="https://api.anthropic.com", keys=("ANTHROPIC_API_KEY",),
    needs_key=True, extra="anthropic", prices={"haiku": (1.0, 5.0), "sonnet": (3.0, 15.0), "opus": (5.0, 25.0)}, batches=_Anthropic,
)  # fmt: skip
