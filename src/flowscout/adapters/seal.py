"""Whether a store is as a run of ours left it.

SQLite proves what it wrote before a crash, and does not notice what turned or was replaced in its file afterwards: a bit in a
value is then a wrong answer. So whoever closes a store last writes down its size and time (the seal), and whoever opens it alone
compares. A store that says otherwise was damaged, restored, or its last run was killed while it cleaned up: it is
not believed. Runs that go on at the same time hold the lock together, and the last one seals for all.

    store.sqlite.lock    held shared by every open store, alone by whoever compares or seals
    store.sqlite.seal    size and time in nanoseconds of store.sqlite
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import IO

try:
    import fcntl
except ImportError:  # Windows: nobody knows who is alone, so nothing is compared
    fcntl = None  # type: ignore[assignment]


class Seal:
    """Of one open store. believed: whether the store is as it was sealed, is new, or is in use by others."""

    def __init__(self, store: Path) -> None:
        self._store = store
        self._held = _opened(store.with_name(store.name + ".lock")) if fcntl else None
        alone = self._locked(alone=True)
        self.believed = not alone or not store.exists() or read(store) == _said(store)

    def share(self) -> None:
        """The store is whole: others may use it as well."""
        self._locked(alone=False)

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


def read(store: Path) -> str:
    """What the seal says; "" without one."""
    try:
        return store.with_name(store.name + ".seal").read_text("ascii")
    except (OSError, ValueError):
        return ""


def write(store: Path) -> None:
    said = _said(store)
    if said and said != read(store):
        store.with_name(store.name + ".seal").write_text(said, "ascii")


def break_(store: Path) -> None:
    """The next run that opens the store alone does not believe it."""
    with contextlib.suppress(OSError):
        store.with_name(store.name + ".seal").unlink()


def _said(store: Path) -> str:
    try:
        about = os.stat(store)
    except OSError:
        return ""
    return f"{about.st_size} {about.st_mtime_ns}"


def _opened(lock: Path) -> IO[bytes] | None:
    try:
        return lock.open("ab")
    except OSError:
        return None
