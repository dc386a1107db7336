"""A checkout and a job that were made to have their own code run: none of it does, and the job does its work.

Everything is tried at once, by the steps of action.yml as they are, with a real installation; what works signs with its name.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from hub import attacks
from hub.attacks import Attacks
from hub.description import HERE
from hub.double import NAME, OWNER, Double
from hub.stage import CHANGED, Stage, git
from mermaid import harness

ROOT = Path(__file__).parent.parent.parent


class Job(NamedTuple):
    fired: set[str]
    report: dict[str, Any]
    comments: list[str]
    place: Path


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Stage, Double, Attacks]]:
    folder = tmp_path_factory.mktemp("attacked")
    double = Double().start()
    stage = Stage(folder / "stage", double)
    made = Attacks(folder / "fired", stage.workspace)
    stage.push({"store.py": CHANGED, **made.files()})
    stage.checkout()
    yield stage, double, made
    double.stop()


@pytest.fixture(scope="module")
def job(prepared: tuple[Stage, Double, Attacks]) -> Job:
    """The pull request's review, on the attacked runner."""
    stage, double, made = prepared
    sha, given = git(stage.workspace, "rev-parse", "HEAD").strip(), stage.pull_request()
    made.prepare()
    asked = {
        "action": str(ROOT),
        "workspace": str(stage.workspace),
        "event": "pull_request",
        "payload": given,
        "inputs": {},
        "skip": ["actions/cache/restore", "actions/cache/save"],
        "environment": {**made.environment(), "FLOWSCOUT_REMOTE": stage.remote},
        "github": {
            "token": "ghs_" + "z" * 36,
            "repository": f"{OWNER}/{NAME}",
            "api_url": double.url,
            "ref_name": "1/merge",
            "sha": sha,
        },
    }
    done = subprocess.run(
        [harness.node(), str(HERE / "composite.mjs")],
        cwd=HERE,
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        check=False,
    )
    report = json.loads(done.stdout or "{}")
    if any(
        "onnection" in step.get("log", "") and step["outcome"] == "failure"
        for step in report.get("steps", [])
        if step["name"] == "Install"
    ):
        harness.missing("no package index can be reached")
    return Job(made.fired, report, double.bodies(1), stage.workspace)


@pytest.mark.slow
@pytest.mark.parametrize("name", attacks.names())
def test_it_does_not_run_in_a_job(job: Job, name: str) -> None:
    assert name not in job.fired


@pytest.mark.slow
def test_nothing_else_ran_and_the_review_is_made(job: Job) -> None:
    assert job.fired == set()
    assert [step["outcome"] for step in job.report["steps"]] == [
        "success",
        "skipped",
        "success",
        "success",
        "skipped",
        "skipped",
    ], job.report
    (body,) = job.comments
    assert "`handle_drop` now removes" in body
    assert [name for name in ("stolen", "pip.log", "trace", "cache") if (job.place / name).exists()] == []


LOOSE = "import sys\nfor name in sys.argv[1:]:\n    sys.modules.pop(name, None)\n    try:\n        __import__(name)\n    except BaseException:\n        pass\n"


def test_they_work_where_nobody_takes_care(tmp_path: Path) -> None:
    """The attacks are attacks: Python and git as one would start them in a checkout run them."""
    made = Attacks(tmp_path / "fired", tmp_path / "work")
    for name, text in made.files().items():
        path = made.place / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    git(tmp_path, "init", "-q", str(made.place))
    git(made.place, "-c", "core.autocrlf=false", "add", "-A", "--", ":!embedded", ":!evil.git")
    git(made.place, "commit", "-q", "-m", "all")
    made.prepare()
    clean = {"PATH": os.environ["PATH"], "HOME": str(tmp_path)}
    wanted = [*attacks.STANDARD, *attacks.VENDORS]
    subprocess.run([sys.executable, "-c", LOOSE, *wanted], cwd=made.place, env=clean, capture_output=True, check=False)
    subprocess.run(
        [sys.executable, "-c", ""],
        cwd=tmp_path,
        env={**clean, "PYTHONPATH": str(made.place)},
        capture_output=True,
        check=False,
    )
    (made.place / "startup.py").write_text("changed\n")
    for command in (["status"], ["diff", "HEAD"], ["diff", "--no-ext-diff", "HEAD"], ["evil"], ["add", "-A", "--", "startup.py"],
                    ["-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "--allow-empty", "-m", "x"]):  # fmt: skip
        subprocess.run(["git", *command], cwd=made.place, env=clean, capture_output=True, check=False)
    subprocess.run(
        "git status; uv; python3 -c ''",
        shell=True,
        cwd=made.place,
        env={**clean, "PATH": f"{made.place}/bin:{os.environ['PATH']}"},
        capture_output=True,
        check=False,
    )

    kept = {
        *sys.builtin_module_names,
        "pip",
    }  # where setuptools is, its finder of pip asks for `traceback`, which is ours by then
    assert {name for name in wanted if f"module {name}" not in made.fired} <= kept
    assert {
        "module sitecustomize", "fsmonitor of HOME", "setting diff.evil.textconv", "filter of HOME", "setting alias.evil",
        "hook post-index-change", "hook pre-commit", "program git", "program uv", "program python3",
    } <= made.fired  # fmt: skip
