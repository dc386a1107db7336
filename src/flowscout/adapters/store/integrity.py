"""Whether a store is as a run of ours left it.

SQLite proves what it wrote before a crash, and does not notice what turned or was replaced in its file afterwards: a
bit in a value is then a wrong answer. So whoever closes a store last writes down its size and time (the seal), and
whoever opens it alone compares. A store that says otherwise was damaged, restored, or its last run was killed while it
cleaned up: it is not believed. Runs that go on at the same time hold the lock together, and the last one seals for all.

    store.sqlite.lock    held shared by every open store, alone by whoever compares or seals
    store.sqlite.seal    size and time in nanoseconds of store.sqlite
"""

from __future__ import annotations

import contextlib
import os
import time
from typing import IO, Final

try:
    import fcntl
except ImportError:  # Windows: nobody knows who is alone, so nothing is compared
    fcntl = None  # type: ignore[assignment]


PATIENCE: Final = 2.0  # seconds


class Seal:
    """Of one open store. believed: whether the store is as it was sealed, is new, or is in use by others."""

    def __init__(self, store: str) -> None:
        self._store = store
        self._held = _opened(store + ".lock") if fcntl else None
        alone = self._locked(alone=True)
        if not alone:
            self.share()
        self.believed = not alone or not os.path.exists(store) or read(store) == _said(store)

    def share(self) -> None:
        """Others may use it as well. Who has it alone compares, or seals, and is done in no time."""
        end = time.monotonic() + PATIENCE
        while self._held and not self._locked(alone=False) and time.monotonic() < end:
            time.sleep(0.005)

    def close(self) -> None:
        """Seals the store if nobody else has it open. Call when it is closed."""
        if not self._held:
            return
        if self._locked(alone=True):
            with contextlib.suppress(OSError):
                write(self._store)
        fcntl.flock(self._held, fcntl.LOCK_UN)  # workers that were forked meanwhile hold the same lock
        self._held.close()

    def _locked(self, *, alone: bool) -> bool:
        if not self._held:
            return False
        try:
            fcntl.flock(self._held, fcntl.LOCK_EX | fcntl.LOCK_NB if alone else fcntl.LOCK_SH | fcntl.LOCK_NB)
        except OSError:
            return False
        return True


def read(store: str) -> str:
    """What the seal says; "" without one."""
    try:
        with open(store + ".seal", encoding="ascii") as stream:
            return stream.read()
    except (OSError, ValueError):
        return ""


def write(store: str) -> None:
    said = _said(store)
    if said and said != read(store):
        with open(store + ".seal", "w", encoding="ascii") as stream:
            stream.write(said)


def break_(store: str) -> None:
    """The next run that opens the store alone does not believe it."""
    with contextlib.suppress(OSError):
        os.unlink(store + ".seal")


def _said(store: str) -> str:
    try:
        about = os.stat(store)
    except OSError:
        return ""
    return f"{about.st_size} {about.st_mtime_ns}"


def _opened(lock: str) -> IO[bytes] | None:
    try:
        return open(lock, "ab")
    except OSError:
        return None
