"""action.yml, the README and the code name the same inputs and outputs; its steps run as the runner would run them."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft7Validator  # noqa: F401  (what check-jsonschema needs)

from flowscout.entrypoints.action.inputs import INPUTS, OUTPUTS, variable
from flowscout.tasks import workflows
from hub.description import HERE
from hub.double import NAME, OWNER, Double
from hub.stage import CHANGED, Stage, git
from hub.test_workflows import of_init
from mermaid import harness

ROOT = Path(__file__).parent.parent.parent
ACTION = ROOT / "action.yml"


def parsed() -> Any:
    """By the YAML parser that the composite runner uses."""
    script = "import {parse} from 'yaml'; import {readFileSync} from 'node:fs'; process.stdout.write(JSON.stringify(parse(readFileSync(0,'utf8'))))"
    done = subprocess.run(
        [harness.node(), "--input-type=module", "-e", script],
        input=ACTION.read_text(encoding="utf-8"),
        cwd=HERE,
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)


def test_action_yml_and_the_code_have_the_same_inputs_and_outputs() -> None:
    action = parsed()

    assert {name: (given["description"], given["default"]) for name, given in action["inputs"].items()} == {
        one.name: (one.text, one.default) for one in INPUTS
    }
    assert {name: given["description"] for name, given in action["outputs"].items()} == OUTPUTS
    step = next(s for s in action["runs"]["steps"] if s.get("id") == "flowscout")
    mapped = {key for key in step["env"] if key.startswith("FLOWSCOUT_INPUT_")}
    assert mapped == {variable(one.name) for one in INPUTS if one.name != "version"}


def test_no_expression_reaches_a_shell() -> None:
    assert [s["run"] for s in parsed()["runs"]["steps"] if "${{" in s.get("run", "")] == []


def test_every_action_of_others_is_pinned_as_the_one_table_says() -> None:
    shipped = [ACTION, *sorted((ROOT / ".github/workflows").glob("*.yml")), ROOT / "docs/action.md"]
    texts = {str(path): path.read_text(encoding="utf-8") for path in shipped} | of_init()
    used = {name: [line.strip() for line in re.findall(r"uses: (.*)", text)] for name, text in texts.items()}

    assert all(used.values())
    known = {workflows.pinned(name) for name in workflows.ACTIONS} | {
        workflows.pinned(name, "github.example.com") for name in workflows.ENTERPRISE
    }
    others = {
        name: [one for one in ones if not one.startswith(("./", "flowscout/flowscout@"))] for name, ones in used.items()
    }
    assert {
        name: [one for one in ones if one not in known] for name, ones in others.items() if not known.issuperset(ones)
    } == {}
    assert {one for ones in others.values() for one in ones} == known, "the table holds what is used"


@pytest.mark.parametrize("command", [
    ["check-jsonschema", "--builtin-schema", "vendor.github-actions", "action.yml"],
    ["check-jsonschema", "--builtin-schema", "vendor.github-workflows", *(str(p) for p in sorted((ROOT / ".github/workflows").glob("*.yml")))],
    ["zizmor", "--offline", "--no-progress", "--persona", "pedantic", "."],
], ids=["action", "workflows", "zizmor"])  # fmt: skip
def test_the_checkers_find_nothing(command: list[str]) -> None:
    program = Path(sys.executable).parent / command[0]
    if not program.exists():
        harness.missing(f"{command[0]} is not installed")

    done = subprocess.run([str(program), *command[1:]], cwd=ROOT, capture_output=True, text=True)

    assert done.returncode == 0, done.stdout + done.stderr


def test_the_readme_lists_every_input() -> None:
    page = (ROOT / "docs/action.md").read_text(encoding="utf-8")

    assert [one.name for one in INPUTS if f"| `{one.name}` |" not in page] == []
    assert [name for name in OUTPUTS if f"| `{name}` |" not in page] == []


def as_a_runner(tmp_path: Path, program: str, **asked: Any) -> tuple[dict[str, Any], str]:
    """The steps of action.yml, with a program in place of the Python that the install step would make."""
    action = tmp_path / "action"
    (action / ".ci").mkdir(parents=True)
    (action / "action.yml").write_text(ACTION.read_text(encoding="utf-8"), encoding="utf-8")
    (action / ".ci/install_action.py").write_text(
        "import os, pathlib\nhome = pathlib.Path(os.environ['RUNNER_TEMP'], 'flowscout-env', 'bin')\nhome.mkdir(parents=True)\n"
        f"(home / 'python').write_text({f'#!/bin/sh{chr(10)}{program}{chr(10)}'!r})\n(home / 'python').chmod(0o755)\n",
        encoding="utf-8",
    )
    given = {
        "action": str(action),
        "skip": ["actions/cache/restore", "actions/cache/save"],
        "inputs": {},
        "environment": {},
        **asked,
    }
    done = subprocess.run(
        [harness.node(), str(HERE / "composite.mjs")],
        cwd=HERE,
        input=json.dumps(given),
        capture_output=True,
        text=True,
        env={**os.environ},
    )
    return json.loads(done.stdout or "{}"), done.stdout + done.stderr


OF_MAIN = {"event": "push", "head_branch": "main", "head_repository": {"full_name": "octo/demo"}}


@pytest.mark.parametrize(("event", "run", "cache", "said", "kept"), [
    ("workflow_run", OF_MAIN, "read-write", "memory.sqlite3 adds", True),
    ("workflow_run", {**OF_MAIN, "event": "pull_request"}, "read-write", "memory.sqlite3 reads", False),
    ("workflow_run", {**OF_MAIN, "head_branch": "topic"}, "read-write", "memory.sqlite3 reads", False),
    ("workflow_run", {**OF_MAIN, "head_repository": {"full_name": "mallory/demo"}}, "read-write", "memory.sqlite3 reads", False),
    ("workflow_run", OF_MAIN, "restore", "memory.sqlite3 reads", False), ("workflow_run", OF_MAIN, "off", "none", False),
    ("issue_comment", {}, "restore", "memory.sqlite3 reads", False), ("pull_request", {}, "read-write", "none", False),
])  # fmt: skip
def test_the_memory_of_failures_travels_by_the_cache_and_only_runs_of_the_default_branch_add_to_it(
    tmp_path: Path, event: str, run: dict[str, Any], cache: str, said: str, kept: bool
) -> None:
    program = 'case "${FLOWSCOUT_MEMORY}" in "") echo none;; *) if [ "${FLOWSCOUT_MEMORY_READ_ONLY}" = true ]; then echo "${FLOWSCOUT_MEMORY} reads"; else echo "${FLOWSCOUT_MEMORY} adds"; fi;; esac'
    payload = {"repository": {"full_name": "octo/demo", "default_branch": "main"}, "workflow_run": run}
    report, out = as_a_runner(
        tmp_path,
        program,
        workspace=str(tmp_path),
        event=event,
        payload=payload,
        inputs={"cache": cache},
        github={"token": "ghs_" + "z" * 36, "repository": "octo/demo", "ref_name": "main"},
    )

    assert report.get("status") == "success", out
    assert report["steps"][3]["log"].strip().endswith(said), out
    assert (report["steps"][5]["outcome"] == "success") is kept
    assert (report["steps"][1]["outcome"] == "success") is (said != "none")


def test_a_windows_runner_is_refused_with_a_word(tmp_path: Path) -> None:
    report, out = as_a_runner(
        tmp_path,
        "true",
        workspace=str(tmp_path),
        event="push",
        payload={},
        environment={"RUNNER_OS": "Windows"},
        github={"token": "ghs_" + "z" * 36, "repository": "octo/demo"},
    )

    assert report["status"] == "failure", out
    assert "give this job runs-on: ubuntu-latest" in report["steps"][2]["log"]


def test_the_actions_own_steps_make_the_comment(stage: Stage, double: Double, tmp_path: Path) -> None:
    stage.push({"store.py": CHANGED})
    stage.checkout()
    token = "ghs_" + "z" * 36
    report, out = as_a_runner(
        tmp_path,
        f'exec {sys.executable} "$@"',
        workspace=str(stage.workspace),
        event="pull_request",
        payload=stage.pull_request(),
        inputs={"check-run": "true"},
        environment={"PYTHONPATH": str(ROOT / "src"), "FLOWSCOUT_REMOTE": stage.remote},
        github={
            "token": token,
            "repository": f"{OWNER}/{NAME}",
            "api_url": double.url,
            "ref_name": "1/merge",
            "sha": git(stage.workspace, "rev-parse", "HEAD").strip(),
        },
    )

    assert report.get("status") == "success", out
    assert [s["outcome"] for s in report["steps"]] == ["success", "skipped", "success", "success", "skipped", "skipped"]
    (body,) = double.bodies(1)
    assert "`handle_drop` now removes" in body
    assert len(double.checks) == 1
    assert report["outputs"]["published-to"] == "comment check summary artifact"
    assert report["outputs"]["diff-mode"] == "merge-parent"
    assert "```mermaid" in report["steps"][3]["summary"]
    assert token not in out
    assert report["warnings"] == []
    double.settled()


@pytest.mark.slow
def test_what_the_action_installs_is_enough_to_run_it(stage: Stage, double: Double, tmp_path: Path) -> None:
    """The real installation, by whatever index pip has; nothing of this environment is seen by it."""
    environment = {
        **os.environ,
        "RUNNER_TEMP": str(tmp_path),
        "GITHUB_ACTION_PATH": str(ROOT),
        "FLOWSCOUT_INPUT_VERSION": "",
        "FLOWSCOUT_INPUT_LLM": "off",
    }
    done = subprocess.run(
        [sys.executable, str(ROOT / ".ci/install_action.py")], env=environment, capture_output=True, text=True
    )
    if done.returncode and "onnection" in done.stderr:
        harness.missing("no package index can be reached")
    assert done.returncode == 0, done.stderr
    python = tmp_path / "flowscout-env/bin/python"
    stage.push({"store.py": CHANGED})
    stage.checkout()

    _, environment = stage.prepared("pull_request", stage.pull_request())
    del environment["PYTHONPATH"]
    ran = subprocess.run(
        [str(python), "-m", "flowscout", "action"], cwd=stage.workspace, env=environment, capture_output=True, text=True
    )

    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert len(double.bodies(1)) == 1
    packages = {
        path.name.split("-")[0].lower() for path in (tmp_path / "flowscout-env").glob("lib/*/site-packages/*.dist-info")
    }
    assert packages & {"pytest", "anthropic", "ollama"} == set()


@pytest.mark.parametrize(
    ("name", "value"), [("VERSION", "1.2; rm -rf /"), ("VERSION", "git+https://evil.example"), ("LLM", "evil")]
)
def test_an_input_cannot_choose_what_is_installed(tmp_path: Path, name: str, value: str) -> None:
    environment = {
        **os.environ,
        "RUNNER_TEMP": str(tmp_path),
        "GITHUB_ACTION_PATH": str(ROOT),
        f"FLOWSCOUT_INPUT_{name}": value,
    }

    done = subprocess.run(
        [sys.executable, str(ROOT / ".ci/install_action.py")], env=environment, capture_output=True, text=True
    )

    assert done.returncode == 1
    assert f"the input `{name.lower()}` is" in done.stderr
    assert not any(tmp_path.iterdir())
