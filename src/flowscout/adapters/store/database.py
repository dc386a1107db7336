"""The store: one SQLite file in the git common directory (or the user's cache directory), mode 0700.

Rows are immutable and keyed by the digest of what they were made from, so worktrees and branches share them. A bad
store is only a miss: one that is corrupt, or not as a run of ours left it (see `seal`), is set aside and begun anew; a
busy or unwritable one is read around, and the run goes on in memory. Values are bytes of our own codec; nothing here is
ever unpickled.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Final

from . import tidying
from .integrity import Seal, break_, write
from .packing import packed, unpacked
from .tables import NAMES, TABLES
from .views import SqliteView

DAMAGED: Final = (sqlite3.DatabaseError, UnicodeError)  # what SQLite says of a damaged file may be no text
SCHEMA: Final = 5
BUSY_MS: Final = 5_000
_INCREMENTAL: Final = 2  # as SQLite numbers it
CHUNK: Final = 500
_PRAGMAS: Final = (
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=NORMAL",
    "PRAGMA mmap_size=67108864",
    "PRAGMA cache_size=-16384",
)


class Store:
    """A memo of bytes by key. `note` says why it is not (wholly) in use, "" when all is well."""

    def __init__(self, path: str | os.PathLike[str] | None) -> None:
        self.path = None if path is None else os.fspath(path)
        self.note = ""
        self._seal: Seal | None = None
        self._doubted = False
        self._day = tidying.today()
        self._db = self._open(self.path)

    @property
    def lasting(self) -> bool:
        """Whether what is put will be there for another run."""
        return self.path is not None

    def get(self, keys: Iterable[str]) -> dict[str, bytes]:
        """Values of the keys that are known. A damaged store knows nothing."""
        wanted = list(keys)
        found: dict[str, bytes] = {}
        try:
            for start in range(0, len(wanted), CHUNK):
                part = wanted[start : start + CHUNK]
                marks = ",".join("?" * len(part))
                found.update(self._db.execute(f"SELECT key, value FROM memo WHERE key IN ({marks})", part))
        except DAMAGED as error:
            self.note = f"store not readable: {error}"
        return {key: value for key, kept in found.items() if (value := unpacked(kept)) is not None}

    def put(self, rows: Mapping[str, bytes]) -> None:
        """All of them or none; inside a view's transaction with it."""
        if not rows:
            return
        try:
            with contextlib.nullcontext() if self._db.in_transaction else self._db:
                self._db.executemany(
                    "INSERT OR REPLACE INTO memo (key, value, day) VALUES (?, ?, ?)",
                    ((key, packed(value), self._day) for key, value in sorted(rows.items())),
                )
        except DAMAGED as error:
            self.note = f"store not written: {error}"

    def view(self, name: str) -> SqliteView:
        """What the last run knew of one root in one state."""
        found = SqliteView(self._db, name)
        tidying.used(self._db, found.number, self._day)
        return found

    def tidy(self) -> None:
        """Lets go of what has long not been used, where the store has grown since it was last looked through."""
        if self.path is not None:
            with contextlib.suppress(*DAMAGED):
                tidying.tidy(self._db, self._day)

    def count(self) -> tuple[int, int]:
        """Rows, and bytes of values as they are kept."""
        rows, size = self._db.execute("SELECT count(*), coalesce(sum(length(value)), 0) FROM memo").fetchone()
        return int(rows), int(size)

    def keys(self) -> tuple[str, ...]:
        return tuple(key for (key,) in self._db.execute("SELECT key FROM memo ORDER BY key"))

    def prune(self, keep: frozenset[str]) -> int:
        """Drops every row whose key is not kept; the number dropped."""
        with self._db:
            self._db.execute("CREATE TEMP TABLE kept (key TEXT PRIMARY KEY)")
            self._db.executemany("INSERT OR IGNORE INTO kept VALUES (?)", ((key,) for key in sorted(keep)))
            dropped = self._db.execute("DELETE FROM memo WHERE key NOT IN (SELECT key FROM kept)").rowcount
            self._db.execute("DROP TABLE kept")
        tidying.tidy(self._db, self._day, anyway=True)
        return dropped

    def doubt(self) -> None:
        """Rows are not what they should be: the next run that can begins anew."""
        self._doubted = True

    def close(self) -> None:
        self._db.close()
        if self._seal:
            self._seal.close()
        if self._doubted and self.path is not None:
            break_(self.path)

    def _open(self, path: str | None) -> sqlite3.Connection:
        if path is not None:
            try:
                return self._on_disk(path)
            except (*DAMAGED, OSError) as error:
                self.note = f"no store at {path} ({error}): working in memory"
        self.path = None
        return _prepared(sqlite3.connect(":memory:", check_same_thread=False))

    def _on_disk(self, path: str) -> sqlite3.Connection:
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        self._seal = Seal(path)
        if not self._seal.believed:
            self._begin_anew(path, "was changed, or not closed,")
        new = not os.path.exists(path)
        try:
            prepared = _connected(path)
        except sqlite3.OperationalError:
            raise  # busy or unwritable: somebody else's store is left alone
        except DAMAGED:
            self._begin_anew(path, "was damaged")
            new, prepared = True, _connected(path)
        if new:
            write(path)  # so that what a first run has written stays, where it is killed
        self._seal.share()
        return prepared

    def _begin_anew(self, path: str, why: str) -> None:
        _set_aside(path)
        self.note = f"the store {why} and is begun anew; the old one is {os.path.basename(path)}.damaged"


