"""A cluster takes work off a machine, and whatever happens to it, the answers are those of this machine alone."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from flowscout.model.frames import frame, unframe
from flowscout.tasks import facts
from never_lost.world import CACHE, ORDERS, QUEUE
from scale import units
from scale.servers import DaskCluster, dask_cluster, needs
from shell.repositories import Repo

MESSAGES = [frame([facts.MADE_BY, b"a.py", b"python", f"def f(x):\n    return x + {n}\n".encode()]) for n in range(24)]
LOCAL = [units.read(message) for message in MESSAGES]


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DaskCluster]:
    with dask_cluster(tmp_path_factory.mktemp("dask")) as made:
        yield made


def executor(url: str, said: list[str]) -> Any:
    needs(module="distributed")
    from flowscout.adapters.workers.dask import Cluster

    return Cluster(url, lambda: ThreadPoolExecutor(1), said.append)


def test_several_worker_processes_do_the_work(cluster: DaskCluster) -> None:
    said: list[str] = []

    pids = {int(answer) for answer in executor(cluster.url, said).map(units.worker, MESSAGES)}

    assert pids <= {worker.pid for worker in cluster.workers}
    assert len(pids) > 1
    assert said == []


def test_no_thread_stays_when_the_work_is_done(cluster: DaskCluster) -> None:
    before = set(threading.enumerate())

    assert list(executor(cluster.url, []).map(units.read, MESSAGES)) == LOCAL

    assert [thread for thread in set(threading.enumerate()) - before if "Offload" not in thread.name] == []


def test_a_run_with_a_cluster_writes_what_a_run_without_writes(cluster: DaskCluster, tmp_path: Path) -> None:
    alone, spread = (large(tmp_path / name) for name in ("alone", "spread"))

    one = alone.flowscout("refresh", "-v")
    two = spread.flowscout("refresh", "-v", env={"FLOWSCOUT_EXECUTOR": cluster.url})

    assert (one.code, one.out, one.said) == (two.code, two.out, two.said)
    assert documents(alone) == documents(spread)
    assert spread.flowscout("verify").code == 0


def test_a_worker_that_is_killed_costs_time_only(tmp_path: Path) -> None:
    said: list[str] = []
    with dask_cluster(tmp_path / "dask", workers=2) as cluster:
        answers = executor(cluster.url, said).map(units.slowly, MESSAGES)
        first = next(answers)
        cluster.workers[0].kill()

        assert [first, *answers] == LOCAL
    assert said == []


def test_a_scheduler_that_is_killed_costs_time_only(tmp_path: Path) -> None:
    said: list[str] = []
    with dask_cluster(tmp_path / "dask", workers=2) as cluster:
        answers = executor(cluster.url, said).map(units.slowly, MESSAGES)
        first = next(answers)
        cluster.scheduler.kill()

        assert [first, *answers] == LOCAL
    assert len(said) == 1
    assert "the rest of the work is done here" in said[0]


def test_a_scheduler_that_stands_still_is_not_waited_for_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    needs(module="distributed")
    monkeypatch.setattr("flowscout.adapters.workers.dask.STALLED", 2.0)
    said: list[str] = []
    with dask_cluster(tmp_path / "dask", workers=2) as cluster:
        answers = executor(cluster.url, said).map(units.slowly, MESSAGES)
        first = next(answers)
        for process in (cluster.scheduler, *cluster.workers):
            process.send_signal(signal.SIGSTOP)

        assert [first, *answers] == LOCAL
    assert len(said) == 1


def test_without_a_scheduler_the_work_is_done_here_at_once() -> None:
    said: list[str] = []
    start = time.monotonic()

    assert list(executor("dask://127.0.0.1:9", said).map(units.read, MESSAGES)) == LOCAL

    assert time.monotonic() - start < 30
    assert said == ["the Dask cluster at tcp://127.0.0.1:9 does not answer (OSError): the work is done here"]


def test_what_fails_on_the_cluster_is_done_here(cluster: DaskCluster) -> None:
    said: list[str] = []

    answers = list(executor(cluster.url, said).map(partial(units.only_at, os.getpid()), MESSAGES))

    assert answers == MESSAGES
    assert len(said) == 1
    assert "failed (MemoryError)" in said[0]


def test_who_stops_asking_is_not_kept_waiting(cluster: DaskCluster) -> None:
    answers = executor(cluster.url, []).map(units.slowly, MESSAGES)
    next(answers)
    start = time.monotonic()

    answers.close()

    assert time.monotonic() - start < 20


def test_a_flowscout_of_another_version_neither_answers_nor_is_believed() -> None:
    asked = frame([b"0.0.1 1", b"a.py", b"python", b"def f(): pass\n"])

    assert unframe(units.read(asked)) == [facts.MADE_BY]
    assert facts._rows(frame([b"0.0.1 1", *unframe(LOCAL[0])[1:]]), 1) == []
    assert facts._rows(LOCAL[0], 1) != []


def large(path: Path) -> Repo:
    """More source than one process would read alone."""
    talk = "and so on " * 2_000
    sources = {f"p{n}/orders.py": f"# {n} {talk}\n{ORDERS}" for n in range(20)}
    sources |= {f"p{n}/queue.c": f"// {n} {talk}\n{QUEUE}" for n in range(20)}
    sources |= {f"p{n}/cache.cc": f"// {n} {talk}\n{CACHE}" for n in range(20)}
    assert sum(map(len, sources.values())) > facts.POOL_FROM_BYTES
    repo = Repo(path)
    repo.commit({"flowscout.toml": "max-charts = 20", **sources})
    return repo


def documents(repo: Repo) -> dict[str, bytes]:
    return {str(file.relative_to(repo.path)): file.read_bytes() for file in sorted((repo.path / "docs").rglob("*.md"))}
