"""A real runtime: llama.cpp with random weights that the test makes. Its replies follow the schema and mean nothing, so
whatever is published of them would be false by chance: nothing may be.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("xllamacpp")
pytest.importorskip("gguf")

import httpx
import xllamacpp

from agents.test_adversarial import projects
from flowscout import shelf
from flowscout.agents.scout import EntityScout, EntityScoutConfig, PoisWire, flaws
from flowscout.agents.wording import held, put, wording
from flowscout.llm.access import SHELF
from flowscout.llm.budget import Budget, Caps
from flowscout.llm.provider import Access, Provider, Reply, Request
from flowscout.llm.session import Session
from flowscout.llm.wire import read
from flowscout.model import report
from flowscout.tasks.drawing import reworded
from llm import gguf_model
from llm.server import Asked, Server, Step

pytestmark = pytest.mark.slow
TEXT = b"module Shop\n  def total(items)\n    items.sum\n  end\nend\n"
TOKENS = 160
# Any value of it holds; only the shape is asked for.
SCHEMA: dict[str, Any] = {
    "type": "object", "additionalProperties": False, "required": ["word", "line"],
    "properties": {"word": {"type": "string", "maxLength": 6}, "line": {"type": "integer", "minimum": 1, "maximum": 99}},
}  # fmt: skip


@pytest.fixture(scope="module")
def runtime(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    wanted = xllamacpp.CommonParams()
    wanted.model.path = str(gguf_model.write(tmp_path_factory.mktemp("model") / "tiny.gguf"))
    wanted.n_ctx, wanted.n_parallel, wanted.warmup = gguf_model.CONTEXT, 1, False
    wanted.cpuparams.n_threads = wanted.cpuparams_batch.n_threads = 1  # several wait for each other by spinning
    running = xllamacpp.Server(wanted)
    yield running.listening_address
    del running


def test_the_model_is_the_same_bytes_every_time(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("twice")
    assert gguf_model.write(folder / "a").read_bytes() == gguf_model.write(folder / "b").read_bytes()


def through(runtime: str) -> Server:
    """Ollama's and Anthropic's protocols in front of the runtime: the schema constrains what it decodes."""

    def script(asked: Asked) -> Step:
        body = {
            "model": "tiny", "messages": [{"role": "user", "content": asked.prompt[-600:]}], "max_tokens": TOKENS, "temperature": 1, "seed": asked.number,
            "response_format": {"type": "json_schema", "json_schema": {"name": "t", "schema": asked.schema}},
        }  # fmt: skip
        choice = httpx.post(f"{runtime}/v1/chat/completions", json=body, timeout=120, trust_env=False).json()[
            "choices"
        ][0]
        return Step(choice["message"]["content"], stop="length" if choice["finish_reason"] == "length" else "end")

    return Server(script)


def opened(name: str, url: str, context: int = gguf_model.CONTEXT) -> Session:
    provider: Provider = shelf.load(SHELF, name)
    access = Access(name, "tiny", url, "key-for-tests", timeout=120, context=context)
    return Session(access, provider.open(access), Budget(Caps(), (0, 0)))


def test_the_openai_provider_talks_to_the_runtime_itself(runtime: str) -> None:
    line = opened("openai", runtime + "/v1")
    answered = line.complete(Request("test", "Answer.", "hello", SCHEMA, TOKENS))
    assert isinstance(answered, Reply), answered
    value = json.loads(answered.text)
    assert sorted(value) == ["line", "word"]
    assert 1 <= value["line"] <= 99
    assert answered.usage.sent > 0


@pytest.mark.parametrize("name", ["ollama", "anthropic"])
def test_nonsense_that_follows_the_schema_finds_nothing_in_a_file(name: str, runtime: str) -> None:
    with through(runtime) as server:
        found = EntityScout(EntityScoutConfig(maxRetries=1), opened(name, server.url, 16_384), 16_384).run(
            "shop.rb", TEXT
        )
        assert server.seen
    lines = TEXT.decode().split("\n")
    assert found.status in (report.COMPLETED_SUCCESS, report.FAILED_VALIDATION_ERROR, report.FAILED_LLM_API_ERROR)
    value, wrong = read(PoisWire, json.dumps({"pois": [poi._asdict() for poi in found.pois]}))
    assert value is not None
    assert not wrong
    assert flaws(value, lines, 1, len(lines)) == ()


def test_nonsense_words_change_nothing_that_is_shown(runtime: str) -> None:
    project = next(p for p in projects() if any(len(p.chart(id_, "medium").steps) > 4 for id_ in p.functions))
    id_ = next(i for i in project.functions if len(project.chart(i, "medium").steps) > 4)
    made = wording(project, id_, "medium")
    with through(runtime) as server:
        entry = put(opened("ollama", server.url, 16_384), made)
        assert server.seen
    words = held(made, entry) if entry else None
    chart = project.chart(id_, "medium")
    assert words is None or reworded(chart, words)._replace(steps=()) == chart._replace(steps=())
    assert words is None or (words.sentence, dict(words.labels)) == ("", {})
