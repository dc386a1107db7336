"""Speed and memory beside public peers, as ratios in one run on the same files.

    bench.py PEERS [REPOSITORY…]     PEERS: the folder of the peers' programs; without a repository, the demo's

Each repository is copied first, so every run is cold and nothing of the user's is touched. CPU is user and system time
of the whole process tree; memory is the largest sum of resident pages of the tree, sampled. Ratios below 1 mean that
flowscout took less.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent.parent
OURS = Path(sys.executable).parent / "flowscout"
SUFFIXES = frozenset((".c", ".h", ".cc", ".cpp", ".cxx", ".hh", ".hpp", ".hxx", ".py", ".pyi"))
RUNS = 2


class Run(NamedTuple):
    wall: float
    cpu: float
    memory: float  # MB
    status: int


def _tree(pid: int) -> list[int]:
    found, stack = [], [pid]
    while stack:
        here = stack.pop()
        found.append(here)
        try:
            for task in os.listdir(f"/proc/{here}/task"):
                stack += map(int, Path(f"/proc/{here}/task/{task}/children").read_text().split())
        except OSError:
            continue
    return found


def _resident(pid: int) -> float:
    total = 0
    for one in _tree(pid):
        try:
            total += int(Path(f"/proc/{one}/statm").read_text().split()[1]) - int(Path(f"/proc/{one}/statm").read_text().split()[2])
        except (OSError, IndexError):
            continue
    return total * os.sysconf("SC_PAGE_SIZE") / 1e6


def measured(command: Sequence[str | Path], folder: Path, home: Path) -> Run:
    env = {**os.environ, "HOME": str(home), "XDG_CACHE_HOME": str(home / "cache"), "NO_COLOR": "1"}
    start = time.perf_counter()
    process = subprocess.Popen(
        [str(part) for part in command], cwd=folder, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    peak = [0.0]
    over = threading.Event()

    def watch() -> None:
        while not over.wait(0.05):
            peak[0] = max(peak[0], _resident(process.pid))

    watcher = threading.Thread(target=watch)
    watcher.start()
    _, status, used = os.wait4(process.pid, 0)
    wall = time.perf_counter() - start
    over.set()
    watcher.join()
    process.returncode = os.waitstatus_to_exitcode(status)
    return Run(wall, used.ru_utime + used.ru_stime, max(peak[0], used.ru_maxrss / 1000), process.returncode)


def cold(command: Sequence[str | Path], repository: Path) -> Run:
    """The quickest of a few runs, each in a copy of its own."""
    runs = []
    for _ in range(RUNS):
        with tempfile.TemporaryDirectory() as place:
            copy = Path(place) / repository.name
            shutil.copytree(repository, copy, symlinks=True, ignore=shutil.ignore_patterns(".git"))
            subprocess.run(["git", "init", "-q"], cwd=copy, check=True)
            subprocess.run(["git", "add", "-A", "-f"], cwd=copy, check=True, stderr=subprocess.DEVNULL)
            who = ["-c", "user.name=bench", "-c", "user.email=bench@example.com"]
            subprocess.run(["git", *who, "commit", "-q", "-m", "bench"], cwd=copy, check=True)
            runs.append(measured(command, copy, Path(place)))
    return min(runs, key=lambda run: run.cpu)


def megabytes(repository: Path) -> float:
    files = (p for p in repository.rglob("*") if p.suffix in SUFFIXES and p.is_file() and ".git" not in p.parts)
    return sum(size for p in files if (size := p.stat().st_size) <= 1_000_000) / 1e6


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
    failed = 0
    for repository in [Path(a).resolve() for a in arguments[1:]] or [demo()]:
        size = megabytes(repository)
        print(f"\n{repository.name}: {size:.2f} MB of C, C++ and Python; best of {RUNS} cold runs")
        jobs: dict[str, Sequence[str | Path]] = {
            "flowscout scout": [OURS, "scout", "."],
            "flowscout graph stats": [OURS, "graph", "stats"],
            "flowscout export cfg": [OURS, "export", "cfg"],
            "code-review-graph build": [peers / "code-review-graph", "build"],
            "lizard": [peers / "lizard", "."],
        }
        runs = {name: cold(command, repository) for name, command in jobs.items()}
        for name, run in runs.items():
            bad = "" if run.status == 0 or name == "lizard" else f"  FAILED, exit {run.status}"
            failed += bool(bad)
            print(f"  {name:26} {run.wall:7.2f} s  {run.cpu:7.2f} CPU s  {run.memory:6.0f} MB{bad}")
        ours = runs["flowscout graph stats"]
        for name in ("flowscout scout", "flowscout graph stats", "flowscout export cfg"):
            print(f"  {name}: {size / runs[name].cpu:.2f} MB a CPU second")
        for name in ("code-review-graph build", "lizard"):
            print(f"  CPU of flowscout graph stats / {name}: {ours.cpu / runs[name].cpu:.2f}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
