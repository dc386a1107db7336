"""flowscout that falls dead: `falling.py COUNT VERB …` kills itself before the COUNT-th thing it does to the file system."""

from __future__ import annotations

import os
import runpy
import signal
import sys
from typing import Any

TOUCHING = frozenset(
    {
        "os.rename",
        "os.remove",
        "os.rmdir",
        "os.mkdir",
        "os.chmod",
        "os.link",
        "os.truncate",
        "sqlite3.connect",
        "subprocess.Popen",
    }
)
left = int(sys.argv[1])


def fall(event: str, arguments: tuple[Any, ...]) -> None:
    global left
    opens = event == "open" and isinstance(arguments[2], int) and arguments[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
    if event in TOUCHING or opens:
        left -= 1
        if left <= 0:
            os.kill(os.getpid(), signal.SIGKILL)


sys.argv[:2] = ["flowscout"]
sys.addaudithook(fall)
runpy.run_module("flowscout", run_name="__main__")
