"""`flowscout listen` as a process of its own: what it refuses, what it answers, and what a kill does not lose."""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import http.client
import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from flowscout.adapters.memory.sqlite import SqliteMemory
from flowscout.entrypoints.action.remember import cases_of
from hub.double import Double, Fault
from hub.events import payload
from hub.stage import CHANGED, Stage, git
from hub.test_run_evidence import job

SECRET = "a secret of the webhook"
TOKEN = "ghp_" + "q" * 36
SRC = Path(__file__).parent.parent.parent / "src"


class Listening:
    """The server; its cache stays when it is killed and started again."""

    def __init__(self, stage: Stage) -> None:
        self.stage, self.cache, self.log = stage, stage.folder / "cache", stage.folder / "listen.log"
        self.process: subprocess.Popen[bytes] | None = None
        self.port = 0

    def environment(self, **more: str) -> dict[str, str]:
        clean = {k: v for k, v in os.environ.items() if not k.startswith(("GITHUB_", "FLOWSCOUT_"))}
        return {
            **clean,
            "PYTHONPATH": str(SRC),
            "XDG_CACHE_HOME": str(self.cache),
            "GITHUB_API_URL": self.stage.double.url,
            "FLOWSCOUT_REMOTE": self.stage.remote,
            "FLOWSCOUT_WEBHOOK_SECRET": SECRET,
            "FLOWSCOUT_LISTEN_TOKEN": TOKEN,
            **more,
        }

    def start(self, *options: str, **more: str) -> Listening:
        with self.log.open("ab") as log:
            said = log.tell()
            self.process = subprocess.Popen(
                [sys.executable, "-m", "flowscout", "listen", "--port", "0", *options],
                env=self.environment(**more),
                stderr=log,
            )
        found = until(lambda: re.search(r"listening on http://127\.0\.0\.1:(\d+)/", self.said()[said:]), 20)
        self.port = int(found[1])
        return self

    def stop(self, how: int = signal.SIGTERM) -> int:
        assert self.process is not None
        self.process.send_signal(how)
        return self.process.wait(20)

    def said(self) -> str:
        return self.log.read_text(encoding="utf-8")

    def ask(
        self, method: str, path: str, body: bytes = b"", headers: Mapping[str, str] | None = None
    ) -> tuple[int, dict[str, Any]]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=15)
        connection.request(method, path, body, dict(headers or {}))
        answer = connection.getresponse()
        found = json.loads(answer.read() or b"{}")
        connection.close()
        return answer.status, found

    def deliver(
        self, event: str, payload: Any, *, id_: str = "", secret: str = SECRET, **headers: str
    ) -> tuple[int, str]:
        body = payload if isinstance(payload, bytes) else json.dumps(payload).encode()
        given = {
            "Content-Type": "application/json",
            "X-GitHub-Event": event,
            "X-GitHub-Delivery": id_ or str(uuid.uuid4()),
            "X-Hub-Signature-256": "sha256=" + hmac.new(secret.encode(), body, hashlib.sha256).hexdigest(),
            **headers,
        }
        status, found = self.ask("POST", "/", body, {k: v for k, v in given.items() if v})
        return status, found.get("message", "")

    def counts(self) -> dict[str, Any]:
        return self.ask("GET", "/health")[1]

    def idle(self, seconds: float = 40) -> None:
        until(lambda: (c := self.counts())["waiting"] + c["working"] == 0, seconds)


def until(true: Callable[[], Any], seconds: float) -> Any:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if found := true():
            return found
        time.sleep(0.05)
    raise AssertionError("it did not come true in time")


@pytest.fixture
def listening(stage: Stage) -> Iterator[Listening]:
    made = Listening(stage)
    yield made
    if made.process is not None and made.process.poll() is None:
        made.stop(signal.SIGKILL)


