"""A new user's first hour, in fresh clones of public projects: what is typed, how long it takes, and the first comment as GitHub gets it.

  first_hour.py REPOSITORY…     clones, whose last change of a flow becomes the first pull request

The default branch is put back to before that change; then flowscout is set up as the README says, and the change is opened as a pull
request of the double, whose job runs what the workflow that was written says, with the rights that it says.
"""

from __future__ import annotations

import re
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from flowscout.adapters.git.origin import merged
from flowscout.adapters.git.plumbing import discover
from hub.double import Double
from hub.stage import Stage, git
from hub.test_workflows import parsed

FLOWSCOUT = (sys.executable, "-m", "flowscout")


def main() -> None:
    for name in sys.argv[1:]:
        with tempfile.TemporaryDirectory() as folder:
            tried(Path(name).resolve(), Path(folder))


def tried(source: Path, folder: Path) -> None:
    home = folder / "home"
    git(folder, "clone", "-q", str(source), str(home))
    before, after = last_change(home)
    branch = git(home, "symbolic-ref", "--short", "HEAD").strip()
    git(home, "checkout", "-q", "-B", branch, before)
    git(folder, "clone", "-q", "--bare", str(home), str(folder / "up.git"))
    git(home, "remote", "set-url", "origin", str(folder / "up.git"))
    told = [f"\n=== {source.name}"]
    told.append(step(home, *FLOWSCOUT, "init", "-q"))
    for command in (
        ("add", ".github"),
        ("commit", "-q", "-m", "Review the flow of pull requests"),
        ("push", "-q", "origin", f"HEAD:{branch}"),
    ):
        begun = time.monotonic(), of_children()
        git(home, *command)
        told.append(f"  {took(*begun)}  git {' '.join(command)}")
    double = Double(folder / "up.git").start()
    try:
        told += pull_request(home, folder, double, (before, after), branch)
    finally:
        double.stop()
    sys.stdout.write("\n".join(told) + "\n")
    sys.stdout.flush()


def last_change(home: Path) -> tuple[str, str]:
    """Of the change that `init --dry-run` shows."""
    said = subprocess.run([*FLOWSCOUT, "init", "--dry-run"], cwd=home, stdout=subprocess.PIPE, text=True, check=True)
    sha = re.search(r" sha=([0-9a-f]{40}) ", said.stdout)
    assert sha, said.stderr
    here = discover(str(home))
    assert here is not None
    return next((before, after) for before, after, _ in merged(here, 100) if after == sha[1])


def step(folder: Path, *command: str) -> str:
    begun = time.monotonic(), of_children()
    subprocess.run(command, cwd=folder, capture_output=True, check=True)
    return f"  {took(*begun)}  flowscout {' '.join(command[3:])}"


def took(wall: float, processor: float) -> str:
    """A machine that is busy with other things changes the first, hardly the second."""
    return f"{time.monotonic() - wall:5.1f} s ({of_children() - processor:.1f} s of CPU)"


def of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def pull_request(home: Path, folder: Path, double: Double, change: tuple[str, str], branch: str) -> list[str]:
    patch = subprocess.run(["git", "diff", "--binary", *change], cwd=home, capture_output=True, check=True).stdout
    git(home, "switch", "-q", "-c", "topic")
    subprocess.run(["git", "apply", "--index"], cwd=home, input=patch, check=True)
    git(home, "commit", "-q", "-m", "The change")
    git(home, "push", "-q", "origin", "HEAD:refs/pull/1/head")
    git(home, "switch", "-q", branch)
    git(home, "merge", "-q", "--no-ff", "-m", "merge", "topic")
    git(home, "push", "-q", "origin", "HEAD:refs/pull/1/merge")
    git(folder / "up.git", "update-ref", "refs/heads/main", f"refs/heads/{branch}")
    stage = Stage.__new__(Stage)
    stage.folder, stage.double, stage.upstream, stage.workspace, stage.runs, stage.patience = (
        folder,
        double,
        folder / "up.git",
        folder / "ws",
        0,
        60,
    )
    double.pull(1)
    stage.checkout()
    job = parsed((stage.workspace / ".github/workflows/flowscout.yml").read_text(encoding="utf-8"))["jobs"]["review"]
    double.granted = job["permissions"]
    (inputs,) = [one.get("with", {}) for one in job["steps"] if "/flowscout@" in one.get("uses", "")]
    begun = time.monotonic(), of_children()
    ran = stage.run(
        "pull_request", stage.pull_request("opened"), **{key.replace("-", "_"): value for key, value in inputs.items()}
    )
    lasted = took(*begun)
    double.settled()
    (body,) = double.bodies(1)
    first = body.partition("\n")[2].partition("<details>")[0].rstrip()
    told = f"the job's step, exit {ran.code}, published to {ran.outputs['published-to']}; {len(body)} characters"
    return [f"  {lasted}  {told}", "", first]


if __name__ == "__main__":
    main()
