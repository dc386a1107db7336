"""An organisation's memo saves its runners work; whoever can write to the server can make them work, and nothing else."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import threading
import time
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from flowscout.adapters.store.two_level import SHARED
from flowscout.scale import why_not_write
from never_lost.world import CACHE, HEADER, ORDERS, QUEUE
from scale.servers import RedisServer, needs, redis_server
from shell.repositories import Ran, Repo

KEY = "an organisation's key, well kept, and long enough"
SOURCES = {"orders.py": ORDERS, "queue.c": QUEUE, "queue.h": HEADER, "cache.cc": CACHE, "flowscout.toml": ""}


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    with redis_server(tmp_path_factory.mktemp("redis")) as server:
        yield server


@pytest.fixture
def server(started: RedisServer) -> RedisServer:
    client(started).flushall()
    return started


def client(server: RedisServer) -> Any:
    import redis

    return redis.Redis.from_url(server.url)


def environment(server: RedisServer, **more: str) -> dict[str, str]:
    """That of a person's own machine."""
    nobody = {"CI": "", "GITHUB_ACTIONS": "", "GITLAB_CI": ""}
    return {**nobody, "FLOWSCOUT_MEMO": server.url, "FLOWSCOUT_MEMO_KEY": KEY, **more}


class Machine:
    """A clone on another machine: the same sources, and a store of its own."""

    def __init__(self, path: Path) -> None:
        self.repo = Repo(path)
        self.repo.commit(SOURCES)

    def run(self, env: dict[str, str]) -> Ran:
        return self.repo.flowscout("refresh", env=env)

    def docs(self) -> dict[str, bytes]:
        return {file.name: file.read_bytes() for file in sorted((self.repo.path / "docs").rglob("*.md"))}

    def facts(self) -> dict[str, bytes]:
        with sqlite3.connect(self.repo.path / ".git/flowscout/store.sqlite") as db:
            return {
                key: value
                for key, value in db.execute("SELECT key, value FROM memo ORDER BY key")
                if key.startswith(SHARED)
            }


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Machine:
    """What a run finds without anybody's help."""
    machine = Machine(tmp_path_factory.mktemp("alone") / "repo")
    assert machine.run({"FLOWSCOUT_MEMO": ""}).code == 0
    return machine


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path / "repo")


@pytest.fixture
def warm(server: RedisServer, tmp_path: Path, alone: Machine) -> RedisServer:
    """A server to which another machine has given what it found."""
    other = Machine(tmp_path / "other")
    ran = other.run(environment(server))
    assert (ran.code, other.docs()) == (0, alone.docs())
    assert client(server).dbsize() == len(alone.facts()) > 8
    return server


def right(machine: Machine, alone: Machine) -> bool:
    return machine.docs() == alone.docs() and machine.facts() == alone.facts()


def test_what_one_machine_found_another_need_not_find(warm: RedisServer, machine: Machine, alone: Machine) -> None:
    ran = machine.run(environment(warm))

    assert right(machine, alone)
    assert "memo" not in ran.said
    about = client(warm).info("stats")
    assert about["keyspace_hits"] >= len(alone.facts())


def test_a_value_that_was_changed_is_a_miss_and_said_once(warm: RedisServer, machine: Machine, alone: Machine) -> None:
    for name in client(warm).scan_iter():
        value = bytearray(client(warm).get(name))
        value[-1] ^= 1
        client(warm).set(name, bytes(value))

    ran = machine.run(environment(warm))

    assert right(machine, alone)
    assert ran.said.count("did not sign") == 1


def test_a_value_that_was_moved_to_another_question_is_a_miss(
    warm: RedisServer, machine: Machine, alone: Machine
) -> None:
    names = sorted(client(warm).scan_iter())
    values = [client(warm).get(name) for name in names]
    for name, value in zip(names, values[1:] + values[:1], strict=True):
        client(warm).set(name, value)

    ran = machine.run(environment(warm))

    assert right(machine, alone)
    assert ran.said.count("did not sign") == 1