def test_what_is_not_a_signed_delivery_is_refused(stage: Stage, double: Double, listening: Listening) -> None:
    stage.push({"store.py": CHANGED})
    listening.start()
    event = stage.comment("/review")

    assert listening.deliver("issue_comment", event, secret="another secret of it")[0] == 401
    assert listening.deliver("issue_comment", event, **{"X-Hub-Signature-256": ""})[0] == 401
    assert (
        listening.deliver("issue_comment", event, **{"X-Hub-Signature-256": "sha256=é".encode().decode("latin-1")})[0]
        == 401
    )
    assert listening.deliver("issue_comment", b"{", secret="another secret of it")[0] == 401  # not even looked at
    assert listening.deliver("issue_comment", b'{"a":')[0] == 400
    assert listening.deliver("issue_comment", b"[" * 200_000)[0] == 400
    assert listening.deliver("issue_comment", b"[]")[0] == 400
    assert listening.deliver("issue_comment", b"{}")[0] == 400
    assert listening.deliver("issue_comment", event, id_="../../x")[0] == 400
    assert listening.deliver("issue_comment", event, **{"Content-Type": "application/x-www-form-urlencoded"})[0] == 415
    assert listening.ask("POST", "/", b"", {"Content-Length": "4000001"})[0] == 413
    assert listening.ask("POST", "/", b"", {"Content-Length": "-1"})[0] == 411
    assert listening.ask("POST", "/elsewhere")[0] == 404
    assert listening.ask("GET", "/")[0] == 405
    assert listening.counts()["waiting"] == listening.counts()["done"] == 0
    assert (double.bodies(1), double.reactions) == ([], [])


def test_what_needs_no_answer_is_not_kept(stage: Stage, double: Double, listening: Listening) -> None:
    stage.push({"store.py": CHANGED})
    listening.start()
    by_bot = stage.comment("/review")
    by_bot["comment"]["user"]["type"] = "Bot"

    assert listening.deliver("ping", {"zen": "x"}) == (200, "pong")
    for event, given in [
        ("issue_comment", stage.comment("thanks")), ("issue_comment", by_bot), ("issue_comment", {**stage.comment("/review"), "action": "edited"}),
        ("pull_request", {**stage.pull_request(), "action": "labeled"}), ("star", {}),
    ]:  # fmt: skip
        assert listening.deliver(event, given)[0] == 202
    assert listening.counts()["waiting"] + listening.counts()["working"] + listening.counts()["done"] == 0


def test_a_command_is_answered_once_however_often_it_is_delivered(
    stage: Stage, double: Double, listening: Listening
) -> None:
    stage.push({"store.py": CHANGED})
    listening.start()
    event = stage.comment("/flowchart Store.forget")

    assert listening.deliver("issue_comment", event, id_="11111111-2222") == (202, "accepted")
    assert listening.deliver("issue_comment", event, id_="11111111-2222") == (202, "known already")
    listening.idle()
    assert listening.deliver("issue_comment", event, id_="11111111-2222") == (202, "known already")
    assert listening.deliver("issue_comment", event, id_="33333333-4444") == (202, "known already")
    assert listening.stop() == 0
    listening.start()
    assert listening.deliver("issue_comment", event, id_="11111111-2222") == (202, "known already")

    (body,) = double.bodies(1)
    assert "Remove name" in body
    assert [r["content"] for r in double.reactions] == ["eyes", "rocket"]
    assert not list(listening.cache.rglob("*.py"))  # objects only
    said = listening.said()
    assert not [word for word in (TOKEN, SECRET, "/flowchart", "Remove name") if word in said]
    double.settled()


def test_a_pull_request_is_reviewed_by_the_configuration_of_the_default_branch(
    stage: Stage, double: Double, listening: Listening
) -> None:
    stage.push({"store.py": CHANGED, "flowscout.toml": 'exclude = ["**"]\n'})
    listening.start()

    assert listening.deliver("pull_request", stage.pull_request(fork="mallory/demo")) == (202, "accepted")
    listening.idle()

    (body,) = double.bodies(1)
    assert "`handle_drop` now removes" in body
    double.settled()


