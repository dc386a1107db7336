"""Real servers for a test: a Redis, and a Dask cluster of several worker processes, each stopped when the test ends.

Without them a test is skipped with the reason; where CI is set that is a failure.
"""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from shell.repositories import SOURCE

TESTS = Path(__file__).parent.parent
SECONDS = 60.0  # until a server must be there; machines of CI are slow


def needs(*, module: str = "", program: str = "") -> None:
    missing = module if module and not importlib.util.find_spec(module) else ""
    missing = missing or (program if program and not shutil.which(program) else "")
    if missing and os.environ.get("CI"):
        pytest.fail(f"{missing} is not installed, and CI is set: nothing may be skipped there")
    if missing:
        pytest.skip(f"{missing} is not installed")


def until(holds: Callable[[], bool], what: str) -> None:
    end = time.monotonic() + SECONDS
    while not holds():
        assert time.monotonic() < end, f"{what} did not come"
        time.sleep(0.05)


class RedisServer(NamedTuple):
    process: subprocess.Popen[bytes]
    socket: Path

    @property
    def url(self) -> str:
        return f"unix://:opensesame@{self.socket}"


@contextmanager
def redis_server(folder: Path) -> Iterator[RedisServer]:
    needs(module="redis")
    needs(program="redis-server")
    import redis

    folder.mkdir(exist_ok=True)
    socket = folder / "redis.sock"
    options = [
        "--port",
        "0",
        "--unixsocket",
        str(socket),
        "--save",
        "",
        "--appendonly",
        "no",
        "--requirepass",
        "opensesame",
    ]
    process = subprocess.Popen(["redis-server", *options], cwd=folder, stdout=subprocess.DEVNULL)
    try:
        until(socket.exists, "Redis")
        server = RedisServer(process, socket)
        until(lambda: bool(redis.Redis.from_url(server.url).ping()), "Redis")
        yield server
    finally:
        process.kill()
        process.wait()


class DaskCluster(NamedTuple):
    scheduler: subprocess.Popen[bytes]
    workers: list[subprocess.Popen[bytes]]
    address: str

    @property
    def url(self) -> str:
        return self.address.replace("tcp://", "dask://")


@contextmanager
def dask_cluster(folder: Path, workers: int = 3) -> Iterator[DaskCluster]:
    needs(module="distributed")
    from distributed import Client

    folder.mkdir(exist_ok=True)
    told = folder / "scheduler.json"
    common = ["--no-dashboard", "--scheduler-file", str(told)]
    with ExitStack() as stack:
        scheduler = stack.enter_context(
            _process("dask_scheduler", folder, *common, "--host", "127.0.0.1", "--port", "0")
        )
        until(lambda: told.exists() and told.stat().st_size > 0, "the scheduler")
        running = [
            stack.enter_context(
                _process(
                    "dask_worker", folder, *common, "--no-nanny", "--nthreads", "1", "--local-directory", str(folder)
                )
            )
            for _ in range(workers)
        ]
        cluster = DaskCluster(scheduler, running, json.loads(told.read_text())["address"])
        with Client(cluster.address, set_as_default=False) as client:
            client.wait_for_workers(workers, timeout=SECONDS)
        yield cluster


@contextmanager
def _process(name: str, folder: Path, *arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    command = [sys.executable, "-m", f"distributed.cli.{name}", *arguments]
    paths = os.pathsep.join((str(SOURCE), str(TESTS)))
    with (folder / "log").open("ab") as log:
        process = subprocess.Popen(command, cwd=folder, env={**os.environ, "PYTHONPATH": paths}, stdout=log, stderr=log)
    try:
        yield process
    finally:
        process.kill()
        process.wait()
