"""Speed and memory beside a floor and public peers: in one run, on the same files, repetitions in turn.

    bench.py PEERS [REPOSITORY…]     PEERS: the folder of the peers' programs; without a repository, the demo's

For each repository: a cold run (everything from nothing), a hook that has nothing to do, and a hook after one file changed.
Each tool works in a copy of its own, nothing of the user's is touched, and times are of whole process trees. `floor.py` says
what the floor is. Ratios are of the least of each, so that others' work on the machine counts little; below 1 flowscout took
less. Environment: BENCH_RUNS, repetitions of what is quick (default 9).

What the ratios are held against: a hook after an edit at most 2 times the floor's wall time and half of code-review-graph's CPU;
a hook with nothing to do at most 1.5 times the floor's CPU without the parse; the same edit in the largest repository at
most 1.3 times the CPU that it takes in the smallest.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

from measure import Run, measured, ratio, row
from places import SAMPLE, Edit, apply, copied, edits, git, restore, sources

ROOT = Path(__file__).parent.parent.parent
BIN = Path(sys.executable).parent
OURS = BIN / "flowscout"
FLOOR: tuple[str | Path, ...] = (sys.executable, Path(__file__).parent / "floor.py")
RUNS = int(os.environ.get("BENCH_RUNS", "9"))
COLD = 2
GIT = "git ls-files -s -t -z >/dev/null"  # what the hook asks git
FINE = {
    "flowscout hook": (0, 1),
    "lizard": (0, 1),
    "lizard .": (0, 1),
    "ruff check": (0, 1),
    "ruff check .": (0, 1),
}  # findings are no failure

Command: TypeAlias = Sequence[str | Path]
Runs: TypeAlias = dict[str, list[Run]]


def in_turn(jobs: Mapping[str, tuple[Command, Path]], edit: Edit | None = None) -> Runs:
    """Each job's runs, one of each after the other; each after another edit, which is taken back."""
    found: Runs = {name: [] for name in jobs}
    for number in range(RUNS):
        for name, (command, folder) in jobs.items():
            if edit:
                apply(folder, edit, number)
            found[name].append(measured(command, folder))
            if edit:
                restore(folder)
            if edit and command[0] == OURS:  # as if the edit had never been
                measured(command, folder)
    return found


def told(title: str, runs: Runs) -> int:
    """Prints them; how many failed."""
    print(f"\n  {title:34} wall ms: least / median     CPU ms: least / median      MB")
    failed = 0
    for name, some in runs.items():
        bad = {r.status for r in some} - set(FINE.get(name, (0,)))
        failed += bool(bad)
        print(row(name, some) + (f"  FAILED, exit {sorted(bad)}" if bad else ""))
    return failed


def compared(runs: Runs, name: str, other: str, of: str, aim: str = "") -> None:
    print(
        f"    {of} of {name} / {other}: {ratio(runs[name], runs[other], of):.2f}{f'   (aim: at most {aim})' if aim else ''}"
    )


def cold(repository: Path, peers: Path, size: float) -> int:
    """Each run in a copy of its own, that nobody has seen."""
    jobs: dict[str, Command] = {
        "flowscout refresh": [OURS, "refresh", "--worktree", "-q"],
        "flowscout scout": [OURS, "scout", "."],
        "flowscout graph stats": [OURS, "graph", "stats"],
        "code-review-graph build": [peers / "code-review-graph", "build"],
        "lizard .": [peers / "lizard", "."],
        "ruff check .": [peers / "ruff", "check", "--no-cache", "."],
    }
    runs: Runs = {name: [] for name in jobs}
    for _ in range(COLD):
        for name, command in jobs.items():
            with tempfile.TemporaryDirectory() as place:
                runs[name].append(measured(command, copied(repository, Path(place))))
    failed = told(f"cold, {size:.2f} MB of source", runs)
    for name in ("flowscout scout", "flowscout graph stats", "flowscout refresh"):
        print(f"    {name}: {size / min(r.cpu for r in runs[name]):.2f} MB a CPU second")
    for ours in ("flowscout graph stats", "flowscout refresh"):
        for other in ("code-review-graph build", "lizard ."):
            compared(runs, ours, other, "cpu")
    return failed