def test_a_deleted_fork_is_answered_from_the_base_repository(
    stage: Stage, double: Double, listening: Listening
) -> None:
    stage.push({"store.py": CHANGED})
    double.pull(1, head_repository=None)
    listening.start()

    listening.deliver("issue_comment", stage.comment("/flowchart Store.forget"))
    listening.idle()

    assert "Remove name" in double.bodies(1)[0]
    # GitHub's description does not know what GitHub does for a deleted fork: it sends no repository
    assert [v for v in double.violations if not v[2].startswith("our own answer")] == []


def test_who_may_not_is_not_answered(stage: Stage, double: Double, listening: Listening) -> None:
    stage.push({"store.py": CHANGED})
    listening.start()

    listening.deliver("issue_comment", stage.comment("/review", author="nobody"))
    listening.idle()

    assert double.bodies(1) == []
    assert [r["content"] for r in double.reactions] == ["confused"]


@pytest.mark.parametrize("moment", ["accepted", "asked", "answered"])
def test_a_server_killed_at_any_moment_answers_once_after_it_is_back(
    stage: Stage, double: Double, listening: Listening, moment: str
) -> None:
    stage.push({"store.py": CHANGED})
    listening.start()
    reached = {
        "accepted": lambda: True,
        "asked": lambda: any("permission" in path for _, path in double.log),
        "answered": lambda: double.bodies(1),
    }[moment]

    assert listening.deliver("issue_comment", stage.comment("/callers forget")) == (202, "accepted")
    until(reached, 30)
    listening.stop(signal.SIGKILL)
    listening.start()
    listening.idle()

    assert len(double.bodies(1)) == 1
    assert listening.counts()["done"] == 1
    assert len(list(listening.cache.rglob("event.json"))) == 0
    double.settled()


def test_a_burst_is_taken_at_once_and_worked_off_in_order(stage: Stage, double: Double, listening: Listening) -> None:
    """All are told so within GitHub's ten seconds, and none is lost when the server is stopped in the middle."""
    stage.push({"store.py": CHANGED})
    listening.start("--workers", "2", "--grace", "0")
    events = [stage.comment("/flowscout help") for _ in range(200)]

    def timed(event: Any) -> tuple[int, float]:
        began = time.monotonic()
        return listening.deliver("issue_comment", event)[0], time.monotonic() - began

    with ThreadPoolExecutor(50) as pool:
        answers = list(pool.map(timed, events))

    assert {status for status, _ in answers} == {202}
    assert max(took for _, took in answers) < 10
    until(lambda: len(double.bodies(1)) >= 2, 30)
    assert listening.counts()["working"] <= 1  # one repository, one at a time
    assert listening.stop() == 0
    kept = sqlite3.connect(listening.cache / "flowscout/listen/deliveries.sqlite")
    states = dict(kept.execute("SELECT state, count(*) FROM deliveries GROUP BY state").fetchall())
    assert sum(states.values()) == 200
    assert set(states) <= {"waiting", "working", "done"}
    assert states["done"] >= 1
    assert len(double.bodies(1)) == len(set(double.bodies(1)))


class Loris:
    """Many connections that say a byte a second and come back when they are closed."""

    def __init__(self, port: int, count: int) -> None:
        self._port, self._over, self.opened = port, threading.Event(), 0
        self._threads = [threading.Thread(target=self._drip, daemon=True) for _ in range(count)]
        for thread in self._threads:
            thread.start()

    def _drip(self) -> None:
        while not self._over.is_set():
            try:
                with socket.create_connection(("127.0.0.1", self._port), timeout=5) as one:
                    self.opened += 1
                    one.sendall(b"POST / HTTP/1.1\r\nContent-Length: 1000\r\n\r\n")
                    while not self._over.wait(1):
                        one.sendall(b"{")
            except OSError:
                self._over.wait(0.05)

    def end(self) -> None:
        self._over.set()
        for thread in self._threads:
            thread.join(10)