@pytest.mark.parametrize(
    "forged", [b"x", zlib.compress(b"[]"), b"\0" * 32 + zlib.compress(b"[]")], ids=("short", "bare", "zeros")
)
def test_a_value_without_a_mac_is_a_miss(warm: RedisServer, machine: Machine, alone: Machine, forged: bytes) -> None:
    for name in client(warm).scan_iter():
        client(warm).set(name, forged)

    assert machine.run(environment(warm)).code == 0
    assert right(machine, alone)


def test_a_value_of_another_type_is_a_miss(warm: RedisServer, machine: Machine, alone: Machine) -> None:
    for name in client(warm).scan_iter():
        client(warm).delete(name)
        client(warm).rpush(name, "a list")

    assert machine.run(environment(warm)).code == 0
    assert right(machine, alone)


def test_values_under_another_key_are_misses_and_are_replaced(
    warm: RedisServer, machine: Machine, alone: Machine, tmp_path: Path
) -> None:
    theirs = environment(warm, FLOWSCOUT_MEMO_KEY=KEY[::-1])

    first = machine.run(theirs)
    again = Machine(tmp_path / "again")
    second = again.run(theirs)

    assert right(machine, alone)
    assert right(again, alone)
    assert (first.said.count("did not sign"), second.said.count("did not sign")) == (1, 0)


@pytest.mark.parametrize("key", ["", "short"])
def test_without_a_key_the_memo_is_not_used(server: RedisServer, machine: Machine, alone: Machine, key: str) -> None:
    ran = machine.run(environment(server, FLOWSCOUT_MEMO_KEY=key))

    assert client(server).dbsize() == 0
    assert ran.code == (2 if key else 0)
    assert "FLOWSCOUT_MEMO_KEY" in ran.said
    assert key or right(machine, alone)


PULL = {"pull_request": {"head": {"repo": {"id": 2}}, "base": {"repo": {"id": 1}}}}
OWN = {"pull_request": {"head": {"repo": {"id": 1}}, "base": {"repo": {"id": 1}}}}


@pytest.mark.parametrize(("event", "payload", "writes"), [
    ("pull_request", PULL, False), ("pull_request", OWN, True), ("pull_request", {}, False), ("push", {}, True),
    ("pull_request_target", OWN, False), ("issue_comment", {}, False), ("workflow_run", {}, False),
])  # fmt: skip
def test_which_runs_on_actions_may_write(tmp_path: Path, event: str, payload: dict[str, Any], writes: bool) -> None:
    told = tmp_path / "event.json"
    told.write_text(json.dumps(payload))
    run = {"CI": "true", "GITHUB_ACTIONS": "true", "GITHUB_EVENT_NAME": event, "GITHUB_EVENT_PATH": str(told)}

    assert (why_not_write(run) == "") is writes
    assert (why_not_write({**run, "FLOWSCOUT_MEMO_WRITE": "on"}) == "") is writes
    assert why_not_write({**run, "FLOWSCOUT_MEMO_WRITE": "off"}) != ""


@pytest.mark.parametrize(("run", "writes"), [
    ({}, True), ({"CI": "true"}, False), ({"CI": "true", "FLOWSCOUT_MEMO_WRITE": "on"}, True), ({"FLOWSCOUT_MEMO_WRITE": "off"}, False),
    ({"CI": "true", "GITLAB_CI": "true", "CI_PROJECT_ID": "1"}, True),
    ({"CI": "true", "GITLAB_CI": "true", "CI_PROJECT_ID": "1", "CI_MERGE_REQUEST_SOURCE_PROJECT_ID": "2"}, False),
])  # fmt: skip
def test_which_other_runs_may_write(run: dict[str, str], writes: bool) -> None:
    assert (why_not_write(run) == "") is writes


def test_a_stranger_s_run_never_writes(server: RedisServer, machine: Machine) -> None:
    fork = {"CI": "true", "GITHUB_ACTIONS": "true", "GITHUB_EVENT_NAME": "pull_request", "FLOWSCOUT_MEMO_WRITE": "on"}

    assert machine.run(environment(server, **fork)).code == 0

    assert client(server).dbsize() == 0


