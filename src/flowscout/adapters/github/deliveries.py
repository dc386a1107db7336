"""Deliveries of webhooks that are still to be worked on, in one SQLite file.

waiting -> working -> done | failed, and working -> waiting again when the process dies: at least once. What was
accepted is on disk before GitHub is told so. The file belongs to one server at a time; the system takes the lock back
from a dead one. A delivery that has killed its server as often as TRIES is not tried again. Deliveries of one
repository are worked on one after the other, in their order. Known ones are remembered for KEPT, without their body;
the same body under another name is known too.
"""

from __future__ import annotations

import sqlite3
import threading
import time
from hashlib import sha256
from pathlib import Path
from typing import Final

from ...errors import UserError
from ...model.record import NamedTuple

TRIES: Final = 3
KEPT: Final = 30 * 86_400  # seconds
MOST_WAITING: Final = 10_000
_TABLE: Final = (
    "CREATE TABLE IF NOT EXISTS deliveries (number INTEGER PRIMARY KEY, id TEXT UNIQUE NOT NULL, digest TEXT UNIQUE NOT NULL,"
    " event TEXT NOT NULL, repository TEXT NOT NULL, body BLOB, state TEXT NOT NULL, tries INTEGER NOT NULL, due REAL NOT NULL, seen REAL NOT NULL)"
)


class Delivery(NamedTuple):
    """id: GitHub's. event: name of the event. body: the payload as it was sent. tries: how often it was taken, this one
    too."""

    id: str
    event: str
    repository: str
    body: bytes
    tries: int = 0


class Full(Exception):  # noqa: N818
    """More is waiting than anybody will wait for, or the disk takes no more."""


class Deliveries:
    """Used by many threads of one process. Raises UserError when another server has the file."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._lock = threading.Lock()
        self._ready = threading.Condition(self._lock)
        self._base = sqlite3.connect(path, timeout=1, isolation_level=None, check_same_thread=False)
        try:
            self._base.execute("PRAGMA locking_mode=EXCLUSIVE")
            self._base.execute("PRAGMA synchronous=FULL")
            self._base.execute("BEGIN EXCLUSIVE")
            self._base.execute(_TABLE)
            self._base.execute(
                "UPDATE deliveries SET state='failed', body=NULL WHERE state='working' AND tries>=?", (TRIES,)
            )
            self._base.execute("UPDATE deliveries SET state='waiting', due=0 WHERE state='working'")
            self._base.execute("CREATE INDEX IF NOT EXISTS states ON deliveries (state)")
            self._forget()
            self._base.execute("COMMIT")
        except sqlite3.OperationalError as error:
            self._base.close()
            raise UserError(
                f"{path} cannot be used: {error}", "one server at a time; another cache folder for another server"
            ) from None
        except (sqlite3.DatabaseError, UnicodeError) as error:
            self._base.close()
            raise UserError(
                f"{path} is no queue of ours: {error}", "move it away; what waited in it can be redelivered from GitHub"
            ) from None
        path.chmod(0o600)

    def accept(self, one: Delivery) -> bool:
        """False when it is known. One that failed and is sent again waits again. Raises Full."""
        digest = sha256(f"{one.event}\0".encode() + one.body).hexdigest()
        with self._lock:
            try:
                return self._accepted(one, digest)
            except (sqlite3.Error, UnicodeError):
                raise Full from None

    def _accepted(self, one: Delivery, digest: str) -> bool:
        known = self._base.execute(
            "SELECT number, state FROM deliveries WHERE id=? OR digest=?", (one.id, digest)
        ).fetchone()
        if known and known[1] != "failed":
            return False
        if self._waiting() >= MOST_WAITING:
            raise Full
        if known:
            self._base.execute(
                "UPDATE deliveries SET state='waiting', tries=0, due=0, body=? WHERE number=?", (one.body, known[0])
            )
        else:
            made = self._base.execute(
                "INSERT INTO deliveries (id, digest, event, repository, body, state, tries, due, seen) VALUES (?,?,?,?,?,'waiting',0,0,?)",
                (one.id, digest, one.event, one.repository, one.body, time.time()),
            )
            if (made.lastrowid or 0) % 500 == 0:
                self._forget()
        self._ready.notify()
        return True

    def _forget(self) -> None:
        self._base.execute("DELETE FROM deliveries WHERE state IN ('done', 'failed') AND seen<?", (time.time() - KEPT,))

    def take(self, wait: float) -> Delivery | None:
        """The oldest that is due, of a repository that nobody works on; None when there is none within `wait` seconds."""
        with self._lock:
            found = self._next()
            if found is None:
                self._ready.wait(wait)
                found = self._next()
            if found is None:
                return None
            number, id_, event, repository, body, tries = found
            self._base.execute("UPDATE deliveries SET state='working', tries=tries+1 WHERE number=?", (number,))
            return Delivery(id_, event, repository, body, tries + 1)

    def _next(self) -> tuple[int, str, str, str, bytes, int] | None:
        found: tuple[int, str, str, str, bytes, int] | None = self._base.execute(
            "SELECT number, id, event, repository, body, tries FROM deliveries WHERE state='waiting' AND due<=?"
            " AND repository NOT IN (SELECT repository FROM deliveries WHERE state='working') ORDER BY number LIMIT 1",
            (time.time(),),
        ).fetchone()
        return found

    def done(self, id_: str) -> None:
        self._set("state='done', body=NULL", id_)

    def failed(self, id_: str) -> None:
        self._set("state='failed', body=NULL", id_)

    def later(self, id_: str, seconds: float) -> None:
        self._set("state='waiting', due=?", id_, time.time() + seconds)

    def back(self, id_: str) -> None:
        """It was not its fault: this try does not count."""
        self._set("state='waiting', due=0, tries=tries-1", id_)

    def _set(self, change: str, id_: str, *values: float) -> None:
        with self._lock:
            self._base.execute(f"UPDATE deliveries SET {change} WHERE id=?", (*values, id_))
            self._ready.notify_all()

    def counts(self) -> dict[str, int]:
        with self._lock:
            found = dict(self._base.execute("SELECT state, count(*) FROM deliveries GROUP BY state").fetchall())
        return {state: found.get(state, 0) for state in ("waiting", "working", "done", "failed")}

    def _waiting(self) -> int:
        return int(self._base.execute("SELECT count(*) FROM deliveries WHERE state='waiting'").fetchone()[0])

    def close(self) -> None:
        with self._lock:
            self._base.close()