@pytest.mark.parametrize("count", [200, 400])
def test_slow_senders_do_not_keep_others_out(stage: Stage, listening: Listening, count: int) -> None:
    listening.start()
    slow = Loris(listening.port, count)
    until(lambda: slow.opened >= count, 20)
    took = []
    for _ in range(8):
        begun = time.monotonic()
        assert listening.deliver("ping", {}) == (200, "pong")
        took.append(time.monotonic() - begun)
    slow.end()
    assert sorted(took)[len(took) // 2] < 1, took


def test_headers_that_are_too_long_are_refused(stage: Stage, listening: Listening) -> None:
    listening.start()
    assert listening.ask("GET", "/health", b"", {"X": "a" * 31_000})[0] == 200
    assert listening.ask("GET", "/health", b"", {"X": "a" * 33_000})[0] == 431


def test_headers_without_end_are_given_up(stage: Stage, listening: Listening) -> None:
    listening.start()
    with socket.create_connection(("127.0.0.1", listening.port), timeout=5) as one:
        with contextlib.suppress(ConnectionError):
            for _ in range(90):
                one.sendall(b"X: " + b"a" * 60_000 + b"\r\n")
        with contextlib.suppress(ConnectionError):
            assert not one.recv(100).startswith(b"HTTP/1.0 2")
    assert listening.deliver("ping", {}) == (200, "pong")


def test_a_stop_waits_for_what_runs(stage: Stage, double: Double, listening: Listening) -> None:
    stage.push({"store.py": CHANGED})
    listening.start("--grace", "15")

    listening.deliver("issue_comment", stage.comment("/callers forget"))
    until(lambda: listening.counts()["working"], 10)
    assert listening.stop() == 0

    assert len(double.bodies(1)) == 1


def test_what_github_does_not_take_is_tried_again(stage: Stage, double: Double, listening: Listening) -> None:
    stage.push({"store.py": CHANGED})
    double.faults += [Fault("POST", "issues/1/comments", 403, "Resource not accessible")] * 2
    listening.start()

    listening.deliver("issue_comment", stage.comment("/callers forget"))
    listening.deliver("pull_request", stage.pull_request())
    listening.idle()

    assert [("/answer" in body, "/review" in body) for body in double.bodies(1)] == [(True, False), (False, True)]
    assert listening.said().count("tried again in 5 s") == 2
    double.settled()


def test_a_thumb_on_an_explanation_counts_at_the_next_delivery(
    stage: Stage, double: Double, listening: Listening
) -> None:
    head = stage.push({"store.py": CHANGED})
    job(double, 301)
    double.runs[30]["sha"] = head
    listening.start()
    listening.deliver("issue_comment", stage.comment("/rca"))
    listening.idle()
    (answer,) = [c for c in double.comments.values() if c["user"] == double.me]
    (case,) = cases_of(answer["body"])

    double.react(answer["id"], "alice", "+1")
    listening.deliver("issue_comment", stage.comment("/flowscout help"))
    listening.idle()

    memory = SqliteMemory(listening.cache / "flowscout/memory.sqlite3")
    found = memory.get(case)
    assert found is not None
    assert (found.validation_feedback, len(memory.votes())) == ("positive", 1)
    memory.close()
    double.settled()


def test_two_servers_do_not_share_a_queue(stage: Stage, listening: Listening) -> None:
    listening.start()

    second = subprocess.run(
        [sys.executable, "-m", "flowscout", "listen", "--port", "0"],
        env=listening.environment(),
        capture_output=True,
        text=True,
        timeout=20,
    )

    assert second.returncode == 2
    assert "one server at a time" in second.stderr


@pytest.mark.parametrize(("lacking", "said"), [
    ("FLOWSCOUT_WEBHOOK_SECRET", "FLOWSCOUT_WEBHOOK_SECRET is to hold"), ("FLOWSCOUT_LISTEN_TOKEN", "no App and no token"),
])  # fmt: skip
def test_nothing_starts_without_a_secret_and_a_right(
    stage: Stage, listening: Listening, lacking: str, said: str
) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "flowscout", "listen", "--port", "0"],
        env=listening.environment(**{lacking: ""}),
        capture_output=True,
        text=True,
        timeout=20,
    )

    assert done.returncode == 2
    assert said in done.stderr


