"""Verbs with a model: a real client library talks to a real server on this machine; and without one nothing is missing."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from llm.server import Asked, Server, Step
from shell.repositories import Repo, environment

RUBY = "module Shop\n  def total(items)\n    items.sum\n  end\nend\n"
PYTHON = "def create(name):\n    if not name:\n        raise ValueError('no name')\n    return name\n"
SDKS = ("anthropic", "ollama", "httpx", "httpx2", "openai")


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    made = Repo(tmp_path / "repo")
    made.commit({"shop.rb": RUBY, "app.py": PYTHON, "notes.md": "# Notes\n\nText.\n", "blob.bin": b"\0\1"})
    return made


@pytest.fixture
def server() -> Iterator[Server]:
    with Server(pois) as running:
        yield running


def pois(asked: Asked) -> Step:
    names = {"shop.rb": ("total", 2, 4), "app.py": ("create", 1, 4)}
    name, start, end = next((points for path, points in names.items() if path in asked.prompt), ("Notes", 1, 3))
    kind = "SectionHeading" if name == "Notes" else "FunctionDefinition"
    return Step(
        json.dumps({"pois": [{"name": name, "type": kind, "startLine": start, "endLine": end, "confidence": 0.8}]})
    )


def using(server: Server, provider: str = "ollama", **more: str) -> dict[str, str]:
    url = server.url + ("/v1" if provider == "openai" else "")
    return {
        "FLOWSCOUT_PROVIDER": provider,
        "FLOWSCOUT_MODEL": "m",
        "FLOWSCOUT_BASE_URL": url,
        "FLOWSCOUT_API_KEY": "key-for-tests",
        **more,
    }


def reports(out: str) -> dict[str, Any]:
    return {row["filePath"]: row for row in map(json.loads, out.splitlines())}


def test_without_a_model_any_text_is_scouted_by_its_habits(repo: Repo) -> None:
    found = reports(repo.flowscout("scout", "--everything", "--json").out)
    assert {path: (row["scout"], row["status"]) for path, row in found.items()} == {
        "app.py": ("syntax", "COMPLETED_SUCCESS"), "shop.rb": ("outline", "COMPLETED_SUCCESS"),
        "notes.md": ("outline", "COMPLETED_SUCCESS"), "blob.bin": ("outline", "SKIPPED_BINARY"),
    }  # fmt: skip
    assert [poi["name"] for poi in found["shop.rb"]["pois"]] == ["Shop", "total"]
    assert found["shop.rb"]["analysisAttempts"] == 0


@pytest.mark.parametrize("provider", ["ollama", "anthropic", "openai"])
def test_a_file_that_no_grammar_reads_is_scouted_by_the_model(provider: str, repo: Repo, server: Server) -> None:
    ran = repo.flowscout("scout", "shop.rb", "app.py", "--json", env=using(server, provider))
    found = reports(ran.out)
    assert (found["shop.rb"]["scout"], found["shop.rb"]["analysisAttempts"]) == ("model", 1)
    assert found["shop.rb"]["origin"].startswith(f"{provider}:m ")
    assert [(poi["name"], poi["startLine"]) for poi in found["shop.rb"]["pois"]] == [("total", 2)]
    assert found["app.py"]["scout"] == "syntax"
    assert len(server.seen) == 1
    assert f"{provider}:m: 1 calls" in ran.said


def test_the_second_run_asks_nothing_and_says_the_same(repo: Repo, server: Server) -> None:
    first = reports(repo.flowscout("scout", "shop.rb", "--json", env=using(server)).out)["shop.rb"]
    second = reports(repo.flowscout("scout", "shop.rb", "--json", env=using(server)).out)["shop.rb"]
    assert second == first | {"analysisAttempts": 0}
    assert len(server.seen) == 1


def test_compare_weighs_grammar_and_model(repo: Repo, server: Server) -> None:
    ran = repo.flowscout("scout", "app.py", "--compare", "--json", env=using(server))
    assert reports(ran.out)["app.py"]["scout"] == "compared"
    assert "app.py: 1 points seen by both, 0 by the grammar alone" in ran.said


def test_a_dead_server_leaves_the_habits_and_says_why(repo: Repo, server: Server) -> None:
    server.script = lambda asked: Step(status=401)
    found = reports(repo.flowscout("scout", "shop.rb", "--json", env=using(server)).out)["shop.rb"]
    assert (found["scout"], found["status"], found["analysisAttempts"]) == ("outline", "COMPLETED_SUCCESS", 1)
    assert found["error"].startswith("auth")
    strict = reports(repo.flowscout("scout", "shop.rb", "--by", "model", "--json", env=using(server)).out)["shop.rb"]
    assert (strict["status"], strict["pois"]) == ("FAILED_LLM_API_ERROR", [])


def test_a_dry_run_says_what_would_be_asked_and_asks_nothing(repo: Repo, server: Server) -> None:
    ran = repo.flowscout("scout", "--everything", "--dry-run", env=using(server))
    assert "ollama:m: 2 questions, about" in ran.out
    assert "at most $0.0000" in ran.out
    assert server.seen == []


def test_a_repository_cannot_choose_the_model(repo: Repo) -> None:
    repo.write({"flowscout.toml": 'provider = "anthropic"\n'})
    ran = repo.flowscout("scout", "shop.rb")
    assert ran.code == 2
    assert "cannot be set by a repository" in ran.said


def test_the_users_own_file_can(repo: Repo, server: Server, tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text(f'[model]\nprovider = "ollama"\nmodel = "m"\nbase-url = "{server.url}"\n')
    found = reports(
        repo.flowscout("scout", "shop.rb", "--json", env={"FLOWSCOUT_CONFIG": str(tmp_path / "config.toml")}).out
    )
    assert found["shop.rb"]["scout"] == "model"
    (tmp_path / "config.toml").write_text('[model]\nmodle = "m"\nprovider = "ollama"\n')
    assert repo.flowscout("scout", "shop.rb", env={"FLOWSCOUT_CONFIG": str(tmp_path / "config.toml")}).code == 2


def test_no_sdk_is_loaded_by_what_asks_no_model(repo: Repo, server: Server) -> None:
    """--version, a hook with nothing to do, a chart: whatever the environment names."""
    repo.commit({"flowscout.toml": 'charts = ["create"]\n[docs]\nwords = "model"\n'})
    repo.flowscout("refresh")
    repo.commit()
    for arguments in (["--version"], ["hook"], ["refresh", "--check"], ["scout", "app.py"]):
        code = f"import sys, flowscout.__main__ as m; code = m.main({arguments!r}); print(code, [s for s in {SDKS!r} if s in sys.modules], file=sys.stderr)"
        provider = {} if arguments[0] == "scout" else using(server, "anthropic")
        done = subprocess.run(
            [sys.executable, "-c", code],
            cwd=repo.path,
            env=environment(provider),
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.stderr.splitlines()[-1] == "0 []", (arguments, done.stderr)
    assert server.seen == []
