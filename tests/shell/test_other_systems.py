"""Windows and macOS, as far as our own layers are concerned: paths by the rules of either, and lines that end as git ends them there.

Nothing here ran on those systems; what Python and git do there themselves is theirs.
"""

from __future__ import annotations

import ntpath
from pathlib import Path
from types import SimpleNamespace

import pytest

from flowscout import children
from flowscout.adapters.git import plumbing
from flowscout.tasks import setup, workflows
from shell.repositories import Repo

WINDOWS = SimpleNamespace(path=ntpath, sep="\\", pathsep=";", name="nt")
CODE = "def keep(path):\n    if not path:\n        raise ValueError('no path')\n    open(path, 'w').write('x')\n"


@pytest.mark.parametrize(("root", "prefix"), [("C:\\work\\repo", ""), ("C:\\work\\repo\\a\\b", "a/b/")])
def test_a_root_on_windows_is_told_by_slashes(monkeypatch: pytest.MonkeyPatch, root: str, prefix: str) -> None:
    monkeypatch.setattr(plumbing, "os", WINDOWS)
    repository = plumbing.Repository("C:\\work\\repo", "C:\\work\\repo\\.git", "C:\\work\\repo\\.git", False, "", {})

    assert plumbing.within(repository, root).prefix == prefix


def test_folders_of_a_checkout_are_taken_out_of_a_path_of_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(children, "os", WINDOWS)

    kept = children.folders("C:\\Windows;D:\\a\\repo\\bin;bin;.;D:\\a\\repository", "D:\\a\\repo")

    assert kept == "C:\\Windows;D:\\a\\repository"


def test_lines_of_windows_draw_what_lines_of_unix_draw(tmp_path: Path) -> None:
    charts = []
    for name, text in (
        ("unix", CODE),
        ("windows", CODE.replace("\n", "\r\n")),
        ("marked", "\ufeff" + CODE.replace("\n", "\r\n")),
    ):
        repo = Repo(tmp_path / name)
        repo.commit({"keep.py": text})
        charts.append(repo.flowscout("flowchart", "keep").out)
    assert charts[0] == charts[1] == charts[2]
    assert "ValueError" in charts[0]


def test_what_git_checked_out_with_other_line_ends_is_set_up_once_and_taken_back_whole(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo")
    ours = {
        ".gitattributes": "*.py text\r\n",
        ".pre-commit-config.yaml": "repos:\r\n- repo: local\r\n  hooks: []\r\n",
        "AGENTS.md": "Ours\r\n",
    }
    repo.commit({"keep.py": CODE, **ours})
    everything = ("init", "--yes", "--for", "comments,rca,pages,hook,editor,assistant")
    written = repo.flowscout(*everything).out.split()
    for path in written:  # as a commit and a checkout with core.autocrlf leave them
        plain = repo.text(path).replace("\r\n", "\n")
        (repo.path / path).write_bytes(plain.replace("\n", "\r\n").encode())

    assert repo.flowscout(*everything).out == ""
    assert repo.text(".gitattributes").count(setup.BEGIN) == 1
    assert repo.flowscout("uninstall", "--yes").code == 0
    assert {path: (repo.path / path).read_bytes().decode() for path in ours} == ours
    assert repo.git("status", "--porcelain", "-uall") == ""


def test_text_of_mixed_ends_is_not_touched_but_for_our_part() -> None:
    before = "*.py text\r\n*.md text\n"
    after = setup.with_ends(before, lambda text: setup.attributes(text, "docs"))
    assert after is not None
    assert after.startswith(before)
    assert setup.with_ends(after, setup.without_block) == before


def test_names_of_workflows_do_not_hang_on_line_ends() -> None:
    assert workflows.names([("ci.yml", "name: CI\r\non:\r\n  push:\r\njobs:\r\n")]) == ("CI",)
