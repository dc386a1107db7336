"""Events without a comment of their own: pushes, the clock, merge groups, checks asked for again, and what is left alone."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from flowscout.tasks.stamp import RULES
from hub.double import Double
from hub.events import payload
from hub.stage import CHANGED, Ran, Stage, git
from hub.test_comment_event import SRC

ROOT = Path(__file__).parent.parent.parent
REPOSITORY = {"full_name": "octo/demo", "default_branch": "main", "id": 1}


def flowscout(stage: Stage, *arguments: str) -> None:
    environment = {**os.environ, "PYTHONPATH": str(SRC), "XDG_CACHE_HOME": str(stage.folder / "cache")}
    subprocess.run(
        [sys.executable, "-m", "flowscout", *arguments],
        cwd=stage.seed,
        env=environment,
        capture_output=True,
        check=True,
    )


def pushed(stage: Stage, event: str = "push", **inputs: str) -> Ran:
    stage.checkout("refs/heads/main")
    head = git(stage.workspace, "rev-parse", "HEAD").strip()
    given = (
        payload("push", after=head, repository=REPOSITORY)
        if event == "push"
        else {"repository": REPOSITORY, "sender": {"login": "a", "type": "User"}}
    )
    return stage.act(event, given, [], **inputs)


def charted(stage: Stage) -> None:
    git(stage.seed, "switch", "-q", "main")
    flowscout(stage, "refresh")
    stage.commit({})
    git(stage.seed, "push", "-q", "origin", "main")


@pytest.mark.parametrize("event", ["push", "schedule", "workflow_dispatch"])
def test_charts_that_are_up_to_date_are_nothing_to_speak_of(stage: Stage, double: Double, event: str) -> None:
    charted(stage)

    ran = pushed(stage, event, check_run="true")

    assert (ran.code, ran.outputs["activity"], ran.outputs["stale"], ran.outputs["conclusion"]) == (
        0,
        "scan",
        "0",
        "success",
    ), ran.out
    assert (ran.summary, ran.outputs["sarif-path"]) == ("", "")


def test_stale_charts_are_told_where_they_lie(stage: Stage, double: Double) -> None:
    charted(stage)
    stage.advance({"store.py": CHANGED.replace("self.forget(name)", "if name:\n            self.forget(name)")})

    ran = pushed(stage, check_run="true", annotations="true")

    page = "docs/flowcharts/store.py.md"
    assert (ran.code, ran.outputs["stale"]) == (0, "2")  # the page, and the index, which has its sentence
    assert page in ran.summary
    assert f"::warning title=Stale chart,file={page}" in ran.out or f"file={page}" in ran.out
    (check,) = double.checks.values()
    assert check["conclusion"] == "failure"
    results = json.loads(Path(ran.outputs["sarif-path"]).read_text(encoding="utf-8"))["runs"][0]["results"]
    assert [(result["ruleId"], result["level"]) for result in results] == [("chart-stale", "warning")] * 2
    assert pushed(stage, fail_on="stale").code == 1
    assert double.bodies(1) == []
    double.settled()


def test_a_merge_group_is_compared_with_its_base(stage: Stage, double: Double) -> None:
    stage.push({"store.py": CHANGED})
    base, head = (
        git(stage.upstream, "rev-parse", "main").strip(),
        git(stage.upstream, "rev-parse", "refs/pull/1/merge").strip(),
    )
    stage.checkout()
    given = {
        "action": "checks_requested",
        "repository": REPOSITORY,
        "sender": {"login": "a", "type": "User"},
        "merge_group": {
            "head_sha": head,
            "head_ref": "refs/heads/gh-readonly-queue/main/pr-1",
            "base_sha": base,
            "base_ref": "refs/heads/main",
            "head_commit": None,
        },
    }

    ran = stage.act("merge_group", given, [], fail_on="changed")

    assert (ran.code, ran.outputs["changed"], ran.outputs["published-to"]) == (1, "1", "summary artifact"), ran.out
    assert double.bodies(1) == []
    double.settled()


def test_a_check_asked_for_again_is_made_again(stage: Stage, double: Double) -> None:
    head = stage.push({"store.py": CHANGED})
    stage.checkout("refs/heads/main")
    given = {
        "action": "rerequested",
        "repository": REPOSITORY,
        "sender": {"login": "a", "type": "User"},
        "check_run": {"head_sha": head, "pull_requests": [{"number": 1}], "check_suite": {"head_branch": "topic"}},
    }

    ran = stage.act("check_run", given, [], check_run="true")

    assert [check["head_sha"] for check in double.checks.values()] == [head], ran.out
    assert len(double.bodies(1)) == 1
    double.settled()


@pytest.mark.parametrize(("event", "given"), [
    ("push", {"after": "0" * 40, "repository": REPOSITORY}), ("star", {}), ("pull_request", {"action": "closed"}), ("issue_comment", {"action": "deleted"}),
    ("workflow_run", {"action": "requested"}), ("", {}),
])  # fmt: skip
def test_what_is_no_business_of_ours_costs_no_call(
    stage: Stage, double: Double, event: str, given: dict[str, Any]
) -> None:
    stage.checkout("refs/heads/main")

    ran = stage.act(event, given, [])

    assert (ran.code, ran.outputs["activity"], double.log) == (0, "nothing", [])


def test_the_charts_of_every_root_are_judged_and_of_a_named_one_alone(stage: Stage, double: Double) -> None:
    charted(stage)
    git(stage.seed, "switch", "-q", "main")
    stage.commit(
        {
            "tools/flowscout.toml": 'charts = ["run.py::run"]\n',
            "tools/run.py": "def run(x):\n    if x:\n        raise ValueError(1)\n    return x\n",
        }
    )
    flowscout(stage, "refresh", "--root", "tools")
    stage.commit({"tools/run.py": "def run(x):\n    while x:\n        x = x.next\n    return x\n"})
    git(stage.seed, "push", "-q", "origin", "main")

    ran = pushed(stage, fail_on="stale")
    named = pushed(stage, fail_on="stale", root="tools")
    ran_above = pushed(stage, fail_on="none")

    assert (ran.code, named.code, ran_above.code) == (1, 1, 0), ran.out
    assert "tools/docs/flowcharts/run.py.md" in ran.summary
    assert "store.py" not in ran.summary
    assert ran.outputs["stale"] == named.outputs["stale"] == "2"


def test_a_push_without_charts_reads_ahead_for_the_pull_requests_that_follow(stage: Stage, double: Double) -> None:
    git(stage.seed, "switch", "-q", "main")
    git(stage.seed, "rm", "-q", "flowscout.toml")
    stage.commit({})
    git(stage.seed, "push", "-q", "origin", "main")

    ran = pushed(stage, cache="read-write", environment={"FLOWSCOUT_MEMO": "on"})  # type: ignore[arg-type]

    assert (ran.code, ran.outputs["stale"], ran.summary) == (0, "0", "")
    assert list((stage.workspace / ".git/flowscout").glob("*.sqlite*"))


def test_the_store_of_the_cache_is_named_by_the_rules() -> None:
    """Another rules number is another cache: what is drawn by other rules is not to be restored."""
    assert (ROOT / "action.yml").read_text(encoding="utf-8").count("flowscout-r") == (ROOT / "action.yml").read_text(
        encoding="utf-8"
    ).count(f"flowscout-r{RULES}-")


def test_a_sarif_file_says_what_the_check_run_says(stage: Stage, double: Double) -> None:
    odd = "def handle_odd(x):\n    if x:\n        raise ValueError(1)\n"
    stage.advance({"sp ace é.py": odd})
    git(stage.seed, "merge", "-q", "main")
    stage.push({"store.py": CHANGED, "sp ace é.py": odd.replace("(1)", "(2)")})
    stage.checkout()

    ran = stage.act("pull_request", stage.pull_request(), [], check_run="true", project="api")

    (notes,) = double.annotations.values()
    (run,) = json.loads(Path(ran.outputs["sarif-path"]).read_text(encoding="utf-8"))["runs"]
    results = [
        (r["locations"][0]["physicalLocation"]["region"]["startLine"], r["message"]["text"], r["level"])
        for r in run["results"]
    ]
    assert results == [(note["start_line"], note["message"], "note") for note in notes]
    assert run["automationDetails"]["id"] == "flowscout/api/review/"
    assert (
        {r["ruleId"] for r in run["results"]}
        == {rule["id"] for rule in run["tool"]["driver"]["rules"]}
        == {"call-changed", "exit-changed"}
    )
    assert "sp%20ace%20%C3%A9.py" in json.dumps(run)
    assert len({r["partialFingerprints"]["flowscout/v1"] for r in run["results"]}) == len(results)
