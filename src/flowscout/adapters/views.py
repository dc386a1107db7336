"""Views: what the last run knew of one root in one state (its index, its work tree), in the store's database.

A view maps path -> blob and function -> rows; the bytes behind them are the store's immutable rows, shared by all views. All
that a run derives is written in one transaction; a run reads what it began with. Rows are JSON of our own codec.

| table | row |
|---|---|
| views | name, state (the digest of what the view was made from, "" while it is not whole), number of the last run that wrote |
| files | path, blob, language |
| offers | key of (kind, name) -> the offer, by the file that makes it |
| asks | key of (kind, name) -> the file that asked for it, and what for (`drawing`) |
| functions | id -> path, position, summary rows, cycle, what the docs rank by, whether it is an entry point; long rows deflated |
| sites | file -> its resolved call sites |
| names | name -> the file that calls it, how many of these calls are unsure; 0: it is not of the project |
| edges | callee -> caller, and whether effects travel |

Text that need not be UTF-8 (paths, ids) is kept as ASCII with JSON's escapes.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final

from ..ports import RESOLVING, Charted, FileRow, FunctionRecord
from .packing import LONG, packed, unpacked

TABLES: Final = """
CREATE TABLE IF NOT EXISTS views (view INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, state TEXT NOT NULL DEFAULT '',
  run INTEGER NOT NULL DEFAULT 0);
CREATE TABLE IF NOT EXISTS files (
  view INTEGER, file INTEGER PRIMARY KEY, path TEXT NOT NULL, blob TEXT NOT NULL, language TEXT NOT NULL, UNIQUE (view, path));
