"""Any server that speaks OpenAI's chat completions: llama.cpp, vLLM, LM Studio, a gateway, OpenAI itself; by base URL (`…/v1`).

One endpoint with a plain body is all that is needed, and servers differ in everything else, so this speaks HTTP itself.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

from .. import provider as why
from ..access import LOOPBACK
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
}
_CODES = {
    "insufficient_quota": why.QUOTA,
    "context_length_exceeded": why.TOO_LONG,
    "model_not_found": why.MODEL_MISSING,
}
_LIMITS = frozenset({"minLength", "maxLength", "minimum", "maximum", "minItems", "maxItems"})
OWN_HOST = "api.openai.com"


class _OpenAI:
    def __init__(self, access: Access) -> None:
        import httpx  # only when this provider is chosen

        self._library, self._access = httpx, access
        host = urlsplit(access.base_url).hostname
        self._own = host == OWN_HOST
        headers = {"Authorization": f"Bearer {access.key}"} if access.key else {}
        self._client = httpx.Client(
            headers=headers, timeout=access.timeout, trust_env=host not in LOOPBACK, follow_redirects=False
        )

    def complete(self, request: Request, /) -> Answered:
        answered = self._post("/chat/completions", self._body(request))
        return answered if isinstance(answered, Failure) else self._read(answered)

    def embed(self, texts: Sequence[str]) -> list[list[float]] | Failure:
        answered = self._post("/embeddings", {"model": self._access.model, "input": list(texts)})
        if isinstance(answered, Failure):
            return answered
        try:
            rows = sorted(answered["data"], key=lambda row: int(row["index"]))
            return [[float(number) for number in row["embedding"]] for row in rows]
        except (KeyError, TypeError, ValueError) as error:
            return Failure(why.PROTOCOL, f"not an answer with embeddings: {error}"[:300])

    def close(self) -> None:
        self._client.close()

    def _body(self, request: Request) -> dict[str, Any]:
        schema = _without_limits(request.schema) if self._own else request.schema
        chance: dict[str, Any] = {} if self._own else {"temperature": 0, "seed": 7}
        return chance | {
            "model": self._access.model,
            "messages": [{"role": "system", "content": request.system}, {"role": "user", "content": request.user}],
            "response_format": {
                "type": "json_schema",
                "json_schema": {"name": request.task, "strict": True, "schema": schema},
            },
            "max_completion_tokens" if self._own else "max_tokens": request.max_tokens,
        }

    def _post(self, path: str, body: Mapping[str, Any]) -> Any:
        until = time.monotonic() + self._access.timeout
        received = bytearray()
        try:
            with self._client.stream("POST", self._access.base_url + path, json=body) as response:
                for chunk in response.iter_bytes():
                    received += chunk
                    if len(received) > 4 * why.LONGEST_REPLY:
                        return Failure(why.PROTOCOL, "the reply is longer than any answer could be")
                    if time.monotonic() > until:
                        return Failure(why.TIMEOUT, f"no complete reply within {self._access.timeout:g} s")
            if response.status_code != 200:
                return _failure(response.status_code, bytes(received), response.headers)
            return json.loads(received)
        except self._library.TimeoutException as error:
            return Failure(why.TIMEOUT, f"{type(error).__name__}: {error}")
        except (self._library.HTTPError, self._library.StreamError, OSError) as error:
            return Failure(why.CONNECTION, f"{type(error).__name__}: {error}"[:300])
        except (ValueError, RecursionError) as error:
            return Failure(why.PROTOCOL, f"not JSON: {error}"[:300])

    def _read(self, answered: Any) -> Answered:
        try:
            choice = answered["choices"][0]
            message, reason = choice["message"], choice["finish_reason"]
            counted = answered.get("usage") or {}
            cached = (counted.get("prompt_tokens_details") or {}).get("cached_tokens") or 0
            usage = Usage(
                int(counted.get("prompt_tokens") or 0), int(counted.get("completion_tokens") or 0), int(cached)
            )
            text, refused = message.get("content") or "", message.get("refusal")
            model = str(answered.get("model") or self._access.model)
        except (KeyError, IndexError, TypeError, AttributeError, ValueError) as error:
            return Failure(why.PROTOCOL, f"not a chat completion: {type(error).__name__} {error}"[:300])
        if refused or reason == "content_filter":
            return Failure(why.REFUSAL, str(refused or reason)[:300], usage=usage)
        if reason == "length":
            return Failure(why.CUT, "the reply ran into its length limit", usage=usage)
        if reason != "stop" or not isinstance(text, str) or not text.strip():
            return Failure(why.PROTOCOL, f"an empty or unfinished reply ({reason})", usage=usage)
        return Reply(text, model, usage, str(answered.get("id", "")))


def _failure(status: int, body: bytes, headers: Mapping[str, str]) -> Failure:
    text = body[:2000].decode("utf-8", "replace")
    kind = next((kind for code, kind in _CODES.items() if code in text), "")
    kind = (
        kind
        or _STATUS.get(status)
        or (why.OVERLOADED if status >= 500 else why.PROTOCOL if status < 400 else why.BAD_REQUEST)
    )
    written = headers.get("retry-after", "")
    after = float(written) if written.replace(".", "", 1).isdigit() else -1.0
    return Failure(kind, f"{status}: {text[:300]}", after)


def _without_limits(node: Any) -> Any:
    """OpenAI's strict schemas know no limits of length and size; our validation does."""
    if isinstance(node, Mapping):
        return {key: _without_limits(value) for key, value in node.items() if key not in _LIMITS}
    return [_without_limits(item) for item in node] if isinstance(node, list) else node


def _embed(access: Access, texts: Sequence[str]) -> list[list[float]] | Failure:
    client = _OpenAI(access)
    try:
        return client.embed(texts)
    finally:
        client.close()


PLUGIN = Provider(
    "openai", _OpenAI, base_url=f"https://{OWN_HOST}/v1", keys=("OPENAI_API_KEY",), extra="openai", embed=_embed,
)  # fmt: skip
