"""A local server that speaks Anthropic's, Ollama's and OpenAI's protocols as strictly as the real ones, and says what it is told.

`Server(script)`: the script gets each `Asked` and answers a `Step`; without one every reply follows the request's schema,
made from the SHA-256 of the prompt. Every request is kept in `seen`, keys redacted; `most` is how many were in flight at
once. Token counts are bytes // 4, so that budgets can be checked.
"""

from __future__ import annotations

import json
import socket
import struct
import threading
import time
from collections.abc import Callable, Iterator
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

ANTHROPIC_FIELDS = {
    "model", "max_tokens", "messages", "system", "tools", "tool_choice", "output_config", "stream", "cache_control", "thinking",
    "stop_sequences", "metadata", "service_tier",
}  # fmt: skip
TYPES = {
    400: "invalid_request_error", 401: "authentication_error", 402: "billing_error", 403: "permission_error", 404: "not_found_error",
    413: "request_too_large", 429: "rate_limit_error", 500: "api_error", 503: "api_error", 504: "timeout_error", 529: "overloaded_error",
}  # fmt: skip


class Asked(NamedTuple):
    """One request. prompt: the user's text; system: the fixed prefix; number: its place in the order of arrival, from 0."""

    number: int
    protocol: str
    path: str
    headers: dict[str, str]
    body: dict[str, Any]
    system: str
    prompt: str
    schema: dict[str, Any] | None


class Step(NamedTuple):
    """text: the reply, None: one that follows the schema. status: other than 200 is an error. stop: end | length | refusal.
    cut: bytes of the body after which the connection is reset (quietly closed when `quiet`). raw: the whole body instead.
    broken: a stream's error after half of the text. code: error_code in the details."""

    text: str | None = None
    status: int = 200
    stop: str = "end"
    retry_after: str = ""
    headers: tuple[tuple[str, str], ...] = ()
    delay: float = 0.0
    cut: int = -1
    quiet: bool = False
    raw: bytes | None = None
    broken: bool = False
    code: str = ""
    message: str = "as scripted"


Script = Callable[[Asked], Step]
PLAIN = Step()


def by_schema(schema: Any, seed: str) -> Any:
    """A value of a schema, decided by the seed."""
    number = int.from_bytes(sha256(seed.encode()).digest()[:6], "big")
    kind = (schema or {}).get("type")
    if "enum" in (schema or {}):
        return schema["enum"][number % len(schema["enum"])]
    if kind == "object":
        return {key: by_schema(value, f"{seed}.{key}") for key, value in schema.get("properties", {}).items()}
    if kind == "array":
        return [by_schema(schema.get("items"), f"{seed}[{at}]") for at in range(number % 3)]
    if kind == "integer":
        return schema.get("minimum", 0) + number % 100
    if kind == "number":
        return number % 101 / 100
    if kind == "boolean":
        return bool(number % 2)
    return f"word{number % 1000}"


class Server:
    def __init__(self, script: Script | None = None, *, limit: int = 1_000, polls: int = 1) -> None:
        self.script = script or (lambda asked: Step())
        self.limit, self.polls = limit, polls
        self.seen: list[Asked] = []
        self.lock = threading.Lock()
        self.flying = self.most = 0
        self.batches: dict[str, list[dict[str, Any]]] = {}
        self.polled: dict[str, int] = {}
        server = self

        class Handler(_Handler):
            owner = server

        self._http = _Quiet(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._http.server_address[1]}"
        self._thread = threading.Thread(target=lambda: self._http.serve_forever(0.02), daemon=True)
        self._thread.start()

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *error: object) -> None:
        self._http.shutdown()
        self._http.server_close()

    def keep(self, protocol: str, path: str, headers: dict[str, str], body: dict[str, Any]) -> Asked:
        system, prompt, schema = _READ[protocol](body)
        hidden = {
            k.lower(): "<redacted>" if k.lower() in ("authorization", "x-api-key") else v for k, v in headers.items()
        }
        with self.lock:
            asked = Asked(len(self.seen), protocol, path, hidden, body, system, prompt, schema)
            self.seen.append(asked)
        return asked

    def reply(self, asked: Asked, step: Step) -> str:
        return (
            step.text
            if step.text is not None
            else json.dumps(by_schema(asked.schema or {"type": "string"}, asked.prompt))
        )


