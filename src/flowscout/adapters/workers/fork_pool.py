"""Work in forked processes that see what this one has in memory: nothing is sent there, only answers come back."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from ...border import alone

if TYPE_CHECKING:  # costs more than most runs need
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess


def forked(work: Callable[[int], bytes], count: int) -> Iterator[bytes]:
    """Satisfies ports.Spread. Where a process cannot be forked safely, or one dies, its part is done here."""
    import multiprocessing

    if "fork" not in multiprocessing.get_all_start_methods() or sys.platform == "darwin":
        yield from map(work, range(count))
        return
    context = multiprocessing.get_context("fork")
    running = []
    for part in range(count):
        here, there = context.Pipe(duplex=False)
        process = context.Process(target=_run, args=(work, part, there), daemon=True)
        process.start()
        there.close()
        running.append((process, here))
    for part, (process, here) in enumerate(running):
        try:
            answer = here.recv_bytes()
        except (EOFError, OSError):
            answer = work(part)
        process.join()
        here.close()
        yield answer


def attend() -> None:
    """Ends this worker when the process that started it is gone, however that ended."""
    import multiprocessing
    from threading import Thread

    parent = multiprocessing.parent_process()
    if parent:
        Thread(target=_outlive, args=(parent,), daemon=True).start()


def work_alone() -> None:
    """Begins a worker of a pool: none is worth collecting garbage in, or outlives the run."""
    gc.disable()
    attend()


def _outlive(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)


def _run(work: Callable[[int], bytes], part: int, answer: Connection) -> None:
    attend()
    gc.freeze()  # what was inherited is never garbage here, and looking at it would copy its pages
    gc.disable()  # and this process ends before its own would be worth collecting
    made = alone(lambda: work(part), b"")
    if made:  # else whoever started this does the part, as if this had died
        answer.send_bytes(made)
    answer.close()
