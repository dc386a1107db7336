"""`flowscout tool` in a real repository."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from shell.repositories import Repo
from tools.shop import FILES


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    made = Repo(tmp_path / "shop")
    for path, data in FILES.items():
        file = made.path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
    (made.path / ".gitignore").write_text("*.log\n")
    made.git("add", ".")
    made.git("commit", "-qm", "one")
    return made


def asked(repo: Repo, name: str, /, **arguments: Any) -> tuple[int, dict[str, Any]]:
    ran = repo.flowscout("tool", name, "--json", json.dumps(arguments))
    return ran.code, json.loads(ran.out)


def test_tools_are_listed(repo: Repo) -> None:
    assert "impact " in repo.flowscout("tool").out
    ran = repo.flowscout("tool", "impct")
    assert (ran.code, "did you mean impact?" in ran.said) == (2, True)
    assert json.loads(repo.flowscout("tool", "impact", "--schema").out)["arguments"]["required"] == ["name"]
    assert repo.flowscout("tool", "impact", "--json", "{").code == 2


def test_an_answer_names_its_snapshot_and_follows_the_work_tree(repo: Repo) -> None:
    code, made = asked(repo, "find_callers_of_function", functionName="sweep")
    assert (code, made["success"], made["data"]["total"]) == (0, True, 2)
    assert made["snapshot"] == {
        "label": "worktree",
        "commit": repo.git("rev-parse", "HEAD").strip(),
        "differs": [],
        "totalDiffering": 0,
    }
    (repo.path / "shop" / "more.py").write_text("from .store import sweep\n\n\ndef more():\n    sweep([])\n")
    code, made = asked(repo, "find_callers_of_function", functionName="sweep")
    assert [row["callerName"] for row in made["data"]["callers"]] == ["main", "more", "test_sweep"]
    assert made["snapshot"]["differs"] == ["shop/more.py"]


def test_what_changed_is_of_the_work_tree_the_index_or_commits(repo: Repo) -> None:
    store = repo.text("shop/store.py")
    repo.write(
        {
            "shop/store.py": store.replace("    os.remove(name)\n", "    os.unlink(name)\n"),
            "shop/new.py": "def fresh():\n    return 1\n",
        }
    )
    repo.git("add", "shop/new.py")

    def rows(asked_for: str) -> list[str]:
        code, made = asked(repo, "what_changed", range=asked_for)
        assert code == 0, made
        return [f"{row['file']}:{row['line']} {row['sentence']}" for row in made["data"]["rows"]]

    assert rows("uncommitted") == [
        "shop/store.py:7 Calls `os.unlink`, no longer `os.remove`, with the same arguments.",
        "shop/new.py:1 Is new: Returns `1`.",
        "shop/new.py:1 Is a new file, with 1 function.",
    ]
    assert rows("staged") == ["shop/new.py:1 Is new: Returns `1`.", "shop/new.py:1 Is a new file, with 1 function."]
    repo.commit(message="both")
    assert rows("uncommitted") == rows("staged") == []
    assert len(rows("HEAD~1")) == 3
    assert asked(repo, "what_changed", range="HEAD~9")[1]["error"]["code"] == "INVALID_PARAMETERS"


def test_what_fails_says_why_and_exits_with_one(repo: Repo) -> None:
    code, made = asked(repo, "impact", name="nobody")
    assert (code, made["error"]["code"]) == (1, "FUNCTION_NOT_FOUND")
    code, made = asked(repo, "read_file", filePath="../shop/README.md")
    assert (code, made["error"]["code"]) == (1, "PERMISSION_DENIED")


def test_a_log_that_git_ignores_is_read_and_nothing_outside(repo: Repo, tmp_path: Path) -> None:
    (tmp_path / "outside.log").write_bytes(FILES["build.log"])
    (repo.path / "link.log").symlink_to(tmp_path / "outside.log")
    assert asked(repo, "root_cause", path="build.log")[1]["data"]["findings"][0]["function"] == "drop"
    assert asked(repo, "root_cause", path="link.log")[1]["error"]["code"] == "FILE_NOT_FOUND"
    assert asked(repo, "root_cause", path="../outside.log")[1]["error"]["code"] == "FILE_NOT_FOUND"
    assert asked(repo, "root_cause", path=".git/config")[1]["error"]["code"] == "FILE_NOT_FOUND"