def hooks(repository: Path, peers: Path, place: Path) -> tuple[int, Runs]:
    """A hook with nothing to do, then one after each edit; the runs after the edit that is the same everywhere."""
    here, there = (copied(repository, folder) for folder in (place / "ours", place / "peer"))
    store, graph = place / "floor.sqlite", peers / "code-review-graph"
    for command in (["refresh", "--worktree", "-q"], ["hook"]):
        measured([OURS, *command], here)
    git(here, "add", "-A")
    git(here, "commit", "-q", "-m", "docs")
    for _ in range(2):
        measured([OURS, "hook"], here)
    measured([graph, "build"], there)
    idle = in_turn({
        "floor without the parse": ([*FLOOR, store], here),
        "flowscout hook": ([OURS, "hook"], here),
        "code-review-graph update": ([graph, "update"], there),
    })  # fmt: skip
    failed = told("nothing to do", idle)
    compared(idle, "flowscout hook", "floor without the parse", "cpu", "1.5")
    same: Runs = {}
    for edit in edits(here):
        runs = edited(edit, here, there, store, peers)
        failed += told(f"{edit.path[-24:]}, {edit.size / 1000:.1f} kB", runs)
        compared(runs, "flowscout hook", "floor", "wall", "2")
        compared(runs, "flowscout hook", "floor", "cpu")
        compared(runs, "flowscout hook", "code-review-graph update", "cpu", "0.5")
        same = runs if edit.path == SAMPLE else same
    return failed, same


def edited(edit: Edit, here: Path, there: Path, store: Path, peers: Path) -> Runs:
    jobs: dict[str, tuple[Command, Path]] = {
        "floor": ([*FLOOR, store, "parse"], here),
        "flowscout hook": ([OURS, "hook"], here),
        "its git commands alone": (["sh", "-c", GIT], here),
        "code-review-graph update": ([peers / "code-review-graph", "update"], there),
        "lizard": ([peers / "lizard", edit.path], here),
    }
    if edit.path.endswith(".py"):
        jobs["ruff check"] = ([peers / "ruff", "check", "--no-cache", edit.path], here)
    return in_turn(jobs, edit)


def demo() -> Path:
    """The sample repository, unpacked."""
    place = ROOT / "build" / "bench" / "volume-service"
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    subprocess.run(["git", "init", "-q", "-b", "main"], cwd=place, check=True)
    with (ROOT / "demo" / "volume-service.fast-export").open("rb") as stream:
        subprocess.run(["git", "fast-import", "--quiet"], cwd=place, stdin=stream, check=True)
    subprocess.run(["git", "checkout", "-q", "-f", "main"], cwd=place, check=True)
    return place


def main(arguments: Sequence[str]) -> int:
    peers = Path(arguments[0]).resolve()
    failed, same = 0, dict[tuple[float, str], float]()
    for repository in [Path(a).resolve() for a in arguments[1:]] or [demo()]:
        size = sum(path.stat().st_size for path in sources(repository)) / 1e6
        print(f"\n{repository.name}: {size:.2f} MB of C, C++ and Python")
        with tempfile.TemporaryDirectory() as place:
            more, runs = hooks(repository, peers, Path(place))
        whole, gits = (min(r.cpu for r in runs[name]) for name in ("flowscout hook", "its git commands alone"))
        same[size, repository.name] = whole - gits
        failed += more + cold(repository, peers, size)
    small, large = min(same), max(same)
    if small != large:
        more_ = same[large] / same[small]
        print(f"\ncpu of the same edit without git's share, {large[1]} / {small[1]}: {more_:.2f}   (aim: at most 1.3)")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
