"""The double is true: the vendors' own clients, sync, async, streaming, batches and embeddings, take it for their server."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import ollama
import pytest

from late import Late
from llm.server import Server, Step

anthropic = Late("anthropic")

MESSAGES = [{"role": "user", "content": "hello"}]


@pytest.fixture
def server() -> Iterator[Server]:
    with Server(lambda asked: Step("well met")) as running:
        yield running


def _anthropic(server: Server) -> Any:
    return anthropic.Anthropic(api_key="k", base_url=server.url, max_retries=0, timeout=5)


def test_anthropic_sync_streamed_and_counted(server: Server) -> None:
    client = _anthropic(server)
    made = client.messages.create(model="m", max_tokens=9, messages=MESSAGES)  # type: ignore[arg-type]
    assert type(made).model_validate(made.model_dump()) == made
    assert made.content[0].text == "well met"  # type: ignore[union-attr]
    with client.messages.stream(model="m", max_tokens=9, messages=MESSAGES) as stream:  # type: ignore[arg-type]
        assert "".join(stream.text_stream) == "well met"
        assert stream.get_final_message().stop_reason == "end_turn"
    assert client.messages.count_tokens(model="m", messages=MESSAGES).input_tokens > 0  # type: ignore[arg-type]


def test_anthropic_async_and_streamed(server: Server) -> None:
    async def talk() -> tuple[str, str]:
        async with anthropic.AsyncAnthropic(api_key="k", base_url=server.url, max_retries=0, timeout=5) as client:
            made = await client.messages.create(model="m", max_tokens=9, messages=MESSAGES)  # type: ignore[arg-type]
            async with client.messages.stream(model="m", max_tokens=9, messages=MESSAGES) as stream:  # type: ignore[arg-type]
                return made.content[0].text, await stream.get_final_text()  # type: ignore[union-attr]

    assert asyncio.run(talk()) == ("well met", "well met")


def test_anthropic_batches(server: Server) -> None:
    batches = _anthropic(server).messages.batches
    made = batches.create(
        requests=[{"custom_id": c, "params": {"model": "m", "max_tokens": 9, "messages": MESSAGES}} for c in "ab"]
    )  # type: ignore[typeddict-item]
    states = [batches.retrieve(made.id).processing_status for _ in range(2)]
    assert states == ["in_progress", "ended"]
    assert sorted(row.custom_id for row in batches.results(made.id)) == ["a", "b"]


@pytest.mark.parametrize(
    ("status", "error"),
    [
        (400, "BadRequestError"),
        (401, "AuthenticationError"),
        (429, "RateLimitError"),
        (529, "APIStatusError"),
    ],
)
def test_anthropic_errors_are_the_clients_own(status: int, error: str, server: Server) -> None:
    server.script = lambda asked: Step(status=status)
    with pytest.raises(getattr(anthropic, error)):
        _anthropic(server).messages.create(model="m", max_tokens=9, messages=MESSAGES)  # type: ignore[arg-type]


def test_a_field_that_the_api_does_not_know_is_refused_as_there(server: Server) -> None:
    with pytest.raises(anthropic.BadRequestError, match="Extra inputs are not permitted"):
        _anthropic(server).messages.create(model="m", max_tokens=9, messages=MESSAGES, extra_body={"temperature": 0})  # type: ignore[arg-type]


def test_ollama_sync_streamed_listed_and_embedded(server: Server) -> None:
    client = ollama.Client(server.url, timeout=5)
    made = client.chat("m", MESSAGES)
    assert (made.message.content, made.done_reason) == ("well met", "stop")
    assert "".join(part.message.content or "" for part in client.chat("m", MESSAGES, stream=True)) == "well met"
    assert [model.model for model in client.list().models] == ["deepseek-coder"]
    assert len(client.embed("m", ["a", "b"]).embeddings) == 2


def test_ollama_async_and_streamed(server: Server) -> None:
    async def talk() -> tuple[str | None, str]:
        client = ollama.AsyncClient(server.url, timeout=5)
        made = await client.chat("m", MESSAGES)
        parts = [part.message.content or "" async for part in await client.chat("m", MESSAGES, stream=True)]
        return made.message.content, "".join(parts)

    assert asyncio.run(talk()) == ("well met", "well met")


def test_ollama_errors_are_the_clients_own(server: Server) -> None:
    with pytest.raises(ollama.ResponseError, match="model 'missing' not found"):
        ollama.Client(server.url, timeout=5).chat("missing", MESSAGES)
    with pytest.raises(ollama.ResponseError, match="does not support thinking"):
        ollama.Client(server.url, timeout=5).chat("m", MESSAGES, think=True)


def test_over_its_limit_the_server_is_busy() -> None:
    with (
        Server(lambda asked: Step("x", delay=0.05), limit=0) as server,
        pytest.raises(ollama.ResponseError, match="server busy"),
    ):
        ollama.Client(server.url, timeout=5).chat("m", MESSAGES)
