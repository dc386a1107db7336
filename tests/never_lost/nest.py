"""A process that has flowscout loaded and forks a run for each line it is given, so that hundreds of runs cost little.

A line is JSON: the folder, the arguments, the environment, after how many seconds SIGKILL comes (null: never) and whether it
comes to the run's workers as well. The answer is the exit code, what was printed and how long it took.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import sys
import tempfile
import time
from contextlib import suppress
from typing import Any

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from flowscout.__main__ import main
from forked import imported


def run(folder: str, arguments: list[str], more: dict[str, str], seconds: float | None, group: bool) -> list[Any]:
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as said:
        start = time.perf_counter()
        child = os.fork()
        if not child:
            _child(folder, arguments, more, out.fileno(), said.fileno())
        with suppress(OSError):  # whoever of the two comes first
            os.setpgid(child, child)
        while seconds is not None and os.waitid(os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
            if time.perf_counter() - start > seconds:
                (os.killpg if group else os.kill)(child, signal.SIGKILL)
                break
            time.sleep(0.0005)
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        took = time.perf_counter() - start
        texts = [os.pread(stream.fileno(), 1 << 20, 0).decode("utf-8", "replace") for stream in (out, said)]
        return [code, *texts, took]


def _child(folder: str, arguments: list[str], more: dict[str, str], out: int, said: int) -> None:
    code = 70
    try:
        os.setpgid(0, 0)
        os.chdir(folder)
        os.environ.update(more)
        os.dup2(out, 1)
        os.dup2(said, 2)
        code = main(arguments)
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(code)


if __name__ == "__main__":
    ask, answer = os.fdopen(os.dup(0), "r"), os.fdopen(os.dup(1), "w")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    os.chdir(sys.argv[1])
    main(["refresh", "--check", "-q"])  # loads what runs load
    if sys.argv[2:] == ["--all"]:
        imported()
    gc.freeze()
    for line in ask:
        answer.write(json.dumps(run(**json.loads(line))) + "\n")
        answer.flush()
