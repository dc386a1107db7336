"""`flowscout ask`: by rules without a model; with one, by a real client that looks things up at a real server on this machine."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from llm.server import Asked, Server, Step
from shell.repositories import Repo
from shell.test_models import using

SHOP = "import os\n\n\ndef drop(name):\n    os.remove(name)\n\n\ndef sweep(names):\n    for name in names:\n        drop(name)\n"


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    made = Repo(tmp_path / "repo")
    made.commit({"shop.py": SHOP})
    return made


def agent(asked: Asked) -> Step:
    """Looks the function up, then tells one thing that is true and one that is not."""
    data = json.loads(asked.prompt.split("\n", 1)[1].split("\n</data", 1)[0])
    if not data["results"]:
        call = {"tool": "summary", "name": "drop", "path": "", "line": 0}
        return Step(
            json.dumps(
                {
                    "phase": "gathering",
                    "reasoning": "more is needed",
                    "tool_calls": [call],
                    "answer": [],
                    "confidence": 0.1,
                }
            )
        )
    said = [("drop removes the file", 5), ("drop sends the file to the owner", 5)]
    rows = [{"text": text, "path": "shop.py", "line": line} for text, line in said]
    return Step(
        json.dumps(
            {"phase": "final", "reasoning": "that is enough", "tool_calls": [], "answer": rows, "confidence": 0.9}
        )
    )


def test_without_a_model_the_graph_answers(repo: Repo) -> None:
    ran = repo.flowscout("ask", "who", "calls", "drop?")
    assert (ran.code, ran.out) == (0, "sweep calls drop  (shop.py:10)\n")


@pytest.mark.parametrize("provider", ["ollama", "anthropic", "openai"])
def test_with_any_provider_the_agent_looks_up_and_only_what_stands_is_said(repo: Repo, provider: str) -> None:
    with Server(agent) as server:
        ran = repo.flowscout("ask", "what does drop do?", "--json", env=using(server, provider))
    found = json.loads(ran.out)
    assert [said["text"] for said in found["model"]] == ["drop removes the file"]
    assert (found["iterations"], found["toolsUsed"]) == (2, ["summary"])
    assert found["origin"].startswith(f"{provider}:m ")
    assert found["rule"][0]["text"].startswith("drop: ")


def test_a_dead_server_leaves_the_rule_made_answer(repo: Repo) -> None:
    with Server(agent) as server:
        gone = using(server)
    ran = repo.flowscout("ask", "who calls drop?", env=gone)
    assert ran.code == 0
    assert "sweep calls drop" in ran.out
    assert "not answered" in ran.said
