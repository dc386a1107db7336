"""The flowscout command, run some thousand times by the tests: a process of its own each time, most of them without importing it anew.

The first run of each verb, and each whose environment speaks to Python itself or names another PATH, is started as a person
starts it. The others are copies (fork) of a process that has imported what verbs need and done nothing: each has its own
folder, environment, arguments and streams, `FLOWSCOUT_TESTS_FORK=0` starts all anew.

Run as a program, this is the process that is copied. Each request is a file with what to run, and four descriptors: its input,
its output, what it says, and where the exit code goes.
"""

from __future__ import annotations

import atexit
import gc
import importlib
import json
import os
import pkgutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import traceback
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple, NoReturn, TextIO

HERE = Path(__file__).parent
SOURCE = HERE.parent / "src"
HEAVY = ("scale", "llm.providers", "adapters.workers", "adapters.memory", "adapters.store.redis", "entrypoints.assistant", "frontends.clang", "__main__", "cli.hook")  # fmt: skip
BEFORE = (
    "PYTHON",
    "LC_",
    "LANG",
    "PATH",
    "LD_",
)  # what is looked at before a line of ours runs, or as git is looked for


class Done(NamedTuple):
    code: int
    out: bytes
    said: bytes


def run(arguments: Sequence[str], cwd: Path, env: Mapping[str, str], stdin: bytes = b"") -> Done:
    if not _is_known(tuple(arguments[:1])) or _speaks_to_python(env):
        return _started(arguments, cwd, env, stdin)
    return _origin().copy(arguments, cwd, env, stdin)


_KNOWN: set[tuple[str, ...]] = set()


def _is_known(verb: tuple[str, ...]) -> bool:
    known = verb in _KNOWN
    _KNOWN.add(verb)
    return known and hasattr(os, "fork") and os.environ.get("FLOWSCOUT_TESTS_FORK") != "0"


def _speaks_to_python(env: Mapping[str, str]) -> bool:
    ours = {**os.environ, "PYTHONPATH": str(SOURCE)}
    names = {name for name in (*env, *ours) if name.startswith(BEFORE)}
    return any(env.get(name) != ours.get(name) for name in names)


def _started(arguments: Sequence[str], cwd: Path, env: Mapping[str, str], stdin: bytes) -> Done:
    command = [sys.executable, "-m", "flowscout", *arguments]
    done = subprocess.run(command, cwd=cwd, env=env, input=stdin, capture_output=True, check=False)
    return Done(done.returncode, done.stdout, done.stderr)


@cache
def _origin() -> Origin:
    return Origin()


class Origin:
    def __init__(self) -> None:
        self.ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.lock = threading.Lock()
        environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
        command = [sys.executable, str(Path(__file__)), str(theirs.fileno())]
        self.process = subprocess.Popen(
            command, env=environment, pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL
        )
        theirs.close()
        atexit.register(self.end)

    def end(self) -> None:
        self.ours.close()
        self.process.wait()

    def copy(self, arguments: Sequence[str], cwd: Path, env: Mapping[str, str], stdin: bytes) -> Done:
        asked = {"arguments": list(arguments), "cwd": str(cwd), "env": dict(env)}
        with tempfile.TemporaryFile() as file:
            file.write(json.dumps(asked).encode())
            file.seek(0)
            pipes = [os.pipe() for _ in range(4)]
            (in_, to), (out, out_), (said, said_), (code, code_) = pipes
            with self.lock:
                socket.send_fds(self.ours, [b"."], [file.fileno(), in_, out_, said_, code_])
        for theirs in (in_, out_, said_, code_):
            os.close(theirs)
        read: dict[int, bytes] = {}
        threads = [threading.Thread(target=lambda fd=fd: read.update({fd: _whole(fd)})) for fd in (out, said)]
        for thread in threads:
            thread.start()
        _give(to, stdin)
        ended = _whole(code)
        for thread in threads:
            thread.join()
        assert ended, f"the copy for {arguments} ended before it ran"
        return Done(int(ended), read[out], read[said])


def _whole(fd: int) -> bytes:
    with open(fd, "rb") as stream:
        return stream.read()


def _give(fd: int, data: bytes) -> None:
    try:
        with open(fd, "wb") as stream:
            stream.write(data)
    except BrokenPipeError:
        pass  # it did not want to hear


def main(control: int) -> None:
    """The process that is copied."""
    imported()
    gc.collect()
    gc.freeze()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # who waited for a copy is nobody's concern
    requests = socket.socket(fileno=control)
    while True:
        message, fds, *_ = socket.recv_fds(requests, 1, 5)
        if not message:
            return
        if os.fork() == 0:
            requests.close()
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            _waited_for(*fds)
        for fd in fds:
            os.close(fd)


def imported() -> None:
    """All that verbs need."""
    import flowscout

    for found in pkgutil.walk_packages(flowscout.__path__, "flowscout.", onerror=lambda _: None):
        if not found.name.removeprefix("flowscout.").startswith(HEAVY):
            importlib.import_module(found.name)


def _waited_for(file: int, *fds: int) -> NoReturn:
    """Two processes from here on: one waits for the other, which runs the verb."""
    *streams, code = fds
    if child := os.fork():
        for fd in streams:
            os.close(fd)
        os.write(code, str(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])).encode())
        os._exit(0)
    asked = json.loads(_whole(file))
    for number, (fd, name) in enumerate(zip(streams, ("stdin", "stdout", "stderr"), strict=True)):
        os.dup2(fd, number)
        setattr(sys, name, _like(getattr(sys, name), number))
    os.closerange(3, 1024)
    os.chdir(asked["cwd"])
    os.environ.clear()
    os.environ.update(asked["env"])
    from flowscout import __main__ as door

    sys.argv = [str(door.__file__), *asked["arguments"]]
    sys.path[0] = str(SOURCE)
    _end(door.main)


def _end(verb: Callable[[], int]) -> NoReturn:
    """As the interpreter ends, but that it takes nothing apart: what was imported is the other process's, too."""
    code = 1
    try:
        code = verb()
    except SystemExit as error:  # of argparse
        code = error.code if isinstance(error.code, int) else int(error.code is not None)
    except BaseException:  # noqa: BLE001 - as the interpreter tells it
        traceback.print_exc()
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    try:
        sys.stdout.flush()
    except OSError:
        code = 120
    os._exit(code)


def _like(stream: TextIO, fd: int) -> TextIO:
    """As Python opens its own."""
    mode, buffering = ("r" if fd == 0 else "w"), (1 if fd == 2 else -1)
    return open(fd, mode, buffering, encoding=stream.encoding, errors=stream.errors, closefd=False)  # type: ignore[return-value]


if __name__ == "__main__":
    main(int(sys.argv[1]))
