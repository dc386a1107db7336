"""Several jobs of a run failed: what they have in common is told once, and what fails without the change too is told as such."""

from __future__ import annotations

import json
from pathlib import Path

from hub.double import Double
from hub.page import Page
from hub.stage import CHANGED, Stage, git
from hub.test_rca_event import LOG, stamped
from hub.test_run_evidence import ended, job

LINT = "##[group]Run ruff\n##[endgroup]\nstore.py:3:1: F401 `os` imported but unused\n##[error]Process completed with exit code 1.\n"


def test_jobs_of_a_matrix_that_fail_alike_are_told_once(stage: Stage, double: Double) -> None:
    stage.push({"store.py": CHANGED})
    for number in range(5):
        job(double, 301 + number, name=f"tests (3.{number}) | `x` @octocat <b>")
    job(double, 306, name="lint", log=LINT)

    ran = ended(stage, annotations="true")

    (body,) = double.bodies(1)
    assert body.count("<details><summary><code>") == 2, ran.out
    assert "and 1 more" in body
    assert Page(body.split("\n", 1)[1]).active() == []
    found = json.loads(Path(ran.outputs["sarif-path"]).read_text(encoding="utf-8"))
    places = [
        (
            r["locations"][0]["physicalLocation"]["artifactLocation"]["uri"],
            r["locations"][0]["physicalLocation"]["region"]["startLine"],
        )
        for r in found["runs"][0]["results"]
    ]
    assert places == [("store.py", 9), ("store.py", 3)]
    assert ran.out.count("file=store.py,line=9") == 1
    double.settled()


def test_each_way_to_fail_is_read_before_the_rest_of_a_matrix(stage: Stage, double: Double) -> None:
    stage.push({"store.py": CHANGED})
    for number in range(9):
        job(double, 301 + number, name=f"tests (3.{number})", log=LOG.replace("'volume'", f"'{'v' * (number + 1)}'"))
    job(double, 320, name="lint", log=LINT)
    job(
        double,
        321,
        name="all green",
        log="##[group]Run check\n##[endgroup]\n##[error]One or more jobs failed\n##[error]Process completed with exit code 1.\n",
    )

    ended(stage)

    (body,) = double.bodies(1)
    assert "store.py:3" in body
    assert body.count("<details><summary><code>") == 2
    assert "`all green`: only what the other jobs came to" in body
    assert "and 5 more failed jobs" in body
    double.settled()


def test_what_the_default_branch_fails_in_too_is_told_as_such(stage: Stage, double: Double) -> None:
    stage.push({"store.py": CHANGED})
    job(double, 301)
    job(double, 302, name="lint", log=LINT)
    double.runs[20] = {"id": 20, "conclusion": "failure", "sha": "b" * 40}
    for id_, name, log in (
        (201, "tests", LOG.replace("line 9", "line 8")),
        (202, "lint", LINT.replace("`os`", "`sys`")),
    ):
        double.jobs[id_] = {
            "id": id_,
            "run": 20,
            "name": name,
            "conclusion": "failure",
            "steps": [("pytest", "failure")],
        }
        double.files[f"job-{id_}"] = stamped(log)

    ended(stage)

    (body,) = double.bodies(1)
    tests, lint = body.split("<details>", 1)[0].split("`lint`")
    assert "The default branch fails in the same way at `bbbbbbbbbbbb`, without this change." in tests
    assert "was changed" not in tests
    assert "default branch" not in lint
    assert "`Store.forget` was changed" in body
    double.settled()


def test_a_file_that_is_no_code_is_suspected_where_the_failing_place_reads_it(stage: Stage, double: Double) -> None:
    text = "import json\n\n\ndef prices():\n    return json.load(open('prices.json'))\n"
    stage.advance({"shop.py": text, "prices.json": '{"tea": 3}\n'})
    git(stage.seed, "rebase", "-q", "main")
    stage.push({"prices.json": '{"tea": 3,}\n'})
    where = (
        "  File \"/home/runner/work/demo/demo/shop.py\", line 5, in prices\n    return json.load(open('prices.json'))\n"
    )
    job(
        double,
        301,
        log=f"##[group]Run python\n##[endgroup]\nTraceback (most recent call last):\n{where}ValueError: Illegal trailing comma\n##[error]Process completed with exit code 1.\n",
    )

    ended(stage)

    assert "`prices.json` was changed" in double.bodies(1)[0]
    double.settled()
