"""`flowscout init` as a stranger meets it: what it asks, what it writes, what it shows before, and what `uninstall` takes back."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

from flowscout.adapters.git.origin import Upstream, origin
from flowscout.adapters.git.plumbing import discover
from flowscout.adapters.git.release import pin
from flowscout.errors import UserError
from flowscout.tasks import setup
from flowscout.tools.answering import tools
from shell.repositories import Repo, environment

EVENTS, AFTER = ".github/workflows/flowscout.yml", ".github/workflows/flowscout-after.yml"
CI = {
    ".github/workflows/ci.yml": "name: Lint & test\non:\n  pull_request:\njobs: {}\n",
    ".github/workflows/release.yml": "name: release\non:\n  release:\njobs: {}\n",
}
KEEP = "def keep(path):\n    if not path:\n        raise ValueError('no path')\n    open(path, 'w').write('x')\n"
REMOVES = KEEP.replace("    open", "    import os\n    os.remove(path)\n    open")


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    made = Repo(tmp_path / "repo")
    made.commit({"keep.py": KEEP, **CI})
    made.commit({"keep.py": REMOVES}, "Remove before keeping")
    made.commit({"notes.txt": "x"}, "Only words")
    made.git("remote", "add", "origin", "git@github.com:octo/demo.git")
    return made


def test_by_default_two_workflows_are_written_and_nothing_else(repo: Repo) -> None:
    ran = repo.flowscout("init")

    assert (ran.code, ran.out.splitlines()) == (0, [EVENTS, AFTER]), ran.said
    assert repo.git("status", "--porcelain", "-uall").split() == ["??", AFTER, "??", EVENTS]
    assert "workflows: [flowscout, 'Lint & test']" in repo.text(AFTER)
    used = [
        line.split("uses: ")[1] for path in (EVENTS, AFTER) for line in repo.text(path).splitlines() if "uses: " in line
    ]
    assert all(re.match(r"[\w./-]+@[0-9a-f]{40} # ", one) for one in used), used
    again = repo.flowscout("init")
    assert (again.code, again.out) == (0, "")
    assert "already" in again.said
    assert repo.flowscout("uninstall", "--yes").code == 0
    assert repo.git("status", "--porcelain") == ""


def test_a_dry_run_writes_nothing_and_prints_the_first_comment(repo: Repo) -> None:
    ran = repo.flowscout("init", "--dry-run")

    first, _, text = ran.out.partition("\n")
    assert ran.code == 0
    assert re.fullmatch(r"<!-- flowscout:v1 key=default/review sha=[0-9a-f]{40} run=0\.0 of=[0-9a-f]{16} -->", first)
    assert "**2 edits: 2 in the flow.**" in text
    assert "Now calls `os.remove(path)`" in text
    assert "```mermaid" in text
    commit = repo.git("rev-parse", "HEAD~1").strip()
    assert f"https://github.com/octo/demo/blob/{commit}/keep.py#L" in text
    assert "(Remove before keeping) would have got" in ran.said
    assert f"+ {EVENTS}" in ran.said
    assert repo.git("status", "--porcelain", "-uall") == ""


def test_the_first_comment_is_of_a_change_of_the_product_where_there_is_one(repo: Repo) -> None:
    repo.commit({"tests/test_keep.py": "def test_keep():\n    assert keep('p')\n"}, "Test it")
    assert "(Remove before keeping) would have got" in repo.flowscout("init", "--dry-run").said


def test_the_first_comment_may_be_of_a_script_without_a_suffix(repo: Repo) -> None:
    repo.write({"bin/keep": f"#!/usr/bin/env python3\n{KEEP}"}).path.joinpath("bin/keep").chmod(0o755)
    repo.commit(message="Keep by a program")
    repo.commit({"bin/keep": f"#!/usr/bin/env python3\n{REMOVES}"}, "Remove in the program")
    assert "(Remove in the program) would have got" in repo.flowscout("init", "--dry-run").said


def test_where_nothing_changed_a_flow_a_dry_run_says_so(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo")
    repo.commit({"keep.py": KEEP})
    assert "no merged change of code is in this clone" in repo.flowscout("init", "--dry-run").said
    repo.commit({"keep.py": KEEP + "# and no more\n"})
    ran = repo.flowscout("init", "--dry-run")
    assert (ran.code, ran.out) == (0, "")
    assert "none of the last 1 changes of code changes a flow" in ran.said


def test_what_was_set_up_before_stays_when_more_is_asked_for(repo: Repo) -> None:
    assert repo.flowscout("init").code == 0
    ran = repo.flowscout("init", "--yes", "--for", "pages")
    assert EVENTS in ran.out.splitlines()
    assert all(f"\n  {job}:\n" in repo.text(EVENTS) for job in ("review", "answer", "charts"))
    assert "\n  explain:\n" in repo.text(AFTER)
    assert repo.flowscout("init", "--for", "pages,comments").out == ""


def test_a_workflow_that_is_not_ours_is_neither_overwritten_nor_taken(repo: Repo) -> None:
    repo.write({EVENTS: "name: mine\non: push\n"})
    ran = repo.flowscout("init")
    assert ran.out.splitlines() == [AFTER]
    assert f"{EVENTS} exists and is left alone" in ran.said
    assert repo.flowscout("uninstall", "--yes").code == 0
    assert repo.text(EVENTS) == "name: mine\non: push\n"
    assert not (repo.path / AFTER).exists()


def test_what_is_left_alone_is_told_with_what_changes_it(repo: Repo) -> None:
    repo.write({".pre-commit-config.yaml": "repos: []\n"})
    ran = repo.flowscout("init", "--for", "hook")
    assert repo.text(".pre-commit-config.yaml") == "repos: []\n"
    assert "flowscout init --yes --for hook,pages    changes .pre-commit-config.yaml too" in ran.said
    assert "pre-commit install" not in ran.said
    ran = repo.flowscout("init", "--yes", "--for", "hook,pages")
    assert ran.out.splitlines() == [".pre-commit-config.yaml"]
    assert "pre-commit install" in ran.said


def test_what_was_edited_stays_but_a_renewed_pin_is_no_edit(repo: Repo) -> None:
    assert repo.flowscout("init", "--for", "comments,rca,pages").code == 0
    repo.write(
        {
            EVENTS: re.sub(
                r"actions/checkout@[0-9a-f]{40} # v[\d.]+",
                "actions/checkout@" + "b" * 40 + " # v8.0.0",
                repo.text(EVENTS),
            ).replace("\n", "\r\n"),
            AFTER: repo.text(AFTER).replace("timeout-minutes: 10", "timeout-minutes: 60"),
            "flowscout.toml": repo.text("flowscout.toml") + "# mine\n",
        }
    )
    ran = repo.flowscout("uninstall", "--yes")
    assert not (repo.path / EVENTS).exists()
    assert f"{AFTER} was edited and stays" in ran.said
    assert (repo.path / "flowscout.toml").exists()
    assert repo.flowscout("uninstall", "--yes", "--edited").code == 0
    assert repo.git("status", "--porcelain", "-uall") == ""


def test_an_assistant_is_told_of_the_tools_by_files_that_it_reads(repo: Repo) -> None:
    ran = repo.flowscout("init", "--yes", "--for", "assistant")
    assert ran.out.split() == [".mcp.json", "AGENTS.md"]
    server = json.loads(repo.text(".mcp.json"))["mcpServers"]["flowscout"]
    assert repo.flowscout(*server["args"], "--help").code == 0
    named = set(re.findall(r"`(\w+)`", repo.text("AGENTS.md"))) - {"flowscout"}
    assert named <= tools().keys()
    assert "what_changed" in named
    repo.flowscout("uninstall", "--yes")
    assert not (repo.path / ".mcp.json").exists()
    assert not (repo.path / "AGENTS.md").exists()


@pytest.mark.parametrize("theirs", ["{ // with a comment\n}", "[]", '{"mcpServers": 1}', "{"])
def test_what_is_no_plain_json_of_servers_is_left_alone_and_said(repo: Repo, theirs: str) -> None:
    repo.write({".mcp.json": theirs})
    ran = repo.flowscout("init", "--yes", "--for", "assistant")
    assert ("AGENTS.md" in ran.out, repo.text(".mcp.json")) == (True, theirs)
    assert '"args": ["mcp"]' in ran.said
    repo.flowscout("uninstall", "--yes")
    assert repo.text(".mcp.json") == theirs


def test_an_entry_that_was_changed_since_is_theirs(repo: Repo) -> None:
    theirs = '{"mcpServers": {"flowscout": {"command": "uvx", "args": ["flowscout", "mcp"]}}}'
    repo.write({".mcp.json": theirs})
    assert ".mcp.json" not in repo.flowscout("init", "--yes", "--for", "assistant").out
    repo.flowscout("uninstall", "--yes")
    assert repo.text(".mcp.json") == theirs


def test_without_workflows_of_its_own_there_is_no_failure_to_explain(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo")
    repo.commit({"keep.py": KEEP})
    ran = repo.flowscout("init")
    assert "no workflow here runs for pushes" in ran.said
    assert "\n  explain:" not in repo.text(AFTER)
    assert repo.flowscout("init", "--for", "rca").code == 0


def test_an_enterprise_server_and_another_place_of_the_action(repo: Repo) -> None:
    repo.git("remote", "set-url", "origin", "https://git.example.com/octo/demo.git")
    ran = repo.flowscout("init", "--action", "mirror/flowscout@" + "c" * 40 + " # v0.1.0")
    assert "taken for a GitHub Enterprise Server" in ran.said
    assert f"uses: mirror/flowscout@{'c' * 40} # v0.1.0\n" in repo.text(EVENTS)
    assert "# v3.2.2" in repo.text(EVENTS)


@pytest.mark.parametrize(("arguments", "said"), [
    (("--for", "coments"), "did you mean comments?"), (("--action", "mirror/flowscout@v1"), "a commit of 40 digits"), (("--docs", "../x"), "docs"),
])  # fmt: skip
def test_a_mistake_is_named_and_nothing_is_written(repo: Repo, arguments: tuple[str, ...], said: str) -> None:
    ran = repo.flowscout("init", *arguments)
    assert ran.code == 2
    assert said in ran.said
    assert repo.git("status", "--porcelain", "-uall") == ""


@pytest.mark.parametrize(("answers", "there"), [
    ("\n\n", {EVENTS, AFTER}), ("\nshow\ny\n", {EVENTS, AFTER}), ("\nn\n", set()), ("pages\ny\n", {EVENTS, ".gitattributes", "flowscout.toml"}),
])  # fmt: skip
def test_a_person_is_asked_what_for_and_before_anything_is_written(repo: Repo, answers: str, there: set[str]) -> None:
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "flowscout", "init", "-q"],
        cwd=repo.path,
        env=environment({"TERM": "dumb"}),
        stdin=theirs,
        stdout=subprocess.DEVNULL,
        stderr=theirs,
    )
    os.close(theirs)
    os.write(ours, answers.encode())
    said = _until_its_end(ours)
    assert process.wait(60) == (0 if there else 1), said
    assert {row[3:] for row in repo.git("status", "--porcelain", "-uall").splitlines()} == there, said
    assert ("\n  review:" in said) == ("show" in answers)


def _until_its_end(end: int) -> str:
    said = b""
    try:
        while part := os.read(end, 4096):
            said += part
    except OSError:  # the other end is closed
        pass
    os.close(end)
    return said.decode("utf-8", "replace").replace("\r\n", "\n")


@pytest.mark.parametrize(("address", "found"), [
    ("https://github.com/octo/demo.git", Upstream("github.com", "octo/demo")), ("git@github.com:octo/de.mo.git", Upstream("github.com", "octo/de.mo")),
    ("ssh://git@Git.Example.com:2222/octo/demo", Upstream("git.example.com", "octo/demo")), ("https://user:word@github.com/octo/demo/", Upstream("github.com", "octo/demo")),
    ("/srv/git/demo.git", Upstream("", "")), ("https://github.com/octo", Upstream("", "")), ("git@github.com:octo/demo.git\n--evil", Upstream("", "")),
])  # fmt: skip
def test_where_a_repository_is_published(repo: Repo, address: str, found: Upstream) -> None:
    repo.git("remote", "set-url", "origin", address)
    there = discover(str(repo.path))
    assert there is not None
    assert origin(there) == found


def test_a_pin_is_a_commit_with_its_release() -> None:
    assert pin("a/b@" + "d" * 40).uses == f"a/b@{'d' * 40} # {pin('a/b@' + 'd' * 40).version}, not released"
    assert setup.Pin("e" * 40, "v1.2.3", "1.2.3").frozen == f"{'e' * 40}  # frozen: v1.2.3"
    with pytest.raises(UserError):
        pin("a/b@main")
