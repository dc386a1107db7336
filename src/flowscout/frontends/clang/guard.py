"""Workers from outside: they are started with nothing of ours, asked one unit at a time, and killed where they take too
long.

A unit that costs a worker its life gets a refusal, and the next one a new worker.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache
from importlib.util import find_spec
from queue import SimpleQueue
from threading import Timer
from typing import IO, Final

from ...children import given
from ...model.compiled import CompilationUnit, CompilerAnswer, decode_answer
from .worker import receive, request, send

WALL: Final = 120.0  # seconds for one unit
UNITS: Final = 64  # of one worker: a new one has its memory back
_START: Final = "import sys; sys.path.append(sys.argv[1]); from flowscout.frontends.clang.worker import main; main()"
_PACKAGES: Final = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))


def refused(path: str, why: str) -> CompilerAnswer:
    return CompilerAnswer(path, {}, {}, 0, why)


@cache
def installed() -> bool:
    """Whether the extra is there; nothing of it is imported but the package that holds it."""
    try:
        return find_spec("clang.cindex") is not None
    except (ImportError, ValueError):
        return False


def compiled(
    units: Iterable[CompilationUnit], count: int, builtin: str = "", wall: float = WALL
) -> Iterator[CompilerAnswer]:
    """Answers in the order of the units, with `count` workers. Only so many units are held as there is work for."""
    idle: SimpleQueue[Worker] = SimpleQueue()
    workers = [Worker(builtin, wall) for _ in range(max(count, 1))]
    for worker in workers:
        idle.put(worker)

    def ask(unit: CompilationUnit) -> CompilerAnswer:
        worker = idle.get()
        try:
            return worker.ask(unit)
        finally:
            idle.put(worker)

    waiting: deque[Future[CompilerAnswer]] = deque()
    with ThreadPoolExecutor(len(workers)) as threads:
        try:
            for unit in units:
                waiting.append(threads.submit(ask, unit))
                if len(waiting) > 2 * len(workers):
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            for left in waiting:
                left.cancel()
            for worker in workers:
                worker.stop()


class Worker:
    """One process, started when it is first asked."""

    def __init__(self, builtin: str = "", wall: float = WALL) -> None:
        self._builtin, self._wall = builtin, wall
        self._process: subprocess.Popen[bytes] | None = None
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._asked = 0

    def ask(self, unit: CompilationUnit) -> CompilerAnswer:
        message = request(unit.path, list(unit.arguments), self._builtin, list(unit.files))
        process = self._process or self._started()
        if process is None or process.stdin is None or process.stdout is None:
            return refused(unit.path, "libclang cannot be started")
        timer = Timer(self._wall, process.kill)
        timer.start()
        try:
            send(process.stdin, message)
            data = receive(process.stdout)
        except (OSError, ValueError):
            data = None
        timed_out = not timer.is_alive()
        timer.cancel()
        self._asked += 1
        if data is None or timed_out or self._asked >= UNITS:
            self.stop()
        if data is None:
            return refused(unit.path, "took too long" if timed_out else "libclang did not survive it")
        return decode_answer(unit.path, data) or refused(unit.path, "libclang could not read it")

    def stop(self) -> None:
        process, self._process, self._asked = self._process, None, 0
        if process is not None:
            process.kill()
            process.wait()
            for stream in (process.stdin, process.stdout):
                if stream is not None:
                    _closed(stream)
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None

    def _started(self) -> subprocess.Popen[bytes] | None:
        self._folder = tempfile.TemporaryDirectory(prefix="flowscout-")
        environment = {
            name: value
            for name, value in given(os.environ).items()
            if name in ("PATH", "SYSTEMROOT", "LD_LIBRARY_PATH")
        }
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-I", "-c", _START, _PACKAGES], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                cwd=self._folder.name, env=environment)  # fmt: skip
        except OSError:
            return None
        if self._process.stdout is None or receive(self._process.stdout) is None:
            self.stop()
            return None
        return self._process


def _closed(stream: IO[bytes]) -> None:
    try:
        stream.close()
    except OSError:
        return