def _texts(content: Any) -> str:
    return content if isinstance(content, str) else "".join(block.get("text", "") for block in content or ())


def _messages(body: dict[str, Any], role: str) -> str:
    return "\n".join(_texts(m.get("content")) for m in body.get("messages", ()) if m.get("role") == role)


_READ: dict[str, Callable[[dict[str, Any]], tuple[str, str, dict[str, Any] | None]]] = {
    "anthropic": lambda b: (_texts(b.get("system")), _messages(b, "user"), ((b.get("output_config") or {}).get("format") or {}).get("schema")),
    "ollama": lambda b: (_messages(b, "system"), _messages(b, "user"), b.get("format") if isinstance(b.get("format"), dict) else None),
    "openai": lambda b: (
        _messages(b, "system"), _messages(b, "user"), ((b.get("response_format") or {}).get("json_schema") or {}).get("schema"),
    ),
}  # fmt: skip


class _Quiet(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Clients that hang up are part of the play."""


class _Handler(BaseHTTPRequestHandler):
    owner: Server
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments: Any) -> None:
        """Says nothing."""

    def do_HEAD(self) -> None:
        self._send(200, b"", "text/plain")

    def do_GET(self) -> None:
        fixed: dict[str, Any] = {
            "/api/version": {"version": "0.20.0"}, "/api/ps": {"models": []},
            "/api/tags": {"models": [{"name": "deepseek-coder", "model": "deepseek-coder", "size": 1, "digest": "0" * 64}]},
        }  # fmt: skip
        if self.path == "/":
            self._send(200, b"Ollama is running", "text/plain")
        elif self.path in fixed:
            self._json(200, fixed[self.path])
        elif self.path.startswith("/v1/messages/batches/"):
            self._batch(*self.path.removeprefix("/v1/messages/batches/").partition("/"))
        else:
            self._error("anthropic" if self.path.startswith("/v1") else "ollama", 404, Step(message="not found"))

    def do_POST(self) -> None:
        length = int(self.headers.get("content-length") or 0)
        try:
            body = json.loads(self.rfile.read(length))
        except ValueError:
            body = None
        protocol = (
            "ollama"
            if self.path.startswith("/api/")
            else "openai"
            if self.path.endswith(("/completions", "/embeddings"))
            else "anthropic"
        )
        if not isinstance(body, dict):
            return self._error(protocol, 400, Step(message="invalid character in request body"))
        wrong = _WRONG[protocol](self.path, body, {k.lower(): v for k, v in self.headers.items()})
        if wrong:
            return self._error(protocol, wrong[0], Step(message=wrong[1]))
        with self.owner.lock:
            self.owner.flying += 1
            self.owner.most = max(self.owner.most, self.owner.flying)
            full = self.owner.flying > self.owner.limit
        try:
            self._route(protocol, body, full)
        finally:
            with self.owner.lock:
                self.owner.flying -= 1

    def _route(self, protocol: str, body: dict[str, Any], full: bool) -> None:
        owner = self.owner
        if full:
            owner.keep(protocol, self.path, dict(self.headers), body)
            return self._error(
                protocol,
                503 if protocol == "ollama" else 429,
                Step(message="server busy, please try again.", retry_after="0"),
            )
        if self.path == "/v1/messages/batches":
            name = f"msgbatch_{len(owner.batches):04}"
            owner.batches[name] = body["requests"]
            return self._json(200, self._batch_state(name))
        if self.path == "/v1/messages/count_tokens":
            return self._json(200, {"input_tokens": len(json.dumps(body)) // 4})
        if self.path in ("/api/embed", "/v1/embeddings"):
            return self._embed(body)
        asked = owner.keep(protocol, self.path, dict(self.headers), body)
        step = owner.script(asked)
        if step.delay:
            time.sleep(step.delay)
        if step.status != 200:
            return self._error(protocol, step.status, step)
        if step.raw is not None:
            return self._send(200, step.raw, "text/html" if step.raw.startswith(b"<") else "application/json", step)
        getattr(self, f"_{protocol}")(asked, step)
        return None

    # -- replies ----------------------------------------------------------------------------------------------------

    def _anthropic(self, asked: Asked, step: Step) -> None:
        text = self.owner.reply(asked, step)
        stop = {"end": "end_turn", "length": "max_tokens", "refusal": "refusal"}[step.stop]
        if asked.body.get("stream"):
            return self._stream("text/event-stream", self._events(asked, text, stop, step), step)
        return self._json(200, _message(asked.body, text, stop, asked.number), step)

    def _events(self, asked: Asked, text: str, stop: str, step: Step) -> Iterator[bytes]:
        def event(kind: str, **more: Any) -> bytes:
            return f"event: {kind}\ndata: {json.dumps({'type': kind, **more})}\n\n".encode()

        opening = _message(asked.body, "", None, asked.number) | {"content": []}
        yield event("message_start", message=opening)
        yield event("content_block_start", index=0, content_block={"type": "text", "text": ""})
        yield event("ping")
        half = max(1, len(text) // 2)
        for at, part in enumerate((text[:half], text[half:])):
            if at and step.broken:
                yield event("error", error={"type": "overloaded_error", "message": "Overloaded"})
                return
            yield event("content_block_delta", index=0, delta={"type": "text_delta", "text": part})
        yield event("content_block_stop", index=0)
        yield event(
            "message_delta", delta={"stop_reason": stop, "stop_sequence": None}, usage={"output_tokens": len(text) // 4}
        )
        yield event("message_stop")

    def _ollama(self, asked: Asked, step: Step) -> None:
        text, body = self.owner.reply(asked, step), asked.body
        head = {"model": body["model"], "created_at": "2026-01-01T00:00:00.000000001Z"}
        counted = {
            "total_duration": 5,
            "prompt_eval_count": len(json.dumps(body["messages"])) // 4,
            "eval_count": len(text) // 4,
        }
        last = head | {"done": True, "done_reason": "length" if step.stop == "length" else "stop"} | counted
        if body.get("stream", True):
            half = max(1, len(text) // 2)
            rows: list[dict[str, Any]] = [
                head | {"message": {"role": "assistant", "content": t}, "done": False}
                for t in (text[:half], text[half:])
            ]
            rows = (
                [rows[0], {"error": "model runner has stopped"}]
                if step.broken
                else [*rows, last | {"message": {"role": "assistant", "content": ""}}]
            )
            return self._stream("application/x-ndjson", (json.dumps(row).encode() + b"\n" for row in rows), step)
        return self._json(200, last | {"message": {"role": "assistant", "content": text}}, step)

    def _openai(self, asked: Asked, step: Step) -> None:
        text, body = self.owner.reply(asked, step), asked.body
        reason = {"end": "stop", "length": "length", "refusal": "content_filter"}[step.stop]
        counted = {"prompt_tokens": len(json.dumps(body["messages"])) // 4, "completion_tokens": len(text) // 4}
        choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": reason}
        self._json(
            200,
            {
                "id": f"cmpl-{asked.number}",
                "object": "chat.completion",
                "model": body["model"],
                "choices": [choice],
                "usage": counted,
            },
            step,
        )

    def _embed(self, body: dict[str, Any]) -> None:
        given = body["input"] if isinstance(body["input"], list) else [body["input"]]
        vectors = [[byte / 255 for byte in sha256(text.encode()).digest()[:8]] for text in given]
        if self.path == "/api/embed":
            return self._json(
                200, {"model": body["model"], "embeddings": vectors, "total_duration": 1, "prompt_eval_count": 1}
            )
        return self._json(
            200,
            {
                "object": "list",
                "model": body["model"],
                "data": [{"index": n, "embedding": v} for n, v in enumerate(vectors)],
            },
        )

    def _batch_state(self, name: str) -> dict[str, Any]:
        ended = self.owner.polled.get(name, 0) > self.owner.polls
        count = len(self.owner.batches[name])
        return {
            "id": name, "type": "message_batch", "processing_status": "ended" if ended else "in_progress",
            "request_counts": {"processing": 0 if ended else count, "succeeded": count if ended else 0, "errored": 0, "canceled": 0, "expired": 0},
            "created_at": "2026-01-01T00:00:00Z", "expires_at": "2026-01-02T00:00:00Z", "ended_at": "2026-01-01T01:00:00Z" if ended else None,
            "archived_at": None, "cancel_initiated_at": None, "results_url": f"{self.owner.url}/v1/messages/batches/{name}/results" if ended else None,
        }  # fmt: skip

    def _batch(self, name: str, slash: str, rest: str) -> None:
        if name not in self.owner.batches:
            return self._error("anthropic", 404, Step(message="no such batch"))
        self.owner.polled[name] = self.owner.polled.get(name, 0) + 1
        if rest != "results":
            return self._json(200, self._batch_state(name))
        rows = []
        for request in reversed(self.owner.batches[name]):  # unordered, as the real one
            asked = self.owner.keep("anthropic", "batch", dict(self.headers), request["params"])
            step = self.owner.script(asked)
            if step.status == 200:
                stop = {"end": "end_turn", "length": "max_tokens", "refusal": "refusal"}[step.stop]
                result = {
                    "type": "succeeded",
                    "message": _message(asked.body, self.owner.reply(asked, step), stop, asked.number),
                }
            elif step.status == 410:
                result = {"type": "expired"}
            else:
                result = {
                    "type": "errored",
                    "error": {"type": "error", "error": {"type": TYPES[step.status], "message": step.message}},
                }
            rows.append(json.dumps({"custom_id": request["custom_id"], "result": result}))
        return self._send(200, "\n".join(rows).encode(), "application/x-jsonl")

    # -- bytes ------------------------------------------------------------------------------------------------------

    def _error(self, protocol: str, status: int, step: Step) -> None:
        details = {"details": {"error_code": step.code}} if step.code else {}
        error = {"type": TYPES.get(status, "api_error"), "message": step.message, **details}
        bodies: dict[str, Any] = {
            "anthropic": {"type": "error", "error": error, "request_id": "req_0"},
            "ollama": {"error": step.message}, "openai": {"error": {"message": step.message, "type": error["type"], "code": step.code or None}},
        }  # fmt: skip
        self._json(status, bodies[protocol], step)

    def _json(self, status: int, value: Any, step: Step = PLAIN) -> None:
        self._send(status, json.dumps(value).encode(), "application/json", step)

    def _send(self, status: int, body: bytes, kind: str, step: Step = PLAIN) -> None:
        self.send_response(status)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(body)))
        self.send_header("request-id", "req_0")
        for name, value in (*step.headers, *((("retry-after", step.retry_after),) if step.retry_after else ())):
            self.send_header(name, value)
        self.end_headers()
        if step.cut >= 0:
            self.wfile.write(body[: step.cut])
            return self._reset(step)
        self.wfile.write(body)
        return None

    def _stream(self, kind: str, pieces: Iterator[bytes], step: Step) -> None:
        self.send_response(200)
        self.send_header("content-type", kind)
        if step.quiet:
            self.send_header("connection", "close")
        else:
            self.send_header("transfer-encoding", "chunked")
        self.send_header("request-id", "req_0")
        self.end_headers()
        left = step.cut if step.cut >= 0 else 1 << 60
        for piece in pieces:
            part = piece[:left]
            left -= len(part)
            self.wfile.write(part if step.quiet else b"%x\r\n%s\r\n" % (len(part), part) if part else b"")
            self.wfile.flush()
            if left <= 0:
                return self._reset(step)
        if not step.quiet:
            self.wfile.write(b"0\r\n\r\n")
        else:
            self.close_connection = True
        return None

    def _reset(self, step: Step) -> None:
        self.wfile.flush()
        self.close_connection = True
        if not step.quiet:  # no goodbye: the peer sees a reset
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.connection.close()


def _message(body: dict[str, Any], text: str, stop: str | None, number: int) -> dict[str, Any]:
    return {
        "id": f"msg_{number:04}", "type": "message", "role": "assistant", "model": body["model"], "content": [{"type": "text", "text": text}],
        "stop_reason": stop, "stop_sequence": None,
        "usage": {"input_tokens": len(json.dumps(body["messages"])) // 4, "output_tokens": len(text) // 4,
                  "cache_creation_input_tokens": 0, "cache_read_input_tokens": len(_texts(body.get("system"))) // 4 if number else 0},
    }  # fmt: skip


def _wrong_anthropic(path: str, body: dict[str, Any], headers: dict[str, str]) -> tuple[int, str] | None:
    if "authorization" not in headers and "x-api-key" not in headers:
        return 401, "invalid x-api-key"
    if "anthropic-version" not in headers:
        return 400, "anthropic-version: header is required"
    if path.endswith("/batches"):
        broken = [
            _wrong_anthropic("/v1/messages", request.get("params", {}), headers) for request in body.get("requests", ())
        ]
        names = [request.get("custom_id") for request in body.get("requests", ())]
        return next((b for b in broken if b), None) or (
            (400, "custom_id: must be unique") if len(set(names)) < len(names) else None
        )
    needed = {"model": str, "messages": list} | ({} if path.endswith("count_tokens") else {"max_tokens": int})
    for field, kind in needed.items():
        if not isinstance(body.get(field), kind):
            return 400, f"{field}: Field required"
    unknown = sorted(body.keys() - ANTHROPIC_FIELDS)
    if unknown:
        return 400, f"{unknown[0]}: Extra inputs are not permitted"
    format_ = (body.get("output_config") or {}).get("format")
    if format_ and _unclosed(format_.get("schema")):
        return (
            400,
            "output_config.format.schema: For 'object' type, 'additionalProperties' must be explicitly set to false",
        )
    return None


def _unclosed(schema: Any) -> bool:
    if isinstance(schema, list):
        return any(map(_unclosed, schema))
    if not isinstance(schema, dict):
        return False
    if schema.get("type") == "object" and schema.get("additionalProperties") is not False:
        return True
    return any(map(_unclosed, schema.values()))


def _wrong_ollama(path: str, body: dict[str, Any], headers: dict[str, str]) -> tuple[int, str] | None:
    if not body.get("model"):
        return 400, "model is required"
    if body["model"] == "missing":
        return 404, "model 'missing' not found"
    if path == "/api/chat":
        if not isinstance(body.get("messages"), list) or not isinstance(body.get("options") or {}, dict):
            return 400, "json: cannot unmarshal into Go struct field ChatRequest"
        if body.get("think") is True:
            return 400, f'"{body["model"]}" does not support thinking'
        format_ = body.get("format")
        if format_ not in (None, "", "json") and not isinstance(format_, dict):
            return 400, f'invalid format: {json.dumps(format_)}; expected "json" or a valid JSON Schema object'
    return None


def _wrong_openai(path: str, body: dict[str, Any], headers: dict[str, str]) -> tuple[int, str] | None:
    field = "input" if path.endswith("embeddings") else "messages"
    return (400, f"you must provide {field}") if not body.get("model") or not body.get(field) else None


_WRONG = {"anthropic": _wrong_anthropic, "ollama": _wrong_ollama, "openai": _wrong_openai}
