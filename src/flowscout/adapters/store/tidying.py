"""A store keeps itself small: what has long not been used goes, in steps that nobody has to wait for.

Views are let go that were not used for a month, and the least recently used of too many; with them what only they
named. Of results those stay that a view's files need, and as many bytes again of the latest others. Free pages are
given back a few at a time, each time in a transaction of its own, so that a hook comes in between. Whoever finds the
store busy leaves it as it is.
"""

from __future__ import annotations

import contextlib
import sqlite3
import time
from collections.abc import Iterator
from typing import Final

from .tables import drop_files, read_spelled

DAY: Final = 86_400
LONGEST: Final = 30  # days that a view stays unused
MOST: Final = 8  # views
SPARE: Final = 4_000_000  # bytes of results that may stay whatever is needed
GROWN: Final = 1.25  # times the size after the last look
STEP: Final = 500  # rows or pages at once
_MARK: Final = "tidied"


def today() -> int:
    return int(time.time()) // DAY


def used(db: sqlite3.Connection, view: int, day: int) -> None:
    """Writes down that a view was used, at most once a day, and only where nobody has to be waited for."""
    known = db.execute("SELECT used FROM views WHERE view = ?", (view,)).fetchone()
    if known and known[0] != day:
        with _not_waiting(db), db:
            db.execute("UPDATE views SET used = ? WHERE view = ?", (day, view))


def tidy(db: sqlite3.Connection, now: int, *, anyway: bool = False) -> None:
    """anyway: even where the store has not grown since the last look."""
    with _not_waiting(db):
        row = db.execute("SELECT value FROM memo WHERE key = ?", (_MARK,)).fetchone()
        last = int(row[0]) if row else 0
        if not anyway and _size(db) <= last * GROWN + SPARE:
            return
        for view in _unused(db, now):
            _let_go(db, view)
        _forget(db)
        _spare(db)
        give_back(db)
        with db:
            db.execute(
                "INSERT OR REPLACE INTO memo (key, value, day) VALUES (?, ?, ?)", (_MARK, str(_size(db)).encode(), now)
            )


def give_back(db: sqlite3.Connection) -> None:
    """Pages that are free, a few at a time."""
    while db.execute("PRAGMA freelist_count").fetchone()[0]:
        before = _pages(db)
        db.execute(f"PRAGMA incremental_vacuum({STEP})").fetchall()
        if _pages(db) == before:
            return


@contextlib.contextmanager
def _not_waiting(db: sqlite3.Connection) -> Iterator[None]:
    (patience,) = db.execute("PRAGMA busy_timeout").fetchone()
    db.execute("PRAGMA busy_timeout=0")
    try:
        with contextlib.suppress(sqlite3.OperationalError):
            yield
    finally:
        db.execute(f"PRAGMA busy_timeout={patience}")


def _pages(db: sqlite3.Connection) -> int:
    return int(db.execute("PRAGMA page_count").fetchone()[0])


def _size(db: sqlite3.Connection) -> int:
    return _pages(db) * int(db.execute("PRAGMA page_size").fetchone()[0])


def _unused(db: sqlite3.Connection, now: int) -> list[int]:
    latest = [(view, day) for view, day in db.execute("SELECT view, used FROM views ORDER BY used DESC, view DESC")]
    return [view for place, (view, day) in enumerate(latest) if place >= MOST or day < now - LONGEST]


def _let_go(db: sqlite3.Connection, view: int) -> None:
    """File by file: whoever waits to write comes in between. It is no whole view from the first file on."""
    with db:
        db.execute("UPDATE views SET state = '', run = run + 1 WHERE view = ?", (view,))
    files = [file for (file,) in db.execute("SELECT file FROM files WHERE view = ?", (view,))]
    for file in files:
        with db:
            drop_files(db, "?", (file,))
    with db:
        db.execute("DELETE FROM views WHERE view = ?", (view,))


def _forget(db: sqlite3.Connection) -> None:
    """Atoms, sets and cycles that no function has any more."""
    with db:
        db.execute("BEGIN IMMEDIATE")  # who numbers an atom meanwhile would lose it
        db.execute("DELETE FROM sets WHERE number NOT IN (SELECT effects FROM functions)")
        db.execute("DELETE FROM crowded WHERE number NOT IN (SELECT number FROM sets)")
        held = {number >> 1 for (kept,) in db.execute("SELECT atoms FROM sets") for number in read_spelled(kept)}
        gone = [(atom,) for (atom,) in db.execute("SELECT atom FROM atoms") if atom not in held]
        db.executemany("DELETE FROM atoms WHERE atom = ?", gone)
        db.execute("DELETE FROM cycles WHERE cycle NOT IN (SELECT cycle FROM functions)")


def _spare(db: sqlite3.Connection) -> None:
    """Results that no view's files need, as far as they are more than what is needed."""
    blobs = {blob for (blob,) in db.execute("SELECT DISTINCT blob FROM files")}
    rows = [
        (day, key, size, blobs.isdisjoint(key.split(":")))
        for key, size, day in db.execute("SELECT key, length(value), day FROM memo")
    ]
    room = max(SPARE, sum(size for _, _, size, spare in rows if not spare))
    gone: list[tuple[str]] = []
    for _, key, size, spare in sorted(rows, reverse=True):
        room -= size if spare else 0
        if spare and room < 0:
            gone.append((key,))
    for start in range(0, len(gone), STEP):
        with db:
            db.executemany("DELETE FROM memo WHERE key = ?", gone[start : start + STEP])
