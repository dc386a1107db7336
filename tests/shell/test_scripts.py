"""Scripts without a suffix: a program that is one file named as its users call it is read like any other."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from flowscout.frontends.detect import script_language
from shell.repositories import Repo

TOOL = """\
#!/usr/bin/env python3
import os


def main(path):
    if not path:
        raise SystemExit("no path")
    os.remove(path)
"""


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    made = Repo(tmp_path / "repo")
    made.write({"bin/tool": TOOL, "bin/build": "#!/bin/sh\nmake\n", "bin/notes": TOOL, "LICENSE": "free\n"})
    for name in ("bin/tool", "bin/build"):
        (made.path / name).chmod(0o755)
    made.commit()
    return made


@pytest.mark.parametrize(
    ("line", "language"),
    [
        ("#!/usr/bin/env python3", "python"),
        ("#!/usr/bin/env -S PYTHONPATH=lib python3.11 -u", "python"),
        ("#! /opt/python/bin/pypy3", "python"),
        ("#!/usr/bin/env -S uv run --script python3", "python"),
        ("#!/usr/bin/env pythonw", "python"),
        ("#!/usr/bin/env -S uv run --script", "python"),
        ("#!/usr/bin/python3.13t", "python"),
        ("#!/usr/bin/python3 run", "python"),
        ("#!/usr/bin/make run", ""),
        ("#!/opt/python/bin/sh", ""),
        ("#!/usr/bin/env bash # python", ""),
        ("#!", ""),
        ("python", ""),
    ],
)
def test_the_interpreter_of_the_first_line_is_the_language(line: str, language: str) -> None:
    assert script_language(f"{line}\nx = 1\n".encode()) == language


def test_only_what_can_be_run_by_a_known_interpreter_is_read(repo: Repo) -> None:
    listed = [json.loads(line) for line in repo.flowscout("export", "functions").out.splitlines()]
    assert {one["path"] for one in listed} == {"bin/tool"}
    assert "Remove path" in repo.flowscout("flowchart", "main", "--file", "bin/tool", "--format", "text").out


def test_a_review_tells_its_change_and_a_new_suffix_is_a_rename(repo: Repo) -> None:
    before = repo.git("rev-parse", "HEAD").strip()
    repo.write({"bin/tool": TOOL.replace('    if not path:\n        raise SystemExit("no path")\n', "")})
    changed = repo.commit()
    told = repo.flowscout("review", f"{before}..{changed}").out
    assert "when `not path`, no longer raises `SystemExit" in told
    repo.git("mv", "bin/tool", "bin/tool.py")
    assert "The file `bin/tool` is now `bin/tool.py`." in repo.flowscout("review", f"{changed}..{repo.commit()}").out


def test_pages_follow_it(repo: Repo) -> None:
    repo.commit({"flowscout.toml": ""})
    assert "docs/flowcharts/bin/tool.md" in repo.flowscout("refresh").out
    repo.git("add", "-A")
    repo.write({"bin/tool": TOOL.replace("os.remove", "os.rmdir")})
    repo.git("add", "-A")
    repo.flowscout("hook")
    assert "os.rmdir" in repo.text("docs/flowcharts/bin/tool.md")


def test_one_that_can_be_run_no_longer_is_not_gone(repo: Repo) -> None:
    before = repo.git("rev-parse", "HEAD").strip()
    (repo.path / "bin/tool").chmod(0o644)
    after = repo.commit()
    assert "gone" not in repo.flowscout("review", f"{before}..{after}").out
    assert "new" not in repo.flowscout("review", f"{after}..{before}").out


def test_a_folder_without_git_has_scripts_too(tmp_path: Path) -> None:
    plain = Repo(tmp_path / "plain", git=False)
    plain.write({"tool": TOOL})
    (plain.path / "tool").chmod(0o755)
    assert '"tool::main"' in plain.flowscout("export", "functions").out


def test_one_that_is_excluded_is_not_read_on_either_side(repo: Repo) -> None:
    before = repo.commit({"flowscout.toml": 'exclude = ["bin/"]\n'})
    (repo.path / "bin/tool").chmod(0o644)
    repo.write({"bin/tool": TOOL.replace("os.remove", "os.rmdir")})
    told = repo.flowscout("review", f"{before}..{repo.commit()}").out
    assert "os.rmdir" not in told
    assert "Not read: bin/tool" in told


def test_a_new_file_whose_name_is_no_text_is_reviewed_whole(repo: Repo) -> None:
    before = repo.git("rev-parse", "HEAD").strip()
    (Path(os.fsdecode(os.fsencode(repo.path) + b"/s\xff.py"))).write_text("def run():\n    return 1\n", "utf-8")
    ran = repo.flowscout("review", f"{before}..{repo.commit()}")
    assert "defect" not in ran.said
    assert "Is a new file" in ran.out


def test_one_that_is_for_the_shell_now_is_not_gone_and_no_new_file_the_other_way(repo: Repo) -> None:
    before = repo.git("rev-parse", "HEAD").strip()
    repo.write({"bin/tool": '#!/bin/sh\nexec python3 -m tool "$@"\n'})
    after = repo.commit()
    told = repo.flowscout("review", f"{before}..{after}").out
    assert "`bin/tool`: Is gone as code: what stands there now is not read; it had 1 function: `main`." in told
    back = repo.flowscout("review", f"{after}..{before}").out
    assert "`bin/tool`: Is a new file of code, in the place of one that is not read, with 1 function." in back