def test_an_app_gets_a_token_for_the_one_repository(
    stage: Stage, double: Double, listening: Listening, tmp_path: Path
) -> None:
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import rsa

    key = tmp_path / "app.pem"
    key.write_bytes(
        rsa.generate_private_key(65_537, 2048).private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.TraditionalOpenSSL, serialization.NoEncryption()
        )
    )
    stage.push({"store.py": CHANGED})
    double.me = "flowscout-demo[bot]"
    listening.start(FLOWSCOUT_LISTEN_TOKEN="", FLOWSCOUT_APP_ID="12345", FLOWSCOUT_APP_PRIVATE_KEY_PATH=str(key))

    listening.deliver("issue_comment", {**stage.comment("/callers forget"), "installation": {"id": 77, "node_id": "x"}})
    listening.idle()

    assert len(double.bodies(1, "flowscout-demo[bot]")) == 1
    assert ("POST", "/app/installations/77/access_tokens") in double.log
    double.settled()


def test_health_is_asked_by_the_command_line(stage: Stage, listening: Listening) -> None:
    listening.start()
    ask = [sys.executable, "-m", "flowscout", "listen", "--health", "--port"]

    well = subprocess.run(
        [*ask, str(listening.port)], env=listening.environment(), capture_output=True, text=True, timeout=20
    )
    listening.stop()
    gone = subprocess.run(
        [*ask, str(listening.port)], env=listening.environment(), capture_output=True, text=True, timeout=20
    )

    assert (well.returncode, gone.returncode) == (0, 1)
    assert "status ok" in well.stdout


def a_run(
    stage: Stage,
    conclusion: str,
    event: str = "pull_request",
    head_repository: str = "octo/demo",
    number: int = 30,
    attempt: int = 1,
) -> Any:
    head = git(stage.upstream, "rev-parse", "refs/pull/1/head").strip()
    run = {
        "id": number,
        "run_attempt": attempt,
        "name": "ci",
        "conclusion": conclusion,
        "event": event,
        "head_sha": head,
        "head_branch": "topic",
        "pull_requests": [],
        "head_repository": {"full_name": head_repository},
        "actor": {"login": "alice"},
    }
    return payload(
        "workflow_run", "completed", workflow_run=run, repository={"full_name": "octo/demo", "default_branch": "main"}
    )


@pytest.mark.parametrize("fork", ["octo/demo", "mallory/demo"])
def test_a_failed_run_is_explained_and_one_that_passes_takes_it_back(
    stage: Stage, double: Double, listening: Listening, fork: str
) -> None:
    stage.push({"store.py": CHANGED})
    double.pull(1, head_repository=fork)
    job(double, 301)
    listening.start()

    assert listening.deliver("workflow_run", a_run(stage, "failure", head_repository=fork), id_="99999999-1") == (
        202,
        "accepted",
    )
    assert listening.deliver("workflow_run", a_run(stage, "failure", head_repository=fork), id_="99999999-1") == (
        202,
        "known already",
    )
    listening.idle()
    (body,) = double.bodies(1)
    assert "FileNotFoundError" in body
    assert "store.py" in body
    assert listening.deliver("workflow_run", a_run(stage, "success", attempt=2, head_repository=fork)) == (
        202,
        "accepted",
    )
    listening.idle()

    (body,) = double.bodies(1)
    assert "flaky" in body
    double.settled()


@pytest.mark.parametrize(("conclusion", "event", "action"), [
    ("failure", "push", "completed"), ("failure", "schedule", "completed"), ("cancelled", "pull_request", "completed"), ("failure", "pull_request", "requested"),
])  # fmt: skip
def test_a_run_that_has_no_place_for_an_explanation_is_not_kept(
    stage: Stage, double: Double, listening: Listening, conclusion: str, event: str, action: str
) -> None:
    stage.push({"store.py": CHANGED})
    listening.start()

    assert listening.deliver("workflow_run", {**a_run(stage, conclusion, event), "action": action}) == (
        202,
        "nothing to do",
    )
    assert listening.counts()["waiting"] + listening.counts()["working"] + listening.counts()["done"] == 0
