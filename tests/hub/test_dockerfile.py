"""The Dockerfile, as far as it can be tried without a daemon: checked, its commands understood, its git setting real."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from fnmatch import fnmatch
from pathlib import Path

import pytest

from hub.double import Double
from hub.stage import CHANGED, Stage
from mermaid import harness
from shell.repositories import somebody_elses

ROOT = Path(__file__).parent.parent.parent
TEXT = (ROOT / "Dockerfile").read_text(encoding="utf-8")


def stages() -> dict[str, str]:
    parts = re.split(r"^FROM (\S+) AS (\w+)\n", TEXT, flags=re.MULTILINE)
    return dict(zip(parts[2::3], parts[3::3], strict=True))


def words(instruction: str, stage: str) -> list[str]:
    """Of an instruction in its JSON form."""
    found = re.search(rf"^{instruction}\b.*?(\[.*\])$", stages()[stage], re.MULTILINE)
    assert found, f"{stage} has no {instruction}"
    return list(json.loads(found[1]))


def test_hadolint_finds_nothing() -> None:
    program = Path(sys.executable).parent / "hadolint"
    if not program.exists():
        harness.missing("hadolint is not installed")

    done = subprocess.run(
        [str(program), "--failure-threshold", "style", "Dockerfile"], cwd=ROOT, capture_output=True, text=True
    )

    assert done.returncode == 0, done.stdout + done.stderr


def test_the_base_is_one_version_that_we_support() -> None:
    bases = set(re.findall(r"^FROM (\S+:\S+) AS", TEXT, re.MULTILINE))

    (base,) = bases
    assert re.fullmatch(r"python:3\.\d+\.\d+-slim-\w+", base)
    assert "Programming Language :: Python :: " + base[7:11] in (ROOT / "pyproject.toml").read_text(encoding="utf-8")


def test_what_is_copied_is_enough_to_build_what_is_installed(tmp_path: Path) -> None:
    """As the image's own commands do, without an engine."""
    copied = {
        word
        for line in re.findall(r"^COPY (?!--from)(.*)$", stages()["build"], re.MULTILINE)
        for word in line.split()[:-1]
    }
    for name in copied:
        shutil.copytree(ROOT / name, tmp_path / name) if (ROOT / name).is_dir() else shutil.copy(
            ROOT / name, tmp_path / name
        )
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "pip",
            "wheel",
            "--quiet",
            "--no-deps",
            "--no-build-isolation",
            "--wheel-dir",
            str(tmp_path / "made"),
            ".",
        ],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    if "BackendUnavailable" in done.stderr:
        harness.missing("hatchling is not installed")
    assert done.returncode == 0, done.stderr
    assert len(list((tmp_path / "made").glob("flowscout-*.whl"))) == 1


def test_what_is_installed_is_checked_by_its_hash() -> None:
    (locked,) = [line for line in stages()["build"].splitlines() if "-r " in line]

    assert "--require-hashes -r requirements.action.lock" in locked
    assert "--no-deps ." in stages()["build"]


def test_everything_that_is_copied_is_let_in_and_nothing_else() -> None:
    copied = {
        word.strip("./")
        for line in re.findall(r"^COPY (?!--from)(.*)$", TEXT, re.MULTILINE)
        for word in line.split()[:-1]
    }
    rules = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()

    assert rules[0] == "*"
    assert {rule[1:] for rule in rules if rule.startswith("!")} == copied
    assert all((ROOT / name).exists() for name in copied)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert {"README.md", "hatch_build.py", *project["license-files"]} <= copied
    assert [
        name for name in (".git", ".github", "tests", ".env") if any(fnmatch(name, rule) for rule in rules[1:])
    ] == []


def test_the_server_has_no_rights_and_the_action_has_the_runners() -> None:
    """GitHub: a Docker action runs as root, or it could not write the workspace."""
    assert re.findall(r"^USER (\S+)$", stages()["listen"], re.MULTILINE) == ["10001"]
    assert "USER" not in stages()["action"] + stages()["base"]
    assert list(stages())[-1] == "listen"  # what is built when no target is named


@pytest.mark.parametrize(("instruction", "stage"), [("HEALTHCHECK", "listen"), ("CMD", "listen"), ("CMD", "action")])
def test_its_commands_are_those_of_the_command_line(instruction: str, stage: str) -> None:
    """A verb and options that exist: with --help none of them may be wrong, and without it nothing is left to be asked."""
    program = ["/opt/flowscout/bin/python", "-IuB", "-m", "flowscout"]
    assert words("ENTRYPOINT", "base") == ["env", "-u", "PYTHONEXECUTABLE", *program]
    asked = [word for word in words(instruction, stage) if word not in ("-I", *program)]

    done = subprocess.run(
        [sys.executable, "-m", "flowscout", *asked, "--help"],
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
    )

    assert done.returncode == 0
    assert [word for word in asked if word.startswith("--") and word not in done.stdout] == []


def test_a_workspace_of_another_user_is_read_with_the_images_git_setting(
    stage: Stage, double: Double, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """git itself can be told to take every folder for somebody else's."""
    stage.push({"store.py": CHANGED})
    stage.checkout()
    (setting,) = re.findall(r"git (config --system --add safe\.directory /github/workspace)", stages()["action"])
    given = stage.pull_request()
    for name, value in {
        "GIT_CONFIG_SYSTEM": str(tmp_path / "gitconfig"),
        "GIT_CONFIG_GLOBAL": os.devnull,
        "PATH": somebody_elses(tmp_path),
    }.items():
        monkeypatch.setenv(name, value)

    refused = subprocess.run(
        [sys.executable, "-m", "flowscout", "flowchart", "Store.forget"],
        cwd=stage.workspace,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
    )
    subprocess.run(["git", *setting.replace("/github/workspace", str(stage.workspace)).split()], check=True)
    subprocess.run(
        ["git", "config", "--system", "--add", "safe.directory", str(stage.upstream)], check=True
    )  # in life another machine
    ran = stage.run("pull_request", given)

    assert (refused.returncode, "dubious ownership" in refused.stderr) == (2, True)
    assert ran.code == 0, ran.out
    assert len(double.bodies(1)) == 1
    double.settled()
