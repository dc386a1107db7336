"""The workflows that the page of the Action gives to copy: each is valid, has the rights that its run needs and no others that
write, and the two of the fork's pair agree."""

from __future__ import annotations

import io
import itertools
import json
import re
import subprocess
import sys
import zipfile
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from flowscout import __version__
from flowscout.tasks import setup, workflows
from hub.description import HERE
from hub.double import Double
from hub.stage import CHANGED, Stage
from hub.test_post_event import FORK
from hub.test_run_evidence import ended, job
from mermaid import harness

ROOT = Path(__file__).parent.parent.parent
FILES = ("flowscout.yml", "flowscout-after.yml")
JOBS = {
    "review": "flowscout.yml",
    "answer": "flowscout.yml",
    "post": "flowscout-after.yml",
    "explain": "flowscout-after.yml",
}
OURS = "flowscout/flowscout@" + "a" * 40 + " # v1.2.3"


def copies() -> dict[str, str]:
    page = (ROOT / "docs/action.md").read_text(encoding="utf-8")
    return {
        name: found[1]
        for name in FILES
        if (found := re.search(rf"<!-- generated: {re.escape(name)} -->\n```yaml\n(.*?\n)```", page, re.DOTALL))
    }


@cache
def parsed(text: str) -> Any:
    script = "import {parse} from 'yaml'; import {readFileSync} from 'node:fs'; process.stdout.write(JSON.stringify(parse(readFileSync(0,'utf8'))))"
    done = subprocess.run(
        [harness.node(), "--input-type=module", "-e", script],
        input=text,
        cwd=HERE,
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)


def job_of(name: str) -> Any:
    return parsed(copies()[JOBS[name]])["jobs"][name]


def inputs_of(name: str) -> dict[str, str]:
    step = next(step for step in job_of(name)["steps"] if step.get("uses", "").startswith("flowscout/"))
    return {key.replace("-", "_"): value for key, value in step.get("with", {}).items()}


def of_init() -> dict[str, str]:
    """Whatever `init` writes, for every choice and both kinds of server."""
    made = {}
    for server in (workflows.GITHUB, "github.example.com"):
        for comments, pages, runs in itertools.product(
            (True, False), (True, False), ((), ("ci", "Lint & 'test'", "on", ".github/workflows/x.yml"))
        ):
            wanted = workflows.Wanted(OURS, "trunk", comments, pages, runs, server)
            for kind, text in (("events", workflows.events(wanted)), ("after", workflows.after(wanted))):
                made |= {f"{kind}-{server}-{comments}-{pages}-{bool(runs)}": setup.signed(text)} if text else {}
    return made


def test_every_workflow_is_on_the_page_whole() -> None:
    assert tuple(copies()) == FILES
    assert all(
        f"uses: flowscout/flowscout@v{__version__}\n" in text and "uses: ./" not in text for text in copies().values()
    )
    assert {name for text in copies().values() for name in parsed(text)["jobs"]} == {*JOBS}


