"""Verbs that set up and clear away: `init`, `uninstall`, `doctor`, `cache`, `completion`."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from flowscout.cli import VERBS
from shell.repositories import Repo
from shell.sample import OTHER, drawn, lines, validate
from shell.test_docs import VOLUME


def test_init_and_uninstall_leave_no_trace(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo")
    repo.commit({
        "a.py": VOLUME, ".gitattributes": "*.py text\n",
        ".pre-commit-config.yaml": "repos:\n- repo: https://github.com/pre-commit/pre-commit-hooks\n  rev: v5.0.0\n  hooks:\n  - id: check-yaml\n",
        ".mcp.json": '{\n    "mcpServers": {\n        "other": {\n            "command": "é"\n        }\n    }\n}\n', "AGENTS.md": "# Ours\n\nRun the tests.\n",
    })  # fmt: skip
    before = {path: path.read_bytes() for path in repo.path.iterdir() if path.is_file()}
    everything = ("init", "--yes", "--for", "comments,rca,pages,hook,editor,assistant")
    ran = repo.flowscout(*everything)
    assert ran.code == 0, ran.said
    assert ran.out.splitlines() == [
        "flowscout.toml",
        ".gitattributes",
        ".pre-commit-config.yaml",
        ".github/workflows/flowscout.yml",
        ".github/workflows/flowscout-after.yml",
        ".vscode/tasks.json",
        ".mcp.json",
        "AGENTS.md",
    ]
    assert list(json.loads(repo.text(".mcp.json"))["mcpServers"]) == ["other", "flowscout"]
    assert repo.text("AGENTS.md").startswith("# Ours\n\nRun the tests.\n\n<!-- begin: written by flowscout init -->\n")
    assert "linguist-generated" in repo.git("check-attr", "-a", "docs/flowcharts/a.py.md")
    repo.git("add", "-A")
    assert re.search(r"merge driver +set", repo.flowscout("doctor").out)
    assert repo.flowscout("refresh").code == 0
    again = repo.flowscout(*everything)
    assert (again.code, again.out) == (0, "")
    assert repo.flowscout("uninstall").code == 1, "it asks"
    assert repo.flowscout("uninstall", "--yes").code == 0
    assert {path: path.read_bytes() for path in repo.path.iterdir() if path.is_file()} == before
    assert not any((repo.path / folder).exists() for folder in (".github", ".vscode"))
    assert not (repo.path / "docs").exists() or not list((repo.path / "docs").rglob("*"))
    assert "merge.flowscout" not in repo.git("config", "--list")


def test_a_root_below_the_top_shares_the_hook(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo")
    repo.commit({"one/a.py": VOLUME, "two/b.py": VOLUME})
    for root in ("one", "two"):
        assert repo.flowscout("init", "--yes", "--for", "pages,hook", "--root", root).code == 0
        assert (repo.path / root / "flowscout.toml").exists()
        assert not (repo.path / root / ".pre-commit-config.yaml").exists()
    assert repo.text(".pre-commit-config.yaml").count("id: flowscout") == 1
    repo.git("add", "-A")
    assert repo.flowscout("refresh", "--root", "one").code == 0
    assert (repo.path / "one/docs/flowcharts/a.py.md").exists()
    assert repo.flowscout("uninstall", "--yes", "--root", "one").code == 0
    assert repo.text(".pre-commit-config.yaml").count("id: flowscout") == 1
    assert not (repo.path / "one/flowscout.toml").exists()


def test_init_asks_before_it_changes_a_file(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo")
    repo.commit({"a.py": VOLUME, ".gitattributes": "*.py text\n"})
    ran = repo.flowscout("init", "--for", "pages")
    assert repo.text(".gitattributes") == "*.py text\n"
    assert "--yes changes it" in ran.said
    assert (repo.path / "flowscout.toml").exists()


@pytest.mark.parametrize("before", [
    "", "repos: []\n", "repos:\n  - repo: local\n    hooks: []\nci:\n  skip: [x]\n", "# top\nrepos:\n- repo: local\n  hooks: []\n",
    "default_stages: [pre-commit]\nrepos:\n    -   repo: local\n        hooks: []\n",
])  # fmt: skip
def test_the_hook_entry_fits_into_any_configuration(tmp_path: Path, before: str) -> None:
    from flowscout.tasks.setup import REPOSITORY, Pin, hook_entry, without_entry

    pin = Pin("a" * 40, "v1.2.3", "1.2.3")

    yaml = pytest.importorskip("yaml")
    after = hook_entry(before, pin.frozen)
    assert after is not None
    was, now = yaml.safe_load(before) or {}, yaml.safe_load(after)
    assert now.pop("repos") == [
        *(was.pop("repos", None) or []),
        {"repo": REPOSITORY, "rev": pin.commit, "hooks": [{"id": "flowscout"}]},
    ]
    assert now == was
    assert hook_entry(after, pin.frozen) == after
    left = yaml.safe_load(without_entry(after)) or {}
    assert (left.get("repos") or []) == ((yaml.safe_load(before) or {}).get("repos") or [])


def test_the_doctor_checks_and_says_what_to_do(repo: Repo, tmp_path: Path) -> None:
    ran = repo.flowscout("doctor")
    assert ran.code == 0
    assert "git version" in ran.out
    assert "tree_sitter_cpp" in ran.out
    assert "flowscout init" in ran.out
    for record in lines(repo.flowscout("doctor", "--json").out):
        validate("check", record)
    assert "max-charts" in repo.flowscout("doctor", "--keys").out


@pytest.mark.parametrize(("name", "env", "file", "way"), [
    ("git", {"PATH": "/nonexistent"}, {}, "install git"), ("memory", {"FLOWSCOUT_EMBEDDINGS": "magic"}, {}, "FLOWSCOUT_EMBEDDINGS is"),
    ("memory", {"FLOWSCOUT_MEMORY": "flowscout.toml"}, {"flowscout.toml": "a"}, "move the file away"), ("model", {"FLOWSCOUT_PROVIDER": "oracle"}, {}, "none"),
    ("configuration", {}, {"flowscout.toml": "max_chart = 1\n"}, "max-charts"), ("pull requests", {}, {}, "flowscout init"),
    ("pull requests", {}, {".github/workflows/flowscout.yml": "name: x\n"}, "flowscout-after.yml is missing: `flowscout init`"),
    ("hook", {}, {"flowscout.toml": "a"}, "pre-commit install"), ("merge driver", {}, {"flowscout.toml": "a"}, "flowscout init --for pages"),
])  # fmt: skip
def test_whatever_is_not_well_says_what_to_do(
    tmp_path: Path, name: str, env: dict[str, str], file: dict[str, str], way: str
) -> None:
    repo = Repo(tmp_path / "repo")
    repo.commit({"a.py": VOLUME, **{path: "" if text == "a" else text for path, text in file.items()}})
    if name == "memory" and "FLOWSCOUT_MEMORY" in env:
        repo.write({"flowscout.toml": "no database " * 400})

    checks = [check for check in lines(repo.flowscout("doctor", "--json", env=env).out) if check["name"] == name]

    assert [check["state"] for check in checks if check["state"] != "ok"], checks
    assert way in checks[0]["text"]


def test_the_cache_is_shown_pruned_and_cleared(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo")
    repo.commit({"a.py": VOLUME})
    on = {"FLOWSCOUT_MEMO": "on"}
    first = drawn(repo, "drop", env=on)
    assert drawn(repo, "drop", env=on) == first
    info = repo.flowscout("cache", "info", env=on).out
    assert ".git/flowscout/" in info
    assert not re.search(r" 0 results", info)
    assert repo.git("status", "--porcelain") == ""
    repo.commit({"a.py": OTHER})
    ran = repo.flowscout("cache", "prune", env=on)
    assert "results forgotten" in ran.said
    assert repo.flowscout("cache", "clear", env=on).code == 0
    assert " 0 results" in repo.flowscout("cache", "info", env=on).out


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts_are_valid(repo: Repo, tmp_path: Path, shell: str) -> None:
    ran = repo.flowscout("completion", shell)
    assert ran.code == 0
    assert all(verb in ran.out for verb in VERBS)
    assert "entry-points" in ran.out
    if shutil.which(shell):
        script = tmp_path / "script"
        script.write_text(ran.out)
        checked = subprocess.run([shell, "-n", str(script)], capture_output=True, check=False)
        assert checked.returncode == 0, checked.stderr


def test_bash_completes(repo: Repo) -> None:
    if not shutil.which("bash"):
        pytest.skip("bash is not installed")
    script = repo.flowscout("completion", "bash").out
    probe = 'COMP_WORDS=(flowscout graph entr) COMP_CWORD=2; _flowscout; echo "${COMPREPLY[@]}"'
    done = subprocess.run(["bash", "-c", f"{script}\n{probe}"], capture_output=True, check=True, text=True)
    assert done.stdout.strip() == "entry-points"
