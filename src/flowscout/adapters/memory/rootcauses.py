"""Root causes of logs that were read before, for a while: one SQLite file beside the memory, by the digest of the log.

FLOWSCOUT_RCA_TTL says for how many hours (24; 0 is never). A thumb down forgets what was found of that error.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from ...model.finding import RootCause
from ...rca.memory.cached import TTL_HOURS, packed, unpacked

MOST: Final = 500  # results kept
_TABLE: Final = "CREATE TABLE IF NOT EXISTS results (key TEXT PRIMARY KEY, error TEXT, body TEXT NOT NULL, until REAL) WITHOUT ROWID"


def path_of(environment: Mapping[str, str]) -> Path:
    home = environment.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return Path(home) / "flowscout" / "rootcauses.sqlite3"


def hours(environment: Mapping[str, str]) -> float:
    try:
        return max(0.0, float(environment.get("FLOWSCOUT_RCA_TTL") or TTL_HOURS))
    except ValueError:
        return TTL_HOURS


class RootCauses:
    """A help: what goes wrong with the file is as if nothing had been kept."""

    def __init__(self, path: Path, ttl_hours: float) -> None:
        self._ttl = ttl_hours * 3600
        self._db: sqlite3.Connection | None = None
        try:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._db = sqlite3.connect(path, timeout=5, isolation_level=None)
            os.chmod(path, 0o600)
            self._db.execute(_TABLE)
        except (sqlite3.Error, UnicodeError, OSError):
            self._db = None

    def get(self, key: str) -> RootCause | None:
        rows = self._asked("SELECT body FROM results WHERE key = ? AND until > ?", key, time.time())
        return unpacked(rows[0][0]) if rows else None

    def keep(self, key: str, error: str, found: RootCause) -> None:
        """error: fingerprint of the first finding."""
        now = time.time()
        self._asked("INSERT OR REPLACE INTO results VALUES (?, ?, ?, ?)", key, error, packed(found), now + self._ttl)
        self._asked("DELETE FROM results WHERE until <= ?", now)
        self._asked("DELETE FROM results WHERE key NOT IN (SELECT key FROM results ORDER BY until DESC LIMIT ?)", MOST)

    def forget(self, error: str) -> None:
        self._asked("DELETE FROM results WHERE error = ?", error)

    def _asked(self, query: str, *values: object) -> list[tuple[str]]:
        if self._db is None:
            return []
        try:
            return self._db.execute(query, values).fetchall()
        except (sqlite3.Error, UnicodeError):
            return []

    def close(self) -> None:
        if self._db is not None:
            self._db.close()
