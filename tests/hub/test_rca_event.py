"""A run failed on a pull request: its log is read, and one comment says which line, which function and which change."""

from __future__ import annotations

import re

from flowscout.rca.report.words import label
from hub.double import Double
from hub.events import payload
from hub.stage import CHANGED, Ran, Stage, git

STAMP = "2026-05-07T20:38:28.9752649Z "
LOG = """\
##[group]Run pytest
pytest
shell: /usr/bin/bash -e {0}
##[endgroup]
warning: the cache is cold
Traceback (most recent call last):
  File "/home/runner/work/demo/demo/run.py", line 3, in <module>
    handle_drop("volume")
  File "/home/runner/work/demo/demo/store.py", line 14, in handle_drop
    store.drop(request)
  File "/home/runner/work/demo/demo/store.py", line 6, in drop
    self.forget(name)
  File "/home/runner/work/demo/demo/store.py", line 9, in forget
    os.remove(name)
FileNotFoundError: [Errno 2] No such file or directory: 'volume'
##[error]Process completed with exit code 1.
Post job cleanup.
"""
GREEN = "##[group]Run pytest\npytest\n##[endgroup]\nwarning: the cache is cold\n2 passed in 0.1s\nPost job cleanup.\n"


def stamped(log: str) -> bytes:
    return b"\xef\xbb\xbf" + "".join(STAMP + line + "\n" for line in log.splitlines()).encode()


def failed(stage: Stage, log: str = LOG, attempt: int = 1) -> Ran:
    double, head = stage.double, git(stage.upstream, "rev-parse", "refs/pull/1/head").strip()
    double.runs[30] = {"id": 30, "conclusion": "failure"}
    double.runs[20] = {"id": 20, "conclusion": "success"}
    double.jobs[300 + attempt] = {
        "id": 300 + attempt,
        "run": 30,
        "attempt": attempt,
        "name": "tests",
        "conclusion": "failure",
        "steps": [("pytest", "failure")],
    }
    double.jobs[200] = {
        "id": 200,
        "run": 20,
        "name": "tests",
        "conclusion": "success",
        "steps": [("pytest", "success")],
    }
    double.files[f"job-{300 + attempt}"] = stamped(log)
    double.files["job-200"] = stamped(GREEN)
    run = {
        "id": 30,
        "run_attempt": attempt,
        "conclusion": "failure",
        "event": "pull_request",
        "head_sha": head,
        "head_branch": "topic",
        "pull_requests": [],
        "head_repository": {"full_name": "octo/demo"},
    }
    event = payload(
        "workflow_run", "completed", workflow_run=run, repository={"full_name": "octo/demo", "default_branch": "main"}
    )
    stage.checkout("refs/heads/main")
    return stage.run("workflow_run", event)


def test_the_comment_names_the_line_the_function_and_the_change(stage: Stage, double: Double) -> None:
    stage.push({"store.py": CHANGED})

    ran = failed(stage)

    (body,) = double.bodies(1)
    assert ran.code == 0, ran.out
    assert "FileNotFoundError" in body
    assert "store.py:9" in body
    assert "Line 15 of the log" in body
    assert "`Store.forget` was changed" in body
    assert "✗" in body
    (sure,) = re.findall(r"\*\*Confidence:\*\* [█░]{10} (\d+)%", body)
    assert f"% ({label(int(sure) / 100)})" in body
    assert f"({sure}% sure)" in body
    double.settled()


BREW = """
[tool]
name = "teapot"
[[row.brew_failed]]
kind = "compile_error"
line = '^BREW-(?P<code>\\d+) in {place}: {message}'
examples = ["BREW-12 in src/cup.tea:4: no leaves"]
"""
OWN_FORMAT = {"flowscout.toml": '[rca]\nformats = ["brew.toml"]\n', "brew.toml": BREW}
BREWED = "##[group]Run brew\nbrew\n##[endgroup]\nBREW-12 in store.py:9: no leaves\n##[error]Process completed with exit code 1.\n"


def test_formats_of_the_default_branch_are_read(stage: Stage, double: Double) -> None:
    stage.advance(OWN_FORMAT)
    stage.push({"store.py": CHANGED})

    failed(stage, BREWED)

    assert "**Brew failed**" in double.bodies(1)[0]


def test_formats_that_a_pull_request_brings_are_not(stage: Stage, double: Double) -> None:
    stage.push({"store.py": CHANGED, **OWN_FORMAT})

    failed(stage, BREWED)

    assert "Brew failed" not in double.bodies(1)[0]


def test_a_format_that_cannot_be_read_is_told_and_the_rest_is_explained(stage: Stage, double: Double) -> None:
    stage.advance({**OWN_FORMAT, "brew.toml": "[[row.x]]\nline = '(a'"})
    stage.push({"store.py": CHANGED})

    ran = failed(stage)

    assert "::warning title=flowscout::the repository's own log formats are not read" in ran.out
    assert "FileNotFoundError" in double.bodies(1)[0]


def test_another_attempt_edits_the_comment(stage: Stage, double: Double) -> None:
    stage.push({"store.py": CHANGED})
    failed(stage)

    failed(stage, LOG.replace("'volume'", "'other'"), attempt=2)

    (body,) = double.bodies(1)
    assert "'other'" in body
    double.settled()


def test_secrets_and_forged_commands_of_a_log_stay_in_it(stage: Stage, double: Double) -> None:
    stage.push({"store.py": CHANGED})
    token = "ghp_" + "aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA1bC2"

    ran = failed(stage, LOG.replace("'volume'", f"'{token}' @octocat ::set-output name=x::y"))

    (body,) = double.bodies(1)
    assert token not in body + ran.out + ran.summary
    assert "x" not in ran.outputs
    double.settled()
