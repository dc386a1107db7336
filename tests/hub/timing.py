"""From the start of a job to the comment, split: what installing costs, what reading, what publishing; cold and warm.

    PYTHONPATH=src:tests python -m hub.timing                       the sample
    PYTHONPATH=src:tests python -m hub.timing ~/src/flask file.py   a repository of yours; the file gets one more function

Prints seconds. The installation is the action's own, with whatever index pip is configured for; GitHub is the local double,
so publishing is without the way to GitHub and back.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from hub.double import Double
from hub.stage import CHANGED, Stage, git

ROOT = Path(__file__).parent.parent.parent
ADDED = "\n\ndef handle_timing(request):\n    if request is None:\n        raise ValueError('nothing')\n    return request\n"


class Row(NamedTuple):
    what: str
    seconds: float


def installed(temporary: Path, cache: Path) -> tuple[Row, Path]:
    environment = {
        **os.environ,
        "RUNNER_TEMP": str(temporary),
        "GITHUB_ACTION_PATH": str(ROOT),
        "PIP_CACHE_DIR": str(cache),
        "UV_CACHE_DIR": str(cache),
    }
    began = time.monotonic()
    subprocess.run(
        [sys.executable, str(ROOT / ".ci/install_action.py")], check=True, env=environment, stdout=subprocess.DEVNULL
    )
    return Row("install", time.monotonic() - began), temporary / "flowscout-env/bin/python"


def staged(folder: Path, double: Double, repository: str, path: str) -> Stage:
    stage = Stage(folder / "stage", double)
    if repository:
        shutil.rmtree(stage.upstream)
        shutil.rmtree(stage.seed)
        git(folder, "clone", "-q", "--bare", repository, str(stage.upstream))
        git(folder, "clone", "-q", str(stage.upstream), str(stage.seed))
        git(stage.seed, "checkout", "-q", "-B", "main")
        git(stage.seed, "push", "-q", "-f", "origin", "main:main")
        git(stage.upstream, "config", "uploadpack.allowAnySHA1InWant", "true")
        git(stage.seed, "switch", "-q", "-c", "topic")
        stage.push({path: (stage.seed / path).read_text(encoding="utf-8") + ADDED})
    else:
        stage.push({"store.py": CHANGED})
    stage.checkout()
    return stage


def reviewed(stage: Stage, python: Path) -> list[Row]:
    _, environment = stage.prepared("pull_request", stage.pull_request(), check_run="true")
    environment.pop("PYTHONPATH")
    began = time.monotonic()
    done = subprocess.run(
        [str(python), "-m", "flowscout", "action"],
        cwd=stage.workspace,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    whole = time.monotonic() - began
    parts = [
        Row(name, float(seconds))
        for name, seconds in re.findall(r"(base|analysis|publication) ([\d.]+) s", done.stdout)
    ]
    return [
        *parts,
        Row("starting Python and the rest", whole - sum(part.seconds for part in parts)),
        Row("the whole step", whole),
    ]


def main(repository: str = "", path: str = "") -> None:
    double = Double().start()
    double.graphql({"query": "query { viewer { login } }"})  # its schema is read once, which takes a second
    double.pull(1)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        cache = folder / "cache"
        cold, python = installed(folder / "cold", cache)
        warm, _ = installed(folder / "warm", cache)
        size = sum(file.stat().st_size for file in (folder / "cold").rglob("*") if file.is_file())
        print(
            f"install, {'uv' if shutil.which('uv') else 'pip'}: cold {cold.seconds:.1f} s, with its cache warm {warm.seconds:.1f} s, {size / 1e6:.0f} MB"
        )
        stage = staged(folder, double, repository, path)
        for said in ("cold store", "warm store"):
            double.comments.clear()
            rows = reviewed(stage, python)
            assert len(double.bodies(1)) == 1
            print(f"{said}: " + ", ".join(f"{row.what} {row.seconds:.2f} s" for row in rows))
    double.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
