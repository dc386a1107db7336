"""How time, memory and the store grow with a project, and what a cluster takes off a machine.

    growth.py [FUNCTIONS…]             repositories of so many functions (1000 3000 10000), grown by SEED (1); SVG: where the plot goes
    growth.py --cluster FUNCTIONS     the same cold run here, on 1, 2 and 4 Dask workers, with one of them killed, and with a Redis

Each size is grown anew (`grown.py`), committed and asked: the first question, which makes the view; one that is warm; one after a file
was edited; and the hook with nothing to do and after an edit. Times are of whole process trees, user and system.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from math import log
from pathlib import Path
from threading import Timer
from typing import NamedTuple

from grown import PER_FILE, grown, module, name
from measure import Run, measured

ROOT = Path(__file__).parent.parent.parent
OURS = Path(sys.executable).parent / "flowscout"
SEED = int(os.environ.get("SEED", "1"))
RUNS = 3


class Row(NamedTuple):
    """Seconds of CPU, megabytes."""

    functions: int
    source: float
    first: float
    memory: float
    store: float
    question: float
    edited: float
    idle: float
    hook: float


TOLD = {
    "functions": "functions", "source": "source, MB", "first": "first question, s", "memory": "its memory, MB", "store": "store, MB",
    "question": "warm question, s", "edited": "after an edit, s", "idle": "hook, nothing to do, s", "hook": "hook, one file, s",
}  # fmt: skip


def repository(folder: Path, functions: int) -> float:
    size = grown(folder, functions, SEED)
    (folder / "flowscout.toml").write_text("")
    for command in (
        ["init", "-q"],
        ["add", "-A"],
        ["-c", "user.name=n", "-c", "user.email=n@example.org", "commit", "-q", "-m", "grown"],
    ):
        subprocess.run(["git", *command], cwd=folder, check=True)
    return size / 1e6


def least(folder: Path, *arguments: str) -> Run:
    return min((measured([OURS, *arguments], folder) for _ in range(RUNS)), key=lambda run: run.cpu)


def edited(folder: Path, file: int, number: int) -> None:
    path = folder / (module(file).replace(".", "/") + ".py")
    path.write_text(path.read_text().replace("return 0\n", f"return {number}0\n", 1) + f"# {number}\n")


def row(functions: int) -> Row:
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "repo"
        source = repository(folder, functions)
        middle = functions // PER_FILE // 2
        question = ("graph", "callers", name(middle // 8, 1))
        first = measured([OURS, *question], folder)
        store = sum(file.stat().st_size for file in (folder / ".git/flowscout").iterdir()) / 1e6
        warm = least(folder, *question)
        after = []
        for number in range(1, RUNS + 1):
            edited(folder, middle, number)
            after.append(measured([OURS, *question], folder).cpu)
        measured([OURS, "refresh", "--worktree", "-q"], folder)
        subprocess.run(["git", "add", "-A"], cwd=folder, check=True)
        measured([OURS, "hook"], folder)
        idle = least(folder, "hook")
        hooks = []
        for number in range(RUNS + 1, 2 * RUNS + 1):
            edited(folder, middle, number)
            subprocess.run(["git", "add", "-A"], cwd=folder, check=True)
            hooks.append(measured([OURS, "hook"], folder).cpu)
        return Row(functions, source, first.cpu, first.memory, store, warm.cpu, min(after), idle.cpu, min(hooks))


def exponent(rows: list[Row], of: str) -> float:
    """The slope of the line through the logarithms."""
    points = [(log(row.functions), log(max(getattr(row, of), 1e-6))) for row in rows]
    middle, height = (sum(values) / len(points) for values in zip(*points, strict=True))
    spread = sum((x - middle) ** 2 for x, _ in points)
    return sum((x - middle) * (y - height) for x, y in points) / spread if spread else 0.0


def table(rows: list[Row]) -> str:
    lines = [
        "| | " + " | ".join(f"{row.functions:,}" for row in rows) + " | exponent |",
        "|---" * (len(rows) + 2) + "|",
    ]
    for of, said in TOLD.items():
        if of != "functions":
            cells = [f"{getattr(row, of):.2f}" if getattr(row, of) < 10 else f"{getattr(row, of):.0f}" for row in rows]
            lines.append(f"| {said} | {' | '.join(cells)} | {exponent(rows, of):.2f} |")
    return "\n".join(lines)


def plot(rows: list[Row]) -> str:
    """Both axes logarithmic, each line begins at 1: its slope is its exponent."""
    width, height, left = 640, 420, 60
    most = max(getattr(row, of) / max(getattr(rows[0], of), 1e-6) for row in rows for of in TOLD if of != "functions")
    across = log(rows[-1].functions / rows[0].functions) or 1.0
    colours = ("#4269d0", "#efb118", "#ff725c", "#6cc5b0", "#3ca951", "#ff8ab7", "#a463f2", "#97bbf5")
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width + 220} {height + 60}" font-family="sans-serif" font-size="13">',
        f'<rect width="{width + 220}" height="{height + 60}" fill="white"/>',
        f'<path d="M{left} 10V{height}H{width}" fill="none" stroke="#888"/>',
        f'<text x="{left}" y="{height + 45}">functions (logarithmic); each line: times what it is at {rows[0].functions:,} (logarithmic)</text>',
    ]
    for row in rows:
        x = left + (width - left - 10) * log(row.functions / rows[0].functions) / across
        parts.append(f'<text x="{x:.0f}" y="{height + 20}" text-anchor="middle">{row.functions:,}</text>')
    for number, (of, said) in enumerate((of, said) for of, said in TOLD.items() if of != "functions"):
        points = [
            (
                left + (width - left - 10) * log(row.functions / rows[0].functions) / across,
                height
                - (height - 20)
                * max(0.0, log(max(getattr(row, of), 1e-6) / max(getattr(rows[0], of), 1e-6)))
                / (log(most) or 1.0),
            )
            for row in rows
        ]
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colours[number]}" stroke-width="2"/>')
        parts.append(
            f'<text x="{width + 15}" y="{30 + 20 * number}" fill="{colours[number]}">{said.rpartition(",")[0] or said} ({exponent(rows, of):.2f})</text>'
        )
    return "\n".join([*parts, "</svg>\n"])


def grows(sizes: list[int]) -> None:
    rows = []
    for size in sizes:
        rows.append(row(size))
        print(table(rows), flush=True)
    picture = Path(os.environ.get("SVG", ROOT / "build" / "scale.svg"))
    picture.parent.mkdir(exist_ok=True)
    picture.write_text(plot(rows))
    print(f"plot: {picture}")


def clusters(functions: int) -> None:
    """The answers have to be the same; the time that the workers took is told beside that of the run."""
    sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "src")]
    from scale.servers import dask_cluster, redis_server  # tests/scale

    with tempfile.TemporaryDirectory() as place, ExitStack() as stack:
        here = Path(place)
        repository(here / "repo", functions)
        alone = _cold(here / "repo", {})
        print(f"here: {alone[0]:.1f} s of CPU, {alone[1]:.1f} s")
        for workers in (1, 2, 4):
            with dask_cluster(here / f"dask{workers}", workers) as cluster:
                took = _cold(here / "repo", {"FLOWSCOUT_EXECUTOR": cluster.url})
                theirs = sum(map(_cpu, (worker.pid for worker in cluster.workers)))
                print(
                    f"{workers} workers: {took[0]:.1f} s of CPU here, {theirs:.1f} s there, {took[1]:.1f} s; the same: {took[2] == alone[2]}"
                )
        server = stack.enter_context(redis_server(here / "redis"))
        shared = {"FLOWSCOUT_MEMO": server.url, "FLOWSCOUT_MEMO_KEY": "k" * 32, "FLOWSCOUT_MEMO_WRITE": "on"}
        with dask_cluster(here / "dask", 2) as cluster:
            killed = Timer(alone[1] / 4, cluster.workers[0].kill)
            killed.start()
            took = _cold(here / "repo", {"FLOWSCOUT_EXECUTOR": cluster.url, **shared})
            killed.cancel()
            print(
                f"2 workers and Redis, one worker killed: {took[0]:.1f} s of CPU here, {took[1]:.1f} s; the same: {took[2] == alone[2]}"
            )
        again = _cold(here / "repo", shared)
        print(f"facts from Redis: {again[0]:.1f} s of CPU, {again[1]:.1f} s; the same: {again[2] == alone[2]}")


def _cold(folder: Path, more: dict[str, str]) -> tuple[float, float, bytes]:
    """CPU and wall seconds of `graph stats` with nothing kept, and what it says."""
    import shutil
    import time

    shutil.rmtree(folder / ".git" / "flowscout", ignore_errors=True)
    before, start = os.times(), time.monotonic()
    done = subprocess.run(
        [OURS, "graph", "stats"], cwd=folder, env={**os.environ, **more}, stdout=subprocess.PIPE, check=True
    )
    after = os.times()
    return (
        after.children_user - before.children_user + after.children_system - before.children_system,
        time.monotonic() - start,
        done.stdout,
    )


def _cpu(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--cluster"]:
        clusters(int(sys.argv[2]))
    else:
        grows(sorted(map(int, sys.argv[1:])) or [1_000, 3_000, 10_000])