def test_the_checkers_find_nothing_in_what_init_writes(tmp_path: Path) -> None:
    folder = tmp_path / ".github/workflows"
    folder.mkdir(parents=True)
    for name, text in of_init().items():
        (folder / f"{name}.yml").write_text(text, encoding="utf-8")
    for command in (
        ["check-jsonschema", "--builtin-schema", "vendor.github-workflows", *map(str, folder.iterdir())],
        ["zizmor", "--offline", "--no-progress", "--persona", "pedantic", str(tmp_path)],
    ):
        program = Path(sys.executable).parent / command[0]
        if not program.exists():
            harness.missing(f"{command[0]} is not installed")
        done = subprocess.run([str(program), *command[1:]], capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("name", JOBS)
def test_every_right_has_its_reason_and_a_comment_is_never_cancelled(name: str) -> None:
    text, whole = copies()[JOBS[name]], parsed(copies()[JOBS[name]])

    assert whole["permissions"] == {}
    for right in job_of(name)["permissions"]:
        assert re.search(rf"^ +{right}: \w+ # .{{10,}}$", text, re.MULTILINE), right
    assert job_of(name)["concurrency"]["cancel-in-progress"] is (name == "review")
    checkout = next(step for step in job_of(name)["steps"] if step.get("uses", "").startswith("actions/checkout@"))
    assert checkout["with"] == {"persist-credentials": False}  # and no `ref`: of what was triggered, the default branch


def test_an_event_starts_the_jobs_that_are_for_it_alone() -> None:
    assert {name: job_of(name)["if"].partition(" ")[0] for name in JOBS} == {
        "review": "github.event_name",
        "answer": "github.event_name",
        "post": "github.event.workflow_run.name",
        "explain": "github.event.workflow_run.name",
    }
    with_pages = parsed(workflows.events(workflows.Wanted(OURS, pages=True)))["jobs"]
    assert (
        with_pages["review"]["if"] == "github.event_name == 'pull_request' || github.event_name == 'merge_group'"
    )  # a push is the charts'


def test_an_enterprise_server_gets_artifacts_that_it_takes() -> None:
    here, there = (
        workflows.events(workflows.Wanted(OURS, server=server)) for server in (workflows.GITHUB, "github.example.com")
    )
    assert "upload-artifact@bbbca2d" in here
    assert "# v3.2.2" in there


@pytest.mark.parametrize(("text", "name"), [
    ("name: CI\non: [push]\njobs: {}\n", ("CI",)), ("'on':\n  pull_request:\njobs:\n", ("p.yml",)), ('name: "a # b" # c\non: push\n', ("a # b",)),
    ("name: release # x\non:\n  release:\njobs:\n  a:\n    if: github.event_name == 'push'\n", ()), ("name: nightly\non:\n  schedule: # after a push\n", ()),
    ("\ufeffon:\r\n- push\r\n", ("p.yml",)), ("jobs: {}\n", ()),
])  # fmt: skip
def test_workflows_whose_failures_are_explained_are_those_of_pushes_and_pull_requests(
    text: str, name: tuple[str, ...]
) -> None:
    assert workflows.names([("p.yml", text), (workflows.EVENTS, "name: flowscout\non: push\n")]) == name


def test_the_pair_of_a_fork_agrees() -> None:
    review, post = parsed(copies()["flowscout.yml"]), parsed(copies()["flowscout-after.yml"])
    upload = next(
        step for step in job_of("review")["steps"] if step.get("uses", "").startswith("actions/upload-artifact@")
    )

    assert review["name"] in post["on"]["workflow_run"]["workflows"]
    assert f"workflow_run.name == '{review['name']}'" in job_of("post")["if"]
    assert upload["with"]["name"] == "flowscout-review"  # what the trusted half asks for
    assert upload["with"]["path"] == inputs_of("review")["artifact"]


def test_a_review_with_the_rights_of_its_workflow(stage: Stage, double: Double) -> None:
    double.granted = job_of("review")["permissions"]
    stage.push({"store.py": CHANGED})
    for ref in ("refs/pull/1/merge", "refs/pull/1/head"):
        stage.checkout(ref)
        ran = stage.act("pull_request", stage.pull_request(), [], **inputs_of("review"))
        assert ran.outputs["published-to"] == "comment summary artifact", ran.out
    assert "warning" not in ran.out
    double.settled()


def test_the_pair_end_to_end_with_the_rights_of_each(stage: Stage, double: Double) -> None:
    stage.push({"store.py": CHANGED})
    stage.checkout()
    double.pull(1, head_repository=FORK)
    double.granted = {"contents": "read"}  # what GitHub leaves a fork
    inputs = inputs_of("review")
    left = stage.act("pull_request", stage.pull_request(fork=FORK), [], **inputs)
    assert left.code == 0
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for path in (stage.workspace / inputs["artifact"]).iterdir():
            archive.write(path, path.name)
    double.artifacts[5] = {"id": 5, "run": 30, "name": "flowscout-review", "size": len(packed.getvalue())}
    double.files["artifact-5"] = packed.getvalue()

    double.granted = job_of("post")["permissions"]
    ran = ended(stage, "success", head_repository=FORK, **inputs_of("post"))

    (body,) = double.bodies(1)
    assert "`handle_drop` now removes" in body, ran.out
    double.settled()


def test_the_pair_for_dependabot_whose_token_cannot_write_either(stage: Stage, double: Double) -> None:
    stage.push({"store.py": CHANGED})
    stage.checkout()
    double.granted = {"contents": "read"}
    inputs = inputs_of("review")
    left = stage.act(
        "pull_request", stage.pull_request(), [], environment={"GITHUB_ACTOR": "dependabot[bot]"}, **inputs
    )
    assert left.outputs["published-to"] == "summary artifact", left.out
    assert double.bodies(1) == []
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for path in (stage.workspace / inputs["artifact"]).iterdir():
            archive.write(path, path.name)
    double.artifacts[5] = {"id": 5, "run": 30, "name": "flowscout-review", "size": len(packed.getvalue())}
    double.files["artifact-5"] = packed.getvalue()

    double.granted = job_of("post")["permissions"]
    ran = ended(stage, "success", actor="dependabot[bot]")

    assert ran.outputs["activity"] == "post", ran.out
    (body,) = double.bodies(1)
    assert "`handle_drop` now removes" in body, ran.out
    assert "actor.login == 'dependabot[bot]'" in job_of("post")["if"]
    double.settled()


def test_a_failed_run_with_the_rights_of_its_workflow(stage: Stage, double: Double) -> None:
    double.granted = job_of("explain")["permissions"]
    stage.push({"store.py": CHANGED})
    job(double, 301)
    job(double, 302, name="gone", log=None)
    double.annotations[302] = [
        {"path": "store.py", "start_line": 9, "end_line": 9, "annotation_level": "failure", "message": "it broke"}
    ]

    ended(stage, **inputs_of("explain"))
    ended(stage, "success", attempt=2, **inputs_of("explain"))

    (body,) = double.bodies(1)
    assert "it broke" in body
    assert "flaky" in body
    double.settled()


@pytest.mark.parametrize("line", ["/flowchart Store.forget", "/review", "/rca", "/flowscout help"])
def test_a_command_with_the_rights_of_its_workflow(stage: Stage, double: Double, line: str) -> None:
    double.granted = job_of("answer")["permissions"]
    head = stage.push({"store.py": CHANGED})
    job(double, 301)
    double.runs[30]["sha"] = head
    stage.checkout("refs/heads/main")

    stage.act("issue_comment", stage.comment(line), [], **inputs_of("answer"))

    assert len(double.bodies(1)) == 1
    assert [r["content"] for r in double.reactions] == ["eyes", "rocket"]
    double.settled()


def test_a_lack_of_rights_is_named(stage: Stage, double: Double) -> None:
    double.granted = {"contents": "read"}
    stage.push({"store.py": CHANGED})
    stage.checkout()

    ran = stage.act("pull_request", stage.pull_request(), [], check_run="true")

    assert "permissions: pull-requests: write" in ran.out
    assert "permissions: checks: write" in ran.out
    assert ran.outputs["published-to"] == "summary artifact"
