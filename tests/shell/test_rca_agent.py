"""`flowscout rca --agent`: what the model finds in log and code stands beside the rules' words."""

from __future__ import annotations

import json
from pathlib import Path

from llm.server import Asked, Server, Step
from shell.repositories import Repo
from shell.test_models import using

SHOP = "import os\n\n\ndef drop(name):\n    os.remove(name)\n"
LOG = """\
Traceback (most recent call last):
  File "shop.py", line 5, in drop
    os.remove(name)
FileNotFoundError: [Errno 2] No such file or directory: 'a.txt'
"""


def agent(asked: Asked) -> Step:
    data = json.loads(asked.prompt.split("\n", 1)[1].split("\n</data", 1)[0])
    calls = [
        {"tool": tool, "name": name, "path": "", "line": 0}
        for tool, name in (("read_log", "FileNotFoundError"), ("summary", "drop"))
    ]
    said = [
        {"text": text, "path": "shop.py", "line": 5} for text in ("drop removes the file", "drop asks the owner first")
    ]
    final = {"phase": "final", "reasoning": "that is enough", "tool_calls": [], "answer": said, "confidence": 0.9}
    return Step(
        json.dumps(
            final
            if data["results"]
            else {
                "phase": "gathering",
                "reasoning": "more is needed",
                "tool_calls": calls,
                "answer": [],
                "confidence": 0.1,
            }
        )
    )


def test_iterations_tools_and_what_holds_are_in_the_report(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo")
    repo.commit({"shop.py": SHOP, "build.log": LOG})
    plain = json.loads(repo.flowscout("rca", "build.log", "--format", "json", "--no-memory").out)
    with Server(agent) as server:
        ran = repo.flowscout("rca", "build.log", "--agent", "--format", "json", "--no-memory", env=using(server))
    found = json.loads(ran.out)
    assert (plain["iterations"], found["iterations"]) == (0, 2)
    assert found["toolsUsed"] == [
        *plain["toolsUsed"],
        *(tool for tool in ("read_log", "summary") if tool not in plain["toolsUsed"]),
    ]
    (note,) = found["notes"][len(plain["notes"]) :]
    assert note.startswith("drop removes the file (shop.py:5) [ollama:m ")
    same = ("rootCause", "fixGuidelines", "findings", "error", "confidence")
    assert {key: found[key] for key in same} == {key: plain[key] for key in same}


def test_without_a_model_it_says_so(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo")
    repo.commit({"build.log": LOG})
    ran = repo.flowscout("rca", "build.log", "--agent", "--no-memory")
    assert ran.code == 2
    assert "no model is configured" in ran.said
