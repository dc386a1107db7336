"""A red build on a pull request: the comment names the line, the changed function and the way to it, and draws the failing flow."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from hub.double import Double
from hub.events import payload
from hub.stage import Ran, Stage, git

SHOP = """def total(items):
    return sum(price(item) for item in items)


def price(item):
    return scaled(item["price"], item.get("count", 1))


def scaled(amount, count):
    if count < 0:
        raise ValueError("a count below zero")
    return amount * count
"""
TEST = """from shop import total


def test_total():
    assert total([{"price": 3, "count": 2}]) == 6
"""
BROKEN = SHOP.replace("return amount * count", "return amount / (count - 2)")


def broken(stage: Stage) -> bytes:
    """Merges the shop, breaks it in the pull request, and returns what pytest really says, as a runner logs it."""
    stage.advance({"shop.py": SHOP, "test_shop.py": TEST})
    git(stage.seed, "rebase", "-q", "main")
    stage.push({"shop.py": BROKEN})
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-q", str(stage.seed)],
        cwd=stage.seed,
        capture_output=True,
    )
    lines = [
        b"##[group]Run pytest",
        b"pytest",
        b"##[endgroup]",
        *done.stdout.split(b"\n"),
        b"##[error]Process completed with exit code 1.",
    ]
    return b"\xef\xbb\xbf" + b"".join(
        b"2026-05-07T20:38:%02d.9752649Z %s\n" % (n % 60, line) for n, line in enumerate(lines)
    )


def failed(stage: Stage, log: bytes, **changes: object) -> Ran:
    head = git(stage.upstream, "rev-parse", "refs/pull/1/head").strip()
    stage.double.runs[30] = {"id": 30, "sha": head}
    stage.double.jobs[9] = {
        "id": 9,
        "run": 30,
        "name": "test",
        "conclusion": "failure",
        "steps": [("Set up job", "success"), ("Run pytest", "failure")],
    }
    stage.double.files["job-9"] = log
    run = {
        "id": 30,
        "run_attempt": 1,
        "conclusion": "failure",
        "event": "pull_request",
        "head_sha": head,
        "head_branch": "topic",
        "pull_requests": [],
        "head_repository": {"full_name": "octo/demo"},
        **changes,
    }
    stage.checkout("refs/heads/main")
    return stage.acted(
        "workflow_run",
        payload(
            "workflow_run",
            "completed",
            workflow_run=run,
            repository={"full_name": "octo/demo", "default_branch": "main"},
        ),
    )


def test_the_changed_function_two_calls_below_the_failing_test_is_the_suspect(stage: Stage, double: Double) -> None:
    ran = failed(stage, broken(stage))

    assert len(double.bodies(1)) == 1, ran.out
    (body,) = double.bodies(1)
    assert "ZeroDivisionError" in body
    assert "`scaled`" in body
    assert "```mermaid" in body
    assert "shop.py" in body
    assert ran.outputs["activity"] == "rca"
    double.settled()


def test_a_command_explains_the_latest_failed_run(stage: Stage, double: Double) -> None:
    log = broken(stage)
    failed(stage, log)
    stage.checkout("refs/heads/main")

    stage.run("issue_comment", stage.comment("/rca"))

    answer = double.bodies(1)[-1]
    assert "key=default/answer" in answer
    assert "ZeroDivisionError" in answer
    double.settled()


@pytest.mark.parametrize(
    "address",
    [
        "https://evil.example/octo/demo/actions/runs/30",
        "https://github.com/other/demo/actions/runs/30",
        "https://github.com/octo/demo/actions/runs/30?x=y",
    ],
)
def test_only_runs_of_this_repository_are_looked_at(stage: Stage, double: Double, address: str) -> None:
    stage.push({"shop.py": SHOP})
    stage.checkout("refs/heads/main")

    stage.acted("issue_comment", stage.comment(f"/rca {address}"))

    assert "no run of this repository" in double.bodies(1)[-1]


def test_a_log_that_is_gone_is_said_to_be(stage: Stage, double: Double) -> None:
    broken(stage)
    double.files.clear()

    ran = failed(stage, b"")
    assert ran.code == 0
    double.files.pop("job-9")
    stage.double.comments.clear()
    ran = failed(stage, b"x")
    assert ran.code == 0


def test_secrets_and_commands_in_a_log_reach_nobody(stage: Stage, double: Double, tmp_path: Path) -> None:
    log = (
        broken(stage)
        + b"2026-05-07T20:39:00.0000000Z E   RuntimeError: token ghp_0123456789abcdefghij0123456789abcdef ##[error]forged ::set-output name=a::b @octocat\n"
    )

    ran = failed(stage, log)

    assert "ghp_0123456789" not in "".join(double.bodies(1)) + ran.out + ran.summary
