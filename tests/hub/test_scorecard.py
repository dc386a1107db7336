"""What OpenSSF Scorecard looks at in a checkout, by its own description of the checks (https://github.com/ossf/scorecard/blob/main/docs/checks.md).

Those that ask GitHub (branches, reviews, releases, contributors) need a published repository.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from hub.test_action_file import ACTION, ROOT
from hub.test_workflows import of_init, parsed

WORKFLOWS = {
    path.name: path.read_text(encoding="utf-8") for path in sorted((ROOT / ".github/workflows").glob("*.yml"))
} | of_init()
EXECUTABLE = (
    b"\x7fELF",
    b"MZ",
    b"\xca\xfe\xba\xbe",
    b"\xcf\xfa\xed\xfe",
    b"\xfe\xed\xfa\xcf",
    b"PK\x03\x04",
    b"!<arch>",
    b"\0asm",
)
STRANGERS = re.compile(
    r"\$\{\{[^}]*github\.(?:event\.[\w.]*(?:title|body|name|email|message|label|ref)|head_ref)[^}]*\}\}"
)
WRITING = {"contents", "packages", "actions", "deployments", "security-events"}
"""Rights whose writing costs points at the top of a workflow."""


def tracked() -> list[Path]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [ROOT / name for name in listed.split("\0") if name and (ROOT / name).is_file()]


def test_binary_artifacts() -> None:
    assert [path for path in tracked() if path.read_bytes()[:8].startswith(EXECUTABLE)] == []


@pytest.mark.parametrize("name", WORKFLOWS)
def test_token_permissions(name: str) -> None:
    workflow = parsed(WORKFLOWS[name])
    top = workflow["permissions"]
    assert top == {} or set(top.values()) <= {"read", "none"}
    for job in workflow["jobs"].values():
        assert job.get("permissions", top) not in ("write-all", "read-all")


@pytest.mark.parametrize("name", WORKFLOWS)
def test_dangerous_workflow(name: str) -> None:
    """No text of strangers in a script, and no checkout of theirs where there is a secret or a right."""
    workflow = parsed(WORKFLOWS[name])
    steps = [step for job in workflow["jobs"].values() for step in job.get("steps", ())]
    assert [step["run"] for step in steps if STRANGERS.search(step.get("run", ""))] == []
    checkouts = [step for step in steps if step.get("uses", "").startswith("actions/checkout@")]
    if {"pull_request_target", "workflow_run"} & set(_events(workflow)):
        assert [step for step in checkouts if "head" in str(step.get("with", {}).get("ref", ""))] == []
    assert all(step["with"]["persist-credentials"] is False for step in checkouts)


def _events(workflow: Any) -> list[str]:
    on = workflow["on"]
    return [on] if isinstance(on, str) else list(on)


def test_pinned_dependencies() -> None:
    used = [
        line
        for text in [*WORKFLOWS.values(), ACTION.read_text(encoding="utf-8")]
        for line in re.findall(r"uses: (\S+)", text)
    ]
    assert [one for one in used if not one.startswith("./") and not re.search(r"@[0-9a-f]{40}$", one)] == []
    scripts = [
        *WORKFLOWS.values(),
        *((ROOT / name).read_text(encoding="utf-8") for name in ("action.yml", ".ci/run", "Dockerfile")),
    ]
    installs = [
        line for text in scripts for line in re.findall(r".*(?:pip|npm) (?:install|ci).*", text.replace("\\\n", " "))
    ]
    assert installs
    assert [line for line in installs if "--require-hashes" not in line and "--no-deps" not in line] == []


def test_dependency_update_tool_license_and_security_policy() -> None:
    update = (ROOT / ".github/dependabot.yml").read_text(encoding="utf-8")
    assert set(re.findall(r"package-ecosystem: (\S+)", update)) == {"github-actions", "pip", "npm", "docker"}
    assert (ROOT / "LICENSE").read_text(encoding="utf-8").startswith("MIT License")
    policy = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
    assert re.search(r"https://\S+|\S+@\S+\.\w+", policy), "where to report"
    assert re.search(r"\bdays?\b|\bweeks?\b", policy), "until when one may expect an answer"
