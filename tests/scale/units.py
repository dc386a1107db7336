"""Units of work that workers find by name."""

from __future__ import annotations

import os
import time
from functools import partial

from flowscout.frontends.treesitter import parse
from flowscout.tasks.facts import read_batch

read = partial(read_batch, parse)


def slowly(message: bytes) -> bytes:
    time.sleep(0.15)
    return read(message)


def worker(message: bytes) -> bytes:
    time.sleep(0.05)
    return str(os.getpid()).encode()


def only_at(pid: int, message: bytes) -> bytes:
    """Fails everywhere but in one process."""
    if os.getpid() != pid:
        raise MemoryError("too small a machine")
    return message