def _connected(path: str) -> sqlite3.Connection:
    db = sqlite3.connect(
        path, timeout=BUSY_MS / 1000, check_same_thread=False
    )  # a tool answers in a thread, and we wait for it
    try:
        prepared = _prepared(db)
        os.chmod(path, 0o600)
    except (*DAMAGED, OSError):
        db.close()
        raise
    return prepared


def _prepared(db: sqlite3.Connection) -> sqlite3.Connection:
    db.execute(f"PRAGMA busy_timeout={BUSY_MS}")
    if (
        db.execute("PRAGMA auto_vacuum").fetchone()[0] != _INCREMENTAL
    ):  # saying it again writes, and so waits for whoever writes
        db.execute("PRAGMA auto_vacuum=INCREMENTAL")
    for pragma in _PRAGMAS:
        db.execute(pragma)
    version = db.execute("PRAGMA user_version").fetchone()[0]
    if version != SCHEMA:
        with db:
            db.execute("DROP TABLE IF EXISTS memo")
            for table in NAMES:
                db.execute(f"DROP TABLE IF EXISTS {table}")
            db.execute(
                "CREATE TABLE memo (row INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, value BLOB NOT NULL, day INTEGER NOT NULL)"
            )
            db.execute(f"PRAGMA user_version={SCHEMA}")
        if version:  # of an older flowscout, which had more and never gave any of it back
            with contextlib.suppress(sqlite3.OperationalError):
                db.execute("VACUUM")
    if not db.execute("SELECT 1 FROM sqlite_master WHERE name = 'direct'").fetchone():  # the youngest of the tables
        db.executescript(TABLES)
    return db


def _set_aside(path: str) -> None:
    os.replace(path, path + ".damaged")
    for suffix in ("-wal", "-shm"):
        with contextlib.suppress(FileNotFoundError):
            os.unlink(path + suffix)


def store_path(common_dir: str | None, root: str, environment: Mapping[str, str]) -> str:
    """Where the store is: the git common directory; without git the user's cache directory, one file per root."""
    if common_dir is not None:
        return os.path.join(common_dir, "flowscout", "store.sqlite")
    home = environment.get("XDG_CACHE_HOME") or os.path.join(environment.get("HOME", root), ".cache")
    return os.path.join(home, "flowscout", sha256(os.fsencode(root)).hexdigest()[:16] + ".sqlite")