def test_a_stranger_s_run_reads_what_is_there(warm: RedisServer, machine: Machine, alone: Machine) -> None:
    hits = client(warm).info("stats")["keyspace_hits"]

    machine.run(environment(warm, CI="true", GITHUB_ACTIONS="true", GITHUB_EVENT_NAME="pull_request"))

    assert right(machine, alone)
    assert client(warm).info("stats")["keyspace_hits"] > hits


def test_a_server_that_is_not_there_costs_a_second_and_a_line(machine: Machine, alone: Machine, tmp_path: Path) -> None:
    needs(module="redis")
    start = time.monotonic()

    ran = machine.run({"FLOWSCOUT_MEMO": f"unix://:opensesame@{tmp_path}/nobody.sock", "FLOWSCOUT_MEMO_KEY": KEY})

    assert (ran.code, ran.said.count("does not answer"), ran.said.count("the memo")) == (0, 1, 1)
    assert time.monotonic() - start < 60
    assert right(machine, alone)


def test_a_server_that_stands_still_costs_seconds_and_a_line(tmp_path: Path, machine: Machine, alone: Machine) -> None:
    with redis_server(tmp_path / "redis") as server:
        server.process.send_signal(signal.SIGSTOP)

        ran = machine.run(environment(server))

        assert (ran.code, ran.said.count("does not answer (TimeoutError)")) == (0, 1)
    assert right(machine, alone)


@pytest.mark.parametrize("seconds", [0.1, 0.3, 0.5])
def test_a_server_that_is_killed_while_a_run_goes_on_loses_nothing(
    tmp_path: Path, machine: Machine, alone: Machine, seconds: float
) -> None:
    with redis_server(tmp_path / "redis") as server:
        killer = threading.Timer(seconds, server.process.kill)
        killer.start()

        ran = machine.run(environment(server))

        killer.join()
    assert ran.code == 0
    assert right(machine, alone)


def test_a_server_that_dies_between_two_questions_is_asked_no_more(tmp_path: Path) -> None:
    said: list[str] = []
    with redis_server(tmp_path / "redis") as server:
        from flowscout.adapters.store.redis import SharedMemo

        memo = SharedMemo(server.url, KEY.encode(), "here", "", said.append)
        memo.put({f"facts:{n}": os.urandom(1000) for n in range(500)})
        found = memo.get(["facts:1", "facts:none"])
        server.process.kill()
        server.process.wait()

        assert (list(found), memo.get(["facts:1"])) == (["facts:1"], {})
        memo.put({"facts:1": b"2"})
    assert len(said) == 1


def test_no_secret_is_ever_shown(server: RedisServer, machine: Machine) -> None:
    wrong = environment(server, FLOWSCOUT_MEMO=server.url.replace("opensesame", "opensesames"))

    runs = [
        machine.repo.flowscout(*verb, env=env)
        for env in (wrong, environment(server))
        for verb in (("refresh", "-v"), ("doctor",))
    ]

    assert "does not answer (AuthenticationError)" in runs[0].said
    assert "Redis" in runs[3].out
    for ran in runs:
        assert "opensesame" not in ran.out + ran.said
        assert KEY not in ran.out + ran.said


@pytest.mark.parametrize("value", ["memcached://host", "redis://pass@host:port", "//x"])
def test_a_memo_that_cannot_be_is_the_person_s_mistake(machine: Machine, value: str) -> None:
    ran = machine.run({"FLOWSCOUT_MEMO": value})

    assert (ran.code, "redis://host:6379/0" in ran.said) == (2, True)
    assert value not in ran.said


def test_who_asks_for_no_server_loads_no_client(machine: Machine) -> None:
    ran = machine.repo.flowscout(
        "refresh", env={"PYTHONPROFILEIMPORTTIME": "1", "FLOWSCOUT_MEMO": "", "FLOWSCOUT_EXECUTOR": ""}
    )

    assert "flowscout.pipeline" in ran.said
    assert not [
        name for name in ("redis", "distributed", "flowscout.scale") if f"| {name}" in ran.said.replace("   ", " ")
    ]
