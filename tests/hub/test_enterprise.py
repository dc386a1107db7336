"""GitHub Enterprise Server: another host and another base path, for calls, links and fetches."""

from __future__ import annotations

import re

from hub.double import Double
from hub.stage import CHANGED, Stage
from hub.test_comment_event import SRC
from hub.test_run_evidence import ended, job

SERVER = "https://ghe.example"


def ghe(double: Double) -> dict[str, str]:
    double.base_path = "/api/v3"
    return {"GITHUB_API_URL": double.url, "GITHUB_SERVER_URL": SERVER, "PYTHONPATH": str(SRC)}


def test_a_review_of_a_pull_request(stage: Stage, double: Double) -> None:
    head = stage.push({"store.py": CHANGED})
    stage.checkout("refs/pull/1/head")  # no merge commit: the API is asked for the base

    ran = stage.acted("pull_request", stage.pull_request(), check_run="true", environment=ghe(double))

    (body,) = double.bodies(1)
    assert (ran.code, ran.outputs["diff-mode"]) == (0, "compare"), ran.out
    assert f"{SERVER}/octo/demo/blob/{head}/store.py#L9" in body
    assert "https://github.com" not in body
    assert {target.split("/")[1] for target in double.targets} == {"api"}
    assert "/api/graphql" in double.targets  # not below v3
    double.settled()


def test_a_command_with_links_to_its_run(stage: Stage, double: Double) -> None:
    stage.push({"store.py": CHANGED})
    stage.checkout("refs/heads/main")

    stage.acted("issue_comment", stage.comment("/flowchart nothing_like_it"), run=77, environment=ghe(double))
    stage.acted("issue_comment", stage.comment("/flowchart Store.forget"), environment=ghe(double))

    wrong, drawn = double.bodies(1)
    assert f"[the run]({SERVER}/octo/demo/actions/runs/77)" in wrong
    assert re.search(re.escape(SERVER) + r"/octo/demo/blob/[0-9a-f]{40}/store\.py#L8", drawn)
    double.settled()


def test_a_failed_run_and_its_logs(stage: Stage, double: Double) -> None:
    stage.push({"store.py": CHANGED})
    job(double, 301)

    ended(stage, environment=ghe(double))  # type: ignore[arg-type]

    (body,) = double.bodies(1)
    assert "FileNotFoundError" in body
    assert f"({SERVER}/octo/demo/blob/" in body
    double.settled()


def test_objects_are_fetched_from_the_server_of_the_event(stage: Stage, double: Double) -> None:
    """Nothing answers there: what is fetched must not be looked for at github.com."""
    stage.push({"store.py": CHANGED})
    stage.checkout("refs/pull/1/head")

    ran = stage.acted(
        "pull_request",
        stage.pull_request(),
        environment={**ghe(double), "GITHUB_SERVER_URL": "http://127.0.0.1:1", "FLOWSCOUT_REMOTE": ""},
    )

    assert ran.outputs["diff-mode"] == "full"
    assert "127.0.0.1" in ran.out
    assert ran.code == 0