CREATE TABLE IF NOT EXISTS offers (file INTEGER NOT NULL, view INTEGER NOT NULL, key INTEGER NOT NULL, offer TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS offered ON offers (view, key);
CREATE INDEX IF NOT EXISTS offering ON offers (file);
CREATE TABLE IF NOT EXISTS asks (
  view INTEGER, key INTEGER, file INTEGER, drawing INTEGER, PRIMARY KEY (view, key, file, drawing)) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS asking ON asks (file);
CREATE TABLE IF NOT EXISTS functions (
  function INTEGER PRIMARY KEY, view INTEGER NOT NULL, id TEXT NOT NULL, file INTEGER NOT NULL, position INTEGER NOT NULL,
  digest TEXT NOT NULL, said TEXT NOT NULL, row TEXT NOT NULL, effects TEXT NOT NULL, height INTEGER NOT NULL,
  cycle TEXT NOT NULL, rank TEXT NOT NULL, chart TEXT NOT NULL, entry TEXT NOT NULL, UNIQUE (view, id));
CREATE INDEX IF NOT EXISTS holding ON functions (file);
CREATE INDEX IF NOT EXISTS ranking ON functions (view, rank, id) WHERE rank <> '';
CREATE INDEX IF NOT EXISTS entering ON functions (view, id) WHERE entry <> '';
CREATE INDEX IF NOT EXISTS showing ON functions (view, file, rank) WHERE rank <> '';
CREATE TABLE IF NOT EXISTS sites (file INTEGER PRIMARY KEY, view INTEGER NOT NULL, sites BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS names (
  view INTEGER, name TEXT, file INTEGER, unsure INTEGER, PRIMARY KEY (view, name, file, unsure)) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS naming ON names (file);
CREATE TABLE IF NOT EXISTS edges (
  view INTEGER, callee TEXT, caller TEXT, travels INTEGER, PRIMARY KEY (view, callee, caller)) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS leaving ON edges (view, caller);
"""


_FUNCTION = "f.id, files.path, f.position, f.digest, f.said, f.row, f.effects, f.height, f.cycle, f.rank, f.chart, f.entry"
_FROM = "FROM functions f JOIN files ON files.file = f.file"


class View:
    """One view. All writing happens inside `transaction`."""

    def __init__(self, db: sqlite3.Connection, name: str) -> None:
        self._db = db
        known = self._named(name)
        if known is None:  # whoever only reads waits for nobody who writes
            with db:
                db.execute("INSERT OR IGNORE INTO views (name) VALUES (?)", (_packed(name),))
            known = self._named(name)
        self._view: int = known[0]
        self._run: int | None = None

    def _named(self, name: str) -> Any:
        return self._db.execute("SELECT view FROM views WHERE name = ?", (_packed(name),)).fetchone()

    def stands(self, state: str, blobs: Mapping[str, str]) -> bool:
        """Whether the view is whole, made so and of exactly these files; then `reading` fails where another run wrote since."""
        with self._begun("BEGIN"):
            run = self._last_run()
            same = self.state() == state and self.blobs() == blobs
        self._run = run if same else None
        return same

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """A second one fails where another run wrote in between: what is known here is not what stands there."""
        with self._begun("BEGIN IMMEDIATE"):
            yield
            self._db.execute("UPDATE views SET run = run + 1 WHERE view = ?", (self._view,))
            run = self._last_run()
        self._run = run

    @contextmanager
    def reading(self) -> Iterator[None]:
        """The view as this run's last transaction left it, whatever other runs do meanwhile."""
        with self._begun("BEGIN"):
            yield

    @contextmanager
    def _begun(self, begin: str) -> Iterator[None]:
        self._db.execute(begin)
        try:
            if self._run is not None and self._last_run() != self._run:
                raise sqlite3.OperationalError("another run changed it")
            yield
        except BaseException:
            self._db.rollback()
            raise
        self._db.commit()

    def _last_run(self) -> int:
        return int(self._db.execute("SELECT run FROM views WHERE view = ?", (self._view,)).fetchone()[0])

    def state(self) -> str:
        found: str = self._db.execute("SELECT state FROM views WHERE view = ?", (self._view,)).fetchone()[0]
        return found

    def set_state(self, state: str) -> None:
        self._db.execute("UPDATE views SET state = ? WHERE view = ?", (state, self._view))

    def clear(self) -> None:
        for table in ("offers", "asks", "functions", "sites", "names", "edges", "files"):
            self._db.execute(f"DELETE FROM {table} WHERE view = ?", (self._view,))

    # -- reading ----------------------------------------------------------------------------------------------------

    def files(self) -> dict[str, FileRow]:
        rows = self._db.execute("SELECT path, blob, language FROM files WHERE view = ?", (self._view,))
        return {_unpacked(path): FileRow(_unpacked(path), blob, language) for path, blob, language in rows}

    def file(self, path: str) -> FileRow | None:
        row = self._db.execute("SELECT blob, language FROM files WHERE view = ? AND path = ?", (self._view, _packed(path))).fetchone()
        return FileRow(path, *row) if row else None

    def blobs(self) -> dict[str, str]:
        """Path -> blob of every file: what a run compares with its snapshot, so nothing is made of them."""
        found = dict(self._db.execute("SELECT path, blob FROM files WHERE view = ?", (self._view,)))
        for path in [path for path in found if path.startswith('"')]:
            found[_unpacked(path)] = found.pop(path)
        return found

    def offers(self, key: int) -> list[tuple[str, str]]:
        """(path, offer) of a key, in no order."""
        rows = self._db.execute(
            "SELECT files.path, offer FROM offers JOIN files USING (file) WHERE offers.view = ? AND key = ?", (self._view, key))
        return [(_unpacked(path), offer) for path, offer in rows]

    def every_offer(self) -> Iterator[tuple[str, str]]:
        """(path, offer) of all files."""
        rows = self._db.execute("SELECT files.path, offer FROM offers JOIN files USING (file) WHERE offers.view = ?", (self._view,))
        yield from ((_unpacked(path), offer) for path, offer in rows)

    def offers_of(self, path: str) -> list[tuple[int, str]]:
        """(key, offer) of a file."""
        return self._db.execute("SELECT key, offer FROM offers WHERE file = ?", (self._file(path),)).fetchall()

    def askers(self, keys: Iterable[int], purpose: int = RESOLVING) -> set[str]:
        """Paths of the files that asked for one of the keys, for this purpose."""
        found: set[str] = set()
        for key in keys:
            rows = self._db.execute(
                "SELECT path FROM asks JOIN files USING (file) WHERE asks.view = ? AND key = ? AND drawing = ?",
                (self._view, key, purpose))
            found.update(_unpacked(path) for (path,) in rows)
        return found

    def function(self, id_: str) -> FunctionRecord | None:
        row = self._db.execute(f"SELECT {_FUNCTION} {_FROM} WHERE f.view = ? AND f.id = ?", (self._view, _packed(id_))).fetchone()
        return _record(row) if row else None

    def functions_of(self, path: str) -> list[FunctionRecord]:
        rows = self._db.execute(f"SELECT {_FUNCTION} {_FROM} WHERE f.file = ? ORDER BY f.position", (self._file(path),))
        return [_record(row) for row in rows]

    def sites(self, path: str) -> str | None:
        """Encoded call sites of a file's functions."""
        row = self._db.execute("SELECT sites FROM sites WHERE file = ?", (self._file(path),)).fetchone()
        return _inflated(row[0]) if row else None

    def named(self, name: str) -> list[tuple[str, int]]:
        """(path of a file that calls it, how many of these calls are unsure; 0 where it is not of the project), sorted."""
        rows = self._db.execute("SELECT path, unsure FROM names JOIN files USING (file) WHERE names.view = ? AND name = ?", (self._view, _packed(name)))
        return sorted((_unpacked(path), unsure) for path, unsure in rows)

    def ids(self, part: str = "") -> list[str]:
        """Sorted; `part`: only those that hold it."""
        wanted = json.dumps(part)[1:-1]
        rows = self._db.execute("SELECT id FROM functions WHERE view = ? AND (? = '' OR instr(id, ?))", (self._view, wanted, wanted))
        return sorted(_unpacked(id_) for (id_,) in rows)

    def count(self) -> int:
        """Of functions."""
        return int(self._db.execute("SELECT count(*) FROM functions WHERE view = ?", (self._view,)).fetchone()[0])

    def holds_more(self, than: int) -> bool:
        """Whether there are more functions; they are not all counted for it."""
        return self._db.execute("SELECT 1 FROM functions WHERE view = ? LIMIT 1 OFFSET ?", (self._view, than)).fetchone() is not None

    def entries(self) -> list[str]:
        """Ids of the functions where the program is entered, tests and examples too; sorted."""
        rows = self._db.execute("SELECT id FROM functions WHERE view = ? AND entry <> ''", (self._view,))
        return sorted(_unpacked(id_) for (id_,) in rows)

    def holds_rank(self, below: str) -> bool:
        """Whether a function ranks before this."""
        return self._db.execute("SELECT 1 FROM functions WHERE view = ? AND rank <> '' AND rank < ? LIMIT 1", (self._view, below)).fetchone() is not None

    def ranked(self, below: str) -> Iterator[Charted]:
        """What the docs may show, best first; below: the first rank that is not wanted."""
        rows = self._db.execute(
            f"SELECT f.id, files.path, f.position, f.rank, f.chart {_FROM} WHERE f.view = ? AND f.rank <> '' AND f.rank < ? ORDER BY f.rank, f.id",
            (self._view, below))
        yield from (Charted(_unpacked(id_), _unpacked(path), position, rank, chart) for id_, path, position, rank, chart in rows)

    def ranks(self, below: str, but: str, most: int) -> tuple[int, dict[str, int], int]:
        """How many functions rank below; how many of each path that holds more than `most`; how many have the rank that is none."""
        counts = self._db.execute(
            "SELECT file, count(*) FROM functions WHERE view = ? AND rank <> '' AND rank < ? GROUP BY file", (self._view, below)).fetchall()
        crowded = {
            _unpacked(self._db.execute("SELECT path FROM files WHERE file = ?", (file,)).fetchone()[0]): int(count)
            for file, count in counts if count > most
        }  # fmt: skip
        none = self._db.execute("SELECT count(*) FROM functions WHERE view = ? AND rank <> '' AND rank = ?", (self._view, but)).fetchone()
        return sum(count for _, count in counts), crowded, int(none[0])

    def callers(self, id_: str, travelling: bool = False) -> tuple[str, ...]:
        """travelling: only over edges that effects travel."""
        rows = self._db.execute(
            "SELECT caller FROM edges WHERE view = ? AND callee = ? AND travels >= ?", (self._view, _packed(id_), int(travelling)))
        return tuple(sorted(_unpacked(caller) for (caller,) in rows))

    def callees(self, id_: str) -> tuple[str, ...]:
        """Of those that the view holds."""
        rows = self._db.execute(
            "SELECT callee FROM edges e WHERE view = ? AND caller = ? AND EXISTS (SELECT 1 FROM functions f WHERE f.view = e.view AND f.id = e.callee)",
            (self._view, _packed(id_)))
        return tuple(sorted(_unpacked(callee) for (callee,) in rows))

    def dump(self) -> Iterator[str]:
        """The canonical dump: every row that a run derives, as sorted JSON lines, without what only speeds up."""
        chosen = {
            "file": "SELECT path, blob, language FROM files WHERE view = ?",
            "offer": "SELECT files.path, offer FROM offers JOIN files USING (file) WHERE offers.view = ?",
            "function": "SELECT f.id, files.path, f.position, f.digest, f.said, f.row, f.effects, f.height, f.cycle, f.rank, f.entry"
                        f" {_FROM} WHERE f.view = ?",
            "site": "SELECT files.path, sites FROM sites JOIN files USING (file) WHERE sites.view = ?",
            "name": "SELECT files.path, name, unsure FROM names JOIN files USING (file) WHERE names.view = ?",
            "edge": "SELECT callee, caller, travels FROM edges WHERE view = ?",
        }  # fmt: skip
        for kind, query in chosen.items():
            yield from sorted(json.dumps([kind, *map(_inflated, row)]) for row in self._db.execute(query, (self._view,)))

    # -- writing ----------------------------------------------------------------------------------------------------

    def put_files(self, rows: Iterable[FileRow]) -> None:
        self._db.executemany(
            "INSERT INTO files (view, path, blob, language) VALUES (?, ?, ?, ?)"
            " ON CONFLICT (view, path) DO UPDATE SET blob = excluded.blob, language = excluded.language",
            ((self._view, _packed(r.path), r.blob, r.language) for r in rows))

    def drop_file(self, path: str) -> None:
        file = self._file(path)
        for table in ("offers", "asks", "functions", "sites", "names", "files"):
            self._db.execute(f"DELETE FROM {table} WHERE file = ?", (file,))

    def put_offers(self, path: str, rows: Iterable[tuple[int, str]]) -> None:
        file = self._file(path)
        self._db.execute("DELETE FROM offers WHERE file = ?", (file,))
        self._db.executemany(
            "INSERT INTO offers (file, view, key, offer) VALUES (?, ?, ?, ?)", ((file, self._view, k, o) for k, o in rows))

    def put_asks(self, path: str, keys: Iterable[int], purpose: int = RESOLVING, anew: bool = True) -> None:
        """What resolving a file asked, or drawing or ranking its functions. anew: in place of what it asked before."""
        file = self._file(path)
        before = {key for (key,) in self._db.execute("SELECT key FROM asks WHERE file = ? AND drawing = ?", (file, purpose))}
        now = set(keys)
        for query, some in (
            ("DELETE FROM asks WHERE view = ? AND key = ? AND file = ? AND drawing = ?", before - now if anew else ()),
            ("INSERT INTO asks (view, key, file, drawing) VALUES (?, ?, ?, ?)", now - before),
        ):
            self._db.executemany(query, ((self._view, key, file, purpose) for key in sorted(some)))

    def put_functions(self, records: Iterable[FunctionRecord]) -> None:
        files: dict[str, int] = {}
        rows = []
        for r in records:
            if r.path not in files:
                files[r.path] = self._file(r.path)
            rows.append((self._view, _packed(r.id), files[r.path], *r[2:5], _deflated(r.row), _deflated(r.effects), *r[7:]))
        self._db.executemany(
            "INSERT INTO functions (view, id, file, position, digest, said, row, effects, height, cycle, rank, chart, entry)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
            " ON CONFLICT (view, id) DO UPDATE SET file = excluded.file, position = excluded.position, digest = excluded.digest,"
            " said = excluded.said, row = excluded.row, effects = excluded.effects, height = excluded.height,"
            " cycle = excluded.cycle, rank = excluded.rank, chart = excluded.chart, entry = excluded.entry", rows)

    def put_sites(self, path: str, sites: str) -> None:
        self._db.execute("INSERT OR REPLACE INTO sites (file, view, sites) VALUES (?, ?, ?)", (self._file(path), self._view, packed(sites.encode("utf-8", "surrogatepass"))))

    def put_named(self, path: str, rows: Iterable[tuple[str, int]]) -> None:
        file = self._file(path)
        self._db.execute("DELETE FROM names WHERE file = ?", (file,))
        self._db.executemany(
            "INSERT INTO names (view, name, file, unsure) VALUES (?, ?, ?, ?)", ((self._view, _packed(name), file, unsure) for name, unsure in rows))

    def drop_functions(self, ids: Iterable[str]) -> None:
        self._db.executemany("DELETE FROM functions WHERE view = ? AND id = ?", ((self._view, _packed(id_)) for id_ in ids))

    def put_edges(self, callees: Mapping[str, Mapping[str, bool]]) -> None:
        """Of each caller its callees, and whether effects travel; replaces the callers' edges."""
        self._db.executemany(
            "DELETE FROM edges WHERE view = ? AND caller = ?", ((self._view, _packed(caller)) for caller in callees))
        self._db.executemany(
            "INSERT INTO edges (view, callee, caller, travels) VALUES (?, ?, ?, ?)",
            ((self._view, _packed(callee), _packed(caller), int(t)) for caller, ids in callees.items() for callee, t in sorted(ids.items())))

    def _file(self, path: str) -> int:
        row = self._db.execute("SELECT file FROM files WHERE view = ? AND path = ?", (self._view, _packed(path))).fetchone()
        return int(row[0]) if row else -1


def _packed(text: str) -> str:
    return text if text.isascii() and "\\" not in text and '"' not in text else json.dumps(text)


def _unpacked(text: str) -> str:
    if not text.startswith('"'):
        return text
    read: str = json.loads(text)
    return read


def _deflated(text: str) -> str | bytes:
    """Of ASCII."""
    return packed(text.encode()) if len(text) > LONG else text


def _inflated(kept: Any) -> Any:
    """Raises ValueError for bytes that nobody of ours wrote."""
    if not isinstance(kept, bytes):
        return kept
    found = unpacked(kept)
    if found is None:
        raise ValueError("a row is not as it was written")
    return found.decode("utf-8", "surrogatepass")


def _record(found: Sequence[Any]) -> FunctionRecord:
    id_, path, position, digest, said, row, effects, *rest = found
    return FunctionRecord(_unpacked(id_), _unpacked(path), position, digest, said, _inflated(row), _inflated(effects), *rest)
