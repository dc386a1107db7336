"""Workers: each takes a delivery, gets a token for it, and runs the Action's code on it in a process of its own.

A process, because it reads strangers' code: it may take too long, too much, or die, and the server and its key are
elsewhere. The process gets a token for the one repository, never the App's key nor the webhook's secret.

A pull request is worked on as `pull_request_target`, which is what this is: what may write, and takes its configuration
from the default branch.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

from ...adapters.github.deliveries import TRIES, Deliveries, Delivery
from ...children import PERSON, given
from ...errors import FlowscoutError
from ...llm.access import reached
from ...model.event import RCA
from ...model.record import NamedTuple
from ...redact import redact, secrets_of
from .app import App

_T = TypeVar("_T")
PAUSES: Final = (5.0, 60.0)  # seconds before the second and the third try
LOUDEST: Final = 2_000_000  # bytes of a process's output that are looked at
RETRY: Final = 4  # exit code: nothing could be published
_TOLD: Final = re.compile(r"^(?:flowscout: |nothing to do: |note: |::(?:error|warning|notice)[ :])")
_OURS: Final = (
    "FLOWSCOUT_WEBHOOK",
    "FLOWSCOUT_APP_",
    "FLOWSCOUT_LISTEN_TOKEN",
    "FLOWSCOUT_INPUT_MODE",
    "FLOWSCOUT_INPUT_BASE",
    "FLOWSCOUT_INPUT_ROOT",
)
HERE: Final = Path(__file__).resolve().parents[3]  # where our package lies
CHILD: Final = f"import sys; sys.path.append(sys.argv.pop()); from {__package__}.child import ended; ended()"  # last: nothing beside us hides a module


class Setting(NamedTuple):
    """folder: of queue, clones and payloads. app: where tokens come from. timeout: seconds a delivery may take.
    environment: ours."""

    folder: Path
    app: App
    timeout: float
    environment: Mapping[str, str]

    @property
    def desk(self) -> Path:
        """Payloads that are worked on."""
        return self.folder / "desk"


class DeliveryWorkers:
    def __init__(self, setting: Setting, queue: Deliveries, count: int, log: Callable[[str], None]) -> None:
        self._setting, self._queue, self._log = setting, queue, log
        self._stopping = threading.Event()
        self._running: dict[str, subprocess.Popen[bytes]] = {}
        self._guard = threading.Lock()
        shutil.rmtree(setting.desk, ignore_errors=True)  # of a server that was killed
        setting.desk.mkdir(parents=True, mode=0o700)
        self._threads = [threading.Thread(target=self._loop, daemon=True) for _ in range(count)]
        for thread in self._threads:
            thread.start()

    def stop(self, grace: float) -> None:
        """What runs may end within `grace` seconds; what does not is stopped, and waits for the next start."""
        self._stopping.set()
        end = time.monotonic() + grace
        for thread in self._threads:
            thread.join(max(0.0, end - time.monotonic()))
        with self._guard:
            for process in self._running.values():
                _kill(process)
        for thread in self._threads:
            thread.join(5)

    def _loop(self) -> None:
        while not self._stopping.is_set():
            one = self._kept(lambda: self._queue.take(0.5))
            if one is not None:
                code = self._tried(one)
                self._kept(partial(self._settle, one, code))

    def _kept(self, step: Callable[[], _T]) -> _T | None:
        """A disk that is full for a while stops the work, not the workers."""
        while True:
            try:
                return step()
            except sqlite3.Error as error:
                self._log(f"the queue cannot be written: {error}")
                if self._stopping.wait(5):
                    return None

    def _tried(self, one: Delivery) -> int | str:
        """The exit code, or what went wrong."""
        try:
            return self._run(one)
        except FlowscoutError as error:
            self._log(f"{one.id}: {redact(str(error), secrets_of(self._setting.environment))}")
            return RETRY
        except Exception as error:  # noqa: BLE001 - a worker outlives whatever one delivery does
            return type(error).__name__

    def _settle(self, one: Delivery, code: int | str) -> None:
        if code not in (0, 1, 2) and self._stopping.is_set():
            self._queue.back(one.id)
            self._log(f"{one.id}: stopped; it is taken up again at the next start")
        elif code == RETRY and one.tries < TRIES:
            self._queue.later(one.id, PAUSES[one.tries - 1])
            self._log(f"{one.id}: tried again in {PAUSES[one.tries - 1]:.0f} s")
        elif code in (0, 1):
            self._queue.done(one.id)
            self._log(f"{one.id}: done")
        else:
            self._queue.failed(one.id)
            self._log(f"{one.id}: given up ({code}); GitHub's list of deliveries can send it again")

    def _run(self, one: Delivery) -> int | str:
        payload = json.loads(one.body)
        token = self._setting.app.token(one.repository, _installation(payload))
        with tempfile.TemporaryDirectory(dir=self._setting.desk) as desk, open(Path(desk, "out"), "w+b") as out:
            Path(desk, "event.json").write_bytes(one.body)
            process = subprocess.Popen(
                [sys.executable, "-I", "-c", CHILD, str(HERE)],
                cwd=desk,
                env=self._given(one, Path(desk), token),
                stdin=subprocess.PIPE,
                stdout=out,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            with self._guard:
                self._running[one.id] = process
            try:
                return process.wait(self._setting.timeout)
            except subprocess.TimeoutExpired:
                return f"no end after {self._setting.timeout:.0f} s"
            finally:
                _kill(process)
                with self._guard:
                    del self._running[one.id]
                self._tell(one, out, token)

    def _given(self, one: Delivery, desk: Path, token: str) -> dict[str, str]:
        ours = {
            name for name in self._setting.environment if name.startswith("FLOWSCOUT_") and not name.startswith(_OURS)
        }
        return {
            **given(self._setting.environment, {*ours, *PERSON, "GITHUB_API_URL", "GITHUB_SERVER_URL", *reached()}), "GITHUB_EVENT_NAME": "pull_request_target" if one.event == "pull_request" else one.event,
            "GITHUB_EVENT_PATH": str(desk / "event.json"), "RUNNER_TEMP": str(desk), "FLOWSCOUT_INPUT_GITHUB_TOKEN": token,
            "FLOWSCOUT_LISTEN_FOLDER": str(self._setting.folder / "clones"), **({"FLOWSCOUT_INPUT_MODE": RCA} if one.event == "workflow_run" else {}),
        }  # fmt: skip

    def _tell(self, one: Delivery, out: Any, token: str) -> None:
        """The lines that are about the run; answers and reviews are said here too when GitHub did not take them, and
        are not logged."""
        out.seek(0)
        hidden = (*secrets_of(self._setting.environment), token)
        for line in out.read(LOUDEST).decode("utf-8", "replace").split("\n"):
            if _TOLD.match(line):
                self._log(f"{one.id}: {redact(line, hidden)[:500]}")


def _installation(payload: Mapping[str, Any]) -> int:
    found = payload.get("installation")
    number = found.get("id") if isinstance(found, Mapping) else 0
    return number if isinstance(number, int) else 0


def _kill(process: subprocess.Popen[bytes]) -> None:
    """It and whatever it started: the group is its own."""
    try:
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    except (ProcessLookupError, PermissionError):
        pass
    process.wait()
    if process.stdin:
        process.stdin.close()
