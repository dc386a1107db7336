"""Retries, the circuit breaker, the budget and the limit of requests in flight."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest

from flowscout.errors import ConfigError
from flowscout.llm import provider as why
from flowscout.llm.access import caps, chosen
from flowscout.llm.budget import Budget, Caps, Spent
from flowscout.llm.provider import Access, Failure, Reply, Request, Usage
from flowscout.llm.retry import Patience
from llm.scripted import FakeTime, Scripted, replies, session

REQUEST = Request("scout", "system", "user", {}, 100)


@pytest.mark.parametrize("kind", [why.RATE, why.OVERLOADED, why.TIMEOUT, why.CONNECTION, why.PROTOCOL])
def test_what_passes_is_tried_again_with_growing_waits(kind: str) -> None:
    clock = FakeTime()
    run, client = session(replies(Failure(kind, "x"), Failure(kind, "x"), "yes"), time=clock)
    assert isinstance(run.complete(REQUEST), Reply)
    assert clock.slept == [1.0, 2.0]
    assert len(client.asked) == 3


@pytest.mark.parametrize(
    "kind", [why.AUTH, why.QUOTA, why.BAD_REQUEST, why.TOO_LONG, why.REFUSAL, why.CUT, why.MODEL_MISSING]
)
def test_what_does_not_pass_is_not_tried_again(kind: str) -> None:
    run, client = session(replies(Failure(kind, "x")))
    assert isinstance(run.complete(REQUEST), Failure)
    assert len(client.asked) == 1


def test_a_short_retry_after_is_obeyed_and_a_long_one_is_a_no() -> None:
    clock = FakeTime()
    run, client = session(replies(Failure(why.RATE, "x", 7.0), "yes"), time=clock)
    assert isinstance(run.complete(REQUEST), Reply)
    assert clock.slept == [7.5]
    run, client = session(replies(Failure(why.RATE, "x", 4_000_000.0), "yes"), time=clock)
    assert isinstance(run.complete(REQUEST), Failure)
    assert (len(client.asked), clock.slept) == (1, [7.5])


def test_waiting_for_one_question_has_a_total() -> None:
    clock = FakeTime()
    run, _ = session(replies(Failure(why.RATE, "x", 25.0)), patience=Patience(tries=10, total=60), time=clock)
    run.complete(REQUEST)
    assert sum(clock.slept) <= 60


def test_after_three_failures_in_a_row_nothing_is_asked_any_more() -> None:
    run, client = session(replies(Failure(why.CONNECTION, "refused")))
    kinds = [run.complete(REQUEST).kind for _ in range(6)]  # type: ignore[union-attr]
    assert kinds == [why.CONNECTION] * 3 + [why.BREAKER] * 3
    assert len(client.asked) == 3 * Patience().tries
    assert "3 times in a row" in run.tally.stopped


def test_an_answer_that_was_on_its_way_says_nothing_of_what_failed_since() -> None:
    client = Scripted(lambda request: Failure(why.CONNECTION, "refused"))
    run, _ = session(client)

    def slow(request: Request) -> object:
        """The server breaks while it answers this one."""
        if request.user != "slow":
            return Failure(why.CONNECTION, "refused")
        for _ in range(2):
            assert isinstance(run.complete(REQUEST), Failure)
        return "yes"

    client.says = slow  # type: ignore[assignment]
    assert isinstance(run.complete(REQUEST._replace(user="slow")), Reply)
    assert isinstance(run.complete(REQUEST), Failure)
    assert "3 times in a row" in run.tally.stopped


@pytest.mark.parametrize("kind", [why.AUTH, why.QUOTA, why.MODEL_MISSING])
def test_what_no_waiting_mends_opens_the_circuit_at_once(kind: str) -> None:
    run, client = session(replies(Failure(kind, "no"), "yes"))
    assert [run.complete(REQUEST).kind for _ in range(3)] == [kind, why.BREAKER, why.BREAKER]  # type: ignore[union-attr]
    assert len(client.asked) == 1


@pytest.mark.parametrize(
    ("limit", "said"),
    [(Caps(calls=3), "3 calls"), (Caps(tokens=1000), "1,000 tokens"), (Caps(money=0.004), "$0.004")],
)
def test_a_cap_is_never_passed_and_says_its_name(limit: Caps, said: str) -> None:
    run, client = session(lambda request: Reply("x" * 400, "m", Usage(100, 100)), caps=limit)
    kinds = [getattr(run.complete(REQUEST), "kind", "reply") for _ in range(20)]
    assert kinds[-1] == why.BUDGET
    assert kinds.index(why.BUDGET) == len(client.asked) > 0
    spent = run.tally.spent
    assert spent.calls <= (limit.calls if limit.calls < 1000 else 1e9)
    assert spent.tokens <= limit.tokens
    assert spent.money <= limit.money
    assert said in run.tally.stopped


def test_the_time_of_a_run_is_a_cap_too() -> None:
    clock = FakeTime()
    run, _ = session(replies("x"), caps=Caps(seconds=10), time=clock)
    assert isinstance(run.complete(REQUEST), Reply)
    clock.now += 11
    assert "10 s" in run.complete(REQUEST).message  # type: ignore[union-attr]


def test_a_pull_request_remembers_what_its_earlier_runs_took() -> None:
    budget = Budget(Caps(), (0, 0), Caps(10, -1, -1, -1), Spent(calls=9))
    assert budget.reserve(REQUEST, 0) == ""
    assert "of this pull request" in budget.reserve(REQUEST, 0)


def test_no_more_requests_are_in_flight_than_the_limit() -> None:
    flying, most, lock = 0, 0, threading.Lock()

    def says(request: Request) -> str:
        nonlocal flying, most
        with lock:
            flying += 1
            most = max(most, flying)
        time.sleep(0.002)
        with lock:
            flying -= 1
        return "x"

    run, _ = session(Scripted(says), access=Access("scripted", "m", in_flight=3))
    assert len(list(run.each(lambda n: run.complete(REQUEST), range(40)))) == 40
    assert 1 < most <= 3


def test_the_environment_stands_above_the_users_file_and_keys_come_from_it_alone() -> None:
    made = chosen(
        {"FLOWSCOUT_PROVIDER": "anthropic", "ANTHROPIC_API_KEY": "k", "ANTHROPIC_BASE_URL": "http://evil"},
        {"provider": "ollama", "context": 4096},
    )
    assert made.access[:5] == ("anthropic", "claude-haiku-4-5", "https://api.anthropic.com", "k", 60.0)
    assert made.access.context == 4096
    assert chosen({}, {}).access.provider == "none"
    action = chosen({"FLOWSCOUT_INPUT_LLM": "ollama", "FLOWSCOUT_INPUT_MAX_LLM_CALLS": "50"}, {})
    assert (action.access.provider, action.run.calls) == ("ollama", 50)
    assert chosen({"FLOWSCOUT_INPUT_LLM": "off"}, {}).access.provider == "none"
    assert chosen({"FLOWSCOUT_PROVIDER": "ollama"}, {}).access.model == "deepseek-coder"
    assert (
        chosen({"OLLAMA_HOST": "big.local:11434"}, {"provider": "ollama"}).access.base_url == "http://big.local:11434"
    )
    assert (
        chosen({"OLLAMA_HOST": "big.local:11434", "CI": "true"}, {"provider": "ollama"}).access.base_url
        == "http://127.0.0.1:11434"
    )


@pytest.mark.parametrize(
    ("environment", "user", "said"),
    [
        ({"FLOWSCOUT_PROVIDER": "gpt"}, {}, "no provider 'gpt'"),
        ({"FLOWSCOUT_PROVIDER": "anthropic"}, {}, "needs a key"),
        ({"FLOWSCOUT_PROVIDER": "openai"}, {}, "needs a model"),
        ({"FLOWSCOUT_PROVIDER": "ollama", "FLOWSCOUT_BASE_URL": "ftp://x"}, {}, "no base URL"),
        ({"FLOWSCOUT_PROVIDER": "ollama", "FLOWSCOUT_BASE_URL": "http://far.example", "OLLAMA_API_KEY": "k"}, {}, "in clear"),
        ({"FLOWSCOUT_TIMEOUT": "soon"}, {}, "`timeout` must be a number"),
        ({"FLOWSCOUT_BUDGET": "coffee=3"}, {}, "no cap"),
        ({"FLOWSCOUT_PRICE": "cheap"}, {}, "`price` must be"),
        ({}, {"modle": "x"}, "did you mean `model`?"),
        ({"FLOWSCOUT_PROVIDER": "openai", "FLOWSCOUT_MODEL": "m", "FLOWSCOUT_BUDGET": "money=1"}, {}, "needs the price"),
    ],
)  # fmt: skip
def test_a_wrong_setting_says_what_and_where(environment: dict[str, str], user: dict[str, str], said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        chosen(environment, user)


def test_a_package_may_offer_a_provider_that_the_user_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "strange.py").write_text(
        "from flowscout.llm.provider import Provider, Reply\n\nclass Door:\n    def complete(self, request, /):\n        return Reply('hi', 'm')\n"
        "    def close(self):\n        pass\n\nPLUGIN = Provider('strange', lambda access: Door(), model='m', base_url='http://127.0.0.1:1')\n"
    )
    (tmp_path / "strange-1.dist-info").mkdir()
    (tmp_path / "strange-1.dist-info/METADATA").write_text("Metadata-Version: 2.1\nName: strange\nVersion: 1\n")
    (tmp_path / "strange-1.dist-info/entry_points.txt").write_text("[flowscout.providers]\nstrange = strange:PLUGIN\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    named = {"FLOWSCOUT_PROVIDER": "strange", "FLOWSCOUT_PLUGINS": "other, strange"}
    assert chosen(named, {}).provider.name == "strange"
    for refused in ({"FLOWSCOUT_PLUGINS": ""}, {"GITHUB_EVENT_NAME": "pull_request_target"}):
        with pytest.raises(ConfigError, match="no provider"):
            chosen(named | refused, {})


def test_caps_are_written_in_one_line() -> None:
    assert caps("calls=5, money=0.5", Caps(), "X") == Caps(calls=5, money=0.5)
