"""What one run of a program takes: wall and CPU seconds of its whole process tree, and the most memory it holds."""

from __future__ import annotations

import os
import subprocess
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple


class Run(NamedTuple):
    """wall, cpu (user and system): seconds. memory: MB, the largest sum of the tree's own pages. status: the exit code."""

    wall: float
    cpu: float
    memory: float
    status: int


def measured(command: Sequence[str | Path], folder: Path) -> Run:
    """In a home of its own, so that nothing of the user's is read or touched."""
    home = folder.parent / "home"
    env = {
        name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"
    }  # users keep bytecode
    env |= {"HOME": str(home), "XDG_CACHE_HOME": str(home / "cache"), "NO_COLOR": "1", "CI": "1"}
    start = time.perf_counter()
    process = subprocess.Popen(
        [str(part) for part in command],
        cwd=folder,
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    peak, over = [0.0], threading.Event()

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
            pages = Path(f"/proc/{one}/statm").read_text().split()
            total += int(pages[1]) - int(pages[2])
        except (OSError, IndexError):
            continue
    return total * os.sysconf("SC_PAGE_SIZE") / 1e6


def row(name: str, runs: Sequence[Run]) -> str:
    """Least and median, in milliseconds."""
    wall, cpu = ([1000 * value for value in values] for values in ([r.wall for r in runs], [r.cpu for r in runs]))
    return (
        f"  {name:34} {min(wall):8.0f} /{median(wall):8.0f} {min(cpu):8.0f} /{median(cpu):8.0f}"
        f" {max(r.memory for r in runs):7.0f}"
    )


def ratio(runs: Sequence[Run], others: Sequence[Run], of: str) -> float:
    """Of the least of each: what is above that is somebody else's work on the machine."""
    return float(min(getattr(r, of) for r in runs) / min(getattr(r, of) for r in others))
