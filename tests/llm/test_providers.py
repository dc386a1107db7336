"""Every provider through its real client library against a real server: a good reply is read, and nothing else passes for one."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from typing import Any

import pytest

from flowscout import shelf
from flowscout.llm import provider as why
from flowscout.llm.access import SHELF
from flowscout.llm.provider import Access, Answered, Failure, Provider, Reply, Request
from llm.server import Asked, Server, Step

REAL = ("anthropic", "ollama", "openai")
SCHEMA: dict[str, Any] = {
    "type": "object", "properties": {"word": {"type": "string", "maxLength": 20}}, "required": ["word"], "additionalProperties": False,
}  # fmt: skip
REQUEST = Request("test", "Answer in JSON.\n", "What is it?", SCHEMA, 200)


@pytest.fixture
def server() -> Iterator[Server]:
    with Server() as running:
        yield running


def access(name: str, server: Server, **more: Any) -> Access:
    return Access(
        name, "some-model", server.url + ("/v1" if name == "openai" else ""), "key-for-tests", **{"timeout": 5.0} | more
    )


def complete(name: str, server: Server, request: Request = REQUEST, **more: Any) -> Answered:
    provider: Provider = shelf.load(SHELF, name)
    client = provider.open(access(name, server, **more))
    try:
        return client.complete(request)
    finally:
        client.close()


@pytest.mark.parametrize("name", REAL)
def test_a_reply_is_read_with_its_tokens(name: str, server: Server) -> None:
    server.script = lambda asked: Step('{"word": "blue"}')
    answered = complete(name, server)
    assert isinstance(answered, Reply)
    assert answered.text == '{"word": "blue"}'
    assert answered.usage.sent > 0
    assert answered.usage.received == 4


@pytest.mark.parametrize("name", REAL)
def test_prompt_prefix_schema_and_limit_arrive_and_the_key_goes_in_a_header(name: str, server: Server) -> None:
    complete(name, server)
    asked = server.seen[0]
    assert (asked.system, asked.prompt) == (REQUEST.system, REQUEST.user)
    assert asked.schema is not None
    assert asked.schema["required"] == ["word"]
    assert asked.headers["authorization"] == "<redacted>"
    assert 200 in (asked.body.get("max_tokens"), (asked.body.get("options") or {}).get("num_predict"))


def test_anthropic_is_told_to_keep_the_prefix_and_gets_no_sampling(server: Server) -> None:
    complete("anthropic", server)
    body = server.seen[0].body
    assert body["system"][0]["cache_control"] == {"type": "ephemeral"}
    assert {"temperature", "top_p", "top_k"}.isdisjoint(body)


def test_ollama_is_always_told_its_context_and_not_to_think(server: Server) -> None:
    complete("ollama", server, context=8192)
    body = server.seen[0].body
    assert body["options"]["num_ctx"] == 8192
    assert body["think"] is False
    assert body["stream"] is True


def test_what_does_not_fit_into_ollamas_context_is_not_sent(server: Server) -> None:
    answered = complete("ollama", server, REQUEST._replace(user="x" * 40_000), context=4096)
    assert isinstance(answered, Failure)
    assert (answered.kind, server.seen) == (why.TOO_LONG, [])


def test_a_context_that_the_server_filled_is_a_failure(server: Server) -> None:
    server.script = lambda asked: Step('{"word": "' + "y" * 3_000 + '"}')
    assert _kind(complete("ollama", server, context=700)) == why.TOO_LONG


BAD: dict[str, tuple[Step, dict[str, str]]] = {
    "wrong key": (Step(status=401), dict.fromkeys(REAL, why.AUTH)),
    "not allowed": (Step(status=403), dict.fromkeys(REAL, why.AUTH)),
    "bad request": (Step(status=400), dict.fromkeys(REAL, why.BAD_REQUEST)),
    "no such model": (Step(status=404), dict.fromkeys(REAL, why.MODEL_MISSING)),
    "rate": (Step(status=429, retry_after="7"), dict.fromkeys(REAL, why.RATE)),
    "server error": (Step(status=500), dict.fromkeys(REAL, why.OVERLOADED)),
    "busy": (Step(status=503), dict.fromkeys(REAL, why.OVERLOADED)),
    "overloaded": (Step(status=529), dict.fromkeys(REAL, why.OVERLOADED)),
    "spent": (Step(status=429, code="enforced_spend_limit_reached"), {"anthropic": why.QUOTA}),
    "no quota": (Step(status=429, code="insufficient_quota"), {"openai": why.QUOTA}),
    "do not retry": (Step(status=500, headers=(("x-should-retry", "false"),)), {"anthropic": why.BAD_REQUEST}),
    "too long": (Step(status=400, message="prompt is too long: 9 tokens"), {"anthropic": why.TOO_LONG}),
    "html": (Step(raw=b"<html><body>Sign in</body></html>"), dict.fromkeys(REAL, why.PROTOCOL)),
    "half a document": (Step(raw=b'{"id": "msg_1", "type": "mess'), dict.fromkeys(REAL, why.PROTOCOL)),
    "another document": (Step(raw=b'[1, {"a": null}]'), dict.fromkeys(REAL, why.PROTOCOL)),
    "nothing": (Step(raw=b""), dict.fromkeys(REAL, why.PROTOCOL)),
    "empty reply": (Step(""), dict.fromkeys(REAL, why.PROTOCOL)),
    "cut reply": (Step('{"word": "bl', stop="length"), dict.fromkeys(REAL, why.CUT)),
    "refusal": (Step("No.", stop="refusal"), {"anthropic": why.REFUSAL, "openai": why.REFUSAL}),
    "error in the stream": (Step('{"word": "blue"}', broken=True), {"anthropic": why.OVERLOADED, "ollama": why.PROTOCOL}),
    "reset": (Step('{"word": "blue"}', cut=60), dict.fromkeys(REAL, why.CONNECTION)),
    "quiet end": (Step('{"word": "blue"}', cut=250, quiet=True), {"anthropic": why.PROTOCOL}),
    "quiet end of lines": (Step('{"word": "blue"}', cut=140, quiet=True), {"ollama": why.PROTOCOL}),
    "megabytes": (Step("z" * 5_000_000), {"anthropic": why.PROTOCOL, "ollama": why.PROTOCOL, "openai": why.PROTOCOL}),
}  # fmt: skip


def _kind(answered: Answered) -> str:
    return answered.kind if isinstance(answered, Failure) else "reply"


@pytest.mark.parametrize(("name", "fault"), [(name, fault) for fault, (_, kinds) in BAD.items() for name in kinds])
def test_what_is_no_reply_is_a_failure_of_a_known_kind(name: str, fault: str, server: Server) -> None:
    step, kinds = BAD[fault]
    server.script = lambda asked: step
    answered = complete(name, server)
    assert _kind(answered) == kinds[name], answered
    assert len(server.seen) == 1, "the client's own retries are off"


@pytest.mark.parametrize("name", REAL)
@pytest.mark.parametrize("cut", [0, 1, 30, 90, 200, 333, 420, 700])
def test_a_stream_cut_at_any_byte_never_passes_for_a_reply(name: str, cut: int, server: Server) -> None:
    whole = Step('{"word": "a longer word"}')
    server.script = lambda asked: whole._replace(cut=cut)
    loud = complete(name, server)
    server.script = lambda asked: whole._replace(cut=cut, quiet=name != "openai")
    for answered in (loud, complete(name, server)):
        assert isinstance(answered, Failure) or answered.text == whole.text


@pytest.mark.parametrize(("header", "seconds"), [("retry-after", "2.5"), ("retry-after-ms", "2500")])
def test_anthropic_says_when_to_come_back(header: str, seconds: str, server: Server) -> None:
    server.script = lambda asked: Step(status=429, headers=((header, seconds),))
    answered = complete("anthropic", server)
    assert isinstance(answered, Failure)
    assert answered.retry_after == 2.5


@pytest.mark.parametrize("name", REAL)
def test_a_server_that_does_not_answer_in_time_is_given_up(name: str, server: Server) -> None:
    server.script = lambda asked: Step('{"word": "late"}', delay=0.6)
    assert _kind(complete(name, server, timeout=0.2)) == why.TIMEOUT


@pytest.mark.parametrize("name", REAL)
def test_a_server_that_is_not_there_is_a_connection_failure(name: str, server: Server) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        server.url = f"http://127.0.0.1:{free.getsockname()[1]}"
        assert _kind(complete(name, server)) == why.CONNECTION


@pytest.mark.parametrize("name", REAL)
def test_no_variable_of_another_program_redirects_a_prompt(
    name: str, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in ("ANTHROPIC_BASE_URL", "OLLAMA_HOST", "OPENAI_BASE_URL", "HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(variable, "http://127.0.0.1:9")
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    assert isinstance(complete(name, server), Reply)


@pytest.mark.parametrize("name", ["ollama", "openai"])
def test_texts_become_vectors_in_order(name: str, server: Server) -> None:
    provider: Provider = shelf.load(SHELF, name)
    assert provider.embed is not None
    one, two = provider.embed(access(name, server), ["one", "two"])  # type: ignore[misc]
    assert len(one) == len(two) == 8
    assert one != two


def test_a_batch_is_submitted_awaited_and_collected(server: Server) -> None:
    def script(asked: Asked) -> Step:
        steps = {"bad": Step(status=400), "late": Step(status=410), "cut": Step("{", stop="length")}
        return steps.get(asked.prompt, Step(f'{{"word": "{asked.prompt}"}}'))

    server.script = script
    provider: Provider = shelf.load(SHELF, "anthropic")
    assert provider.batches is not None
    door = provider.batches(access("anthropic", server))
    batch = door.submit({word: REQUEST._replace(user=word) for word in ("one", "two", "bad", "late", "cut")})
    assert isinstance(batch, str)
    assert [door.finished(batch) for _ in range(3)] == [False, True, True]
    found = dict(door.collect(batch))
    assert isinstance(found["one"], Reply)
    assert found["one"].text == '{"word": "one"}'
    assert {name: _kind(found[name]) for name in ("bad", "late", "cut")} == {
        "bad": why.BAD_REQUEST,
        "late": why.PROTOCOL,
        "cut": why.CUT,
    }


def test_nobody_answers_and_the_echo_says_the_rule_made_words(server: Server) -> None:
    assert _kind(complete("none", server)) == why.OFF
    answered = complete("echo", server, REQUEST._replace(rule='{"word": "rule"}'))
    assert isinstance(answered, Reply)
    assert answered.text == '{"word": "rule"}'
