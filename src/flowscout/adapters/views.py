"""Views: what the last run knew of one root in one state (its index, its work tree), in the store's database.

A view maps path -> blob and function -> rows; the bytes behind them are the store's immutable rows, shared by all views. All
that a run derives is written in one transaction; a run reads what it began with. `tables` says what is in which row: what a file
has many of is kept as one value, and what many functions have is kept once.

Text that need not be UTF-8 (paths, ids) is kept as ASCII with JSON's escapes.
"""

from __future__ import annotations

import json
import sqlite3
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import groupby
from typing import Any

from ..model.summary import Effect
from ..ports import RESOLVING, Charted, FileRow, FunctionRecord
from .atoms import Atoms
from .packing import packed
from .read import Read
from .tables import (
    called,
    drop_files,
    function_number,
    keyed,
    number_of,
    numbers,
    pairs_of,
    printable,
    read_keyed,
    read_printable,
    text_of,
    unlink,
    values_of,
)

_FUNCTION = (
    "f.id, files.path, f.position, f.digest, f.said, f.file, f.effects, f.height, f.cycle, f.rank, f.chart, f.entry"
)
_FROM = "FROM functions f JOIN files ON files.file = f.file"


class View:
    """One view. All writing happens inside `transaction`."""

    def __init__(self, db: sqlite3.Connection, name: str) -> None:
        self._db = db
        known = self._named(name)
        if known is None:  # whoever only reads waits for nobody who writes
            with db:
                db.execute("INSERT OR IGNORE INTO views (name) VALUES (?)", (printable(name),))
            known = self._named(name)
        self.number = self._view = int(known[0])
        self._run: int | None = None
        self._atoms = Atoms(db)
        self._offered = Read(db, "SELECT offers FROM offered WHERE file = ?", read_keyed)
        self._rows = Read(db, "SELECT rows FROM rows WHERE file = ?", read_keyed)
        self._cycles = Read(db, "SELECT members FROM cycles WHERE cycle = ?", text_of)
        self._cycling: dict[str, int] = {"": 0}

    def _forget(self) -> None:
        for read in (self._offered, self._rows, self._cycles):
            read.forget()
        self._atoms.forget()
        self._cycling = {"": 0}

    def _named(self, name: str) -> Any:
        return self._db.execute("SELECT view FROM views WHERE name = ?", (printable(name),)).fetchone()

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
        self._forget()
        try:
            if self._run is not None and self._last_run() != self._run:
                raise sqlite3.OperationalError("another run changed it")
            yield
        except BaseException:
            self._db.rollback()
            self._forget()
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
        drop_files(self._db, "SELECT file FROM files WHERE view = ?", (self._view,))
        self._forget()

    # -- reading ----------------------------------------------------------------------------------------------------

    def files(self) -> dict[str, FileRow]:
        rows = self._db.execute("SELECT path, blob, language FROM files WHERE view = ?", (self._view,))
        return {read_printable(path): FileRow(read_printable(path), blob, language) for path, blob, language in rows}

    def file(self, path: str) -> FileRow | None:
        row = self._db.execute(
            "SELECT blob, language FROM files WHERE view = ? AND path = ?", (self._view, printable(path))
        ).fetchone()
        return FileRow(path, *row) if row else None

    def blobs(self) -> dict[str, str]:
        """Path -> blob of every file: what a run compares with its snapshot, so nothing is made of them."""
        found = dict(self._db.execute("SELECT path, blob FROM files WHERE view = ?", (self._view,)))
        for path in [path for path in found if path.startswith('"')]:
            found[read_printable(path)] = found.pop(path)
        return found

    def offers(self, key: int) -> list[tuple[str, str]]:
        """(path, offer) of a key, in no order."""
        rows = self._db.execute(
            "SELECT file, path FROM offers JOIN files USING (file) WHERE key = ? AND view = ?", (key, self._view)
        ).fetchall()
        return [
            (read_printable(path), offer) for file, path in rows for offer in values_of(self._offered(file), f"{key:x}")
        ]

    def every_offer(self) -> Iterator[tuple[str, str]]:
        """(path, offer) of all files."""
        rows = self._db.execute(
            "SELECT path, offers FROM offered JOIN files USING (file) WHERE view = ?", (self._view,)
        )
        yield from ((read_printable(path), offer) for path, kept in rows for _, offer in pairs_of(read_keyed(kept)))

    def offers_of(self, path: str) -> list[tuple[int, str]]:
        """(key, offer) of a file."""
        return [(int(key, 16), offer) for key, offer in pairs_of(self._offered(self._file(path)))]

    def askers(self, keys: Iterable[int], purpose: int = RESOLVING) -> set[str]:
        """Paths of the files that asked for one of the keys, for this purpose."""
        wanted = frozenset(keys)
        if not wanted:
            return set()
        rows = self._db.execute(
            "SELECT path, keys FROM files JOIN asks USING (file) WHERE view = ? AND drawing = ?", (self._view, purpose)
        )
        return {read_printable(path) for path, kept in rows if not wanted.isdisjoint(numbers(kept, "I"))}

    def function(self, id_: str) -> FunctionRecord | None:
        row = self._db.execute(
            f"SELECT {_FUNCTION} {_FROM} WHERE f.number = ?", (function_number(self._view, id_),)
        ).fetchone()
        return self._record(row) if row else None

    def held(self, ids: Iterable[str]) -> set[str]:
        """Those of the functions that are there; nothing is read of them."""
        query = "SELECT 1 FROM functions WHERE number = ?"
        return {id_ for id_ in ids if self._db.execute(query, (function_number(self._view, id_),)).fetchone()}

    def functions_of(self, path: str) -> list[FunctionRecord]:
        rows = self._db.execute(
            f"SELECT {_FUNCTION} {_FROM} WHERE f.file = ? ORDER BY f.position", (self._file(path),)
        ).fetchall()
        return [self._record(row) for row in rows]

    def _record(self, found: Sequence[Any]) -> FunctionRecord:
        id_, path, position, digest, said, file, effects, height, cycle, *rest = found
        id_, path = read_printable(id_), read_printable(path)
        row = next(values_of(self._rows(file), _rest(id_, path)), None)
        if row is None:
            raise ValueError("a function has no row")
        return FunctionRecord(
            id_, path, position, digest.hex(), said.hex(), row, self._atoms(effects), height, self._cycles(cycle), *rest
        )

    def sites(self, path: str) -> str | None:
        """Encoded call sites of a file's functions."""
        row = self._db.execute("SELECT sites FROM sites WHERE file = ?", (self._file(path),)).fetchone()
        return text_of(row[0]) if row else None

    def named(self, name: str) -> list[tuple[str, int]]:
        """(path of a file that calls it, how many of these calls are unsure; 0 where it is not of the project), sorted."""
        rows = self._db.execute(
            "SELECT path, unsure FROM names JOIN files USING (file) WHERE names.view = ? AND name = ?",
            (self._view, printable(name)),
        )
        return sorted((read_printable(path), unsure) for path, unsure in rows)

    def ids(self, part: str = "") -> list[str]:
        """Sorted; `part`: only those that hold it."""
        wanted = json.dumps(part)[1:-1]
        rows = self._db.execute(
            "SELECT id FROM functions WHERE view = ? AND (? = '' OR instr(id, ?))", (self._view, wanted, wanted)
        )
        return sorted(read_printable(id_) for (id_,) in rows)

    def count(self) -> int:
        """Of functions."""
        return int(
            self._db.execute(
                "SELECT count(*) FROM files CROSS JOIN functions USING (file) WHERE files.view = ?", (self._view,)
            ).fetchone()[0]
        )

    def holds_more(self, than: int) -> bool:
        """Whether there are more functions; they are not all counted for it."""
        return (
            self._db.execute(
                "SELECT 1 FROM files CROSS JOIN functions USING (file) WHERE files.view = ? LIMIT 1 OFFSET ?",
                (self._view, than),
            ).fetchone()
            is not None
        )

    def entries(self) -> list[str]:
        """Ids of the functions where the program is entered, tests and examples too; sorted."""
        rows = self._db.execute("SELECT id FROM functions WHERE view = ? AND entry <> ''", (self._view,))
        return sorted(read_printable(id_) for (id_,) in rows)

    def doing(self, wanted: Callable[[Effect], bool], inherited: bool) -> list[str]:
        """Ids of the functions that have such an effect, or may have: of their own, or with `inherited` any; sorted."""
        sets, own = self._atoms.sets(wanted, inherited)
        rows = self._db.execute("SELECT id, effects FROM functions WHERE view = ?", (self._view,)) if sets else ()
        return sorted(self.held(own) | {read_printable(id_) for id_, effects in rows if effects in sets})

    def holds_rank(self, below: str) -> bool:
        """Whether a function ranks before this."""
        return (
            self._db.execute(
                "SELECT 1 FROM functions WHERE view = ? AND rank <> '' AND rank < ? LIMIT 1", (self._view, below)
            ).fetchone()
            is not None
        )

    def ranked(self, below: str) -> Iterator[Charted]:
        """What the docs may show, best first; below: the first rank that is not wanted."""
        rows = self._db.execute(
            f"SELECT f.id, files.path, f.position, f.rank, f.chart {_FROM} WHERE f.view = ? AND f.rank <> '' AND f.rank < ? ORDER BY f.rank, f.id",
            (self._view, below),
        )
        yield from (
            Charted(read_printable(id_), read_printable(path), position, rank, chart)
            for id_, path, position, rank, chart in rows
        )

    def ranks(self, below: str, but: str, most: int) -> tuple[int, dict[str, int], int]:
        """How many functions rank below; how many of each path that holds more than `most`; how many have the rank that is none."""
        counts = self._db.execute(
            "SELECT file, count(*) FROM files CROSS JOIN functions USING (file) WHERE files.view = ? AND rank <> '' AND rank < ? GROUP BY file",
            (self._view, below),
        ).fetchall()
        crowded = {
            read_printable(self._db.execute("SELECT path FROM files WHERE file = ?", (file,)).fetchone()[0]): int(count)
            for file, count in counts if count > most
        }  # fmt: skip
        none = self._db.execute(
            "SELECT count(*) FROM functions WHERE view = ? AND rank <> '' AND rank = ?", (self._view, but)
        ).fetchone()
        return sum(count for _, count in counts), crowded, int(none[0])

    def callers(self, id_: str, travelling: bool = False) -> tuple[str, ...]:
        """travelling: only over edges that effects travel."""
        rows = self._db.execute(
            "SELECT id FROM edges JOIN functions ON number = caller WHERE callee = ? AND travels >= ?",
            (function_number(self._view, id_), int(travelling)),
        )
        return tuple(sorted([read_printable(caller) for (caller,) in rows]))

    def callees(self, id_: str) -> tuple[str, ...]:
        """Of those that the view holds."""
        row = self._db.execute(
            "SELECT calls FROM functions WHERE number = ?", (function_number(self._view, id_),)
        ).fetchone()
        query = "SELECT id FROM functions WHERE number = ?"
        found = [self._db.execute(query, (number & ~1,)).fetchone() for number in numbers(row[0], "q")] if row else []
        return tuple(sorted([read_printable(callee[0]) for callee in found if callee]))

    def dump(self) -> Iterator[str]:
        """The canonical dump: every row that a run derives, as sorted JSON lines, without what only speeds up."""
        chosen: dict[str, tuple[str, Callable[[Any], Sequence[Any]]]] = {
            "file": ("SELECT path, blob, language FROM files WHERE view = ?", tuple),
            "function": (f"SELECT {_FUNCTION} {_FROM} WHERE f.view = ?", lambda row: [*self._record(row)[:10], row[11]]),
            "site": ("SELECT path, sites FROM sites JOIN files USING (file) WHERE view = ?", lambda row: (row[0], text_of(row[1]))),
            "name": ("SELECT files.path, name, unsure FROM names JOIN files USING (file) WHERE names.view = ?", tuple),
            "edge": (
                "SELECT t.id, f.id, travels FROM edges JOIN functions f ON f.number = caller JOIN functions t ON t.number = callee WHERE f.view = ?", tuple),
        }  # fmt: skip
        yield from sorted(json.dumps(["offer", *offer]) for offer in self.every_offer())
        for kind, (query, made) in chosen.items():
            yield from sorted(
                json.dumps([kind, *made(row)]) for row in self._db.execute(query, (self._view,)).fetchall()
            )

    # -- writing ----------------------------------------------------------------------------------------------------

    def put_files(self, rows: Iterable[FileRow]) -> None:
        self._db.executemany(
            "INSERT INTO files (view, path, blob, language) VALUES (?, ?, ?, ?)"
            " ON CONFLICT (view, path) DO UPDATE SET blob = excluded.blob, language = excluded.language",
            ((self._view, printable(r.path), r.blob, r.language) for r in rows),
        )

    def drop_file(self, path: str) -> None:
        file = self._file(path)
        drop_files(self._db, "?", (file,))
        self._offered.forget(file)
        self._rows.forget(file)

    def put_offers(self, path: str, rows: Iterable[tuple[int, str]]) -> None:
        file, written = self._file(path), sorted(rows)
        before = {int(key, 16) for key, _ in pairs_of(self._offered(file))}
        now = {key for key, _ in written}
        self._db.execute(
            "INSERT OR REPLACE INTO offered (file, offers) VALUES (?, ?)",
            (file, keyed((f"{key:x}", offer) for key, offer in written)),
        )
        self._db.executemany(
            "DELETE FROM offers WHERE key = ? AND file = ?", ((key, file) for key in sorted(before - now))
        )
        self._db.executemany(
            "INSERT INTO offers (key, file) VALUES (?, ?)", ((key, file) for key in sorted(now - before))
        )
        self._offered.forget(file)

    def put_asks(self, path: str, keys: Iterable[int], purpose: int = RESOLVING, anew: bool = True) -> None:
        """What resolving a file asked, or drawing or ranking its functions. anew: in place of what it asked before."""
        file, now = self._file(path), set(keys)
        if not anew:
            row = self._db.execute("SELECT keys FROM asks WHERE file = ? AND drawing = ?", (file, purpose)).fetchone()
            now.update(numbers(row[0], "I") if row else ())
        if now:
            self._db.execute(
                "INSERT OR REPLACE INTO asks (file, drawing, keys) VALUES (?, ?, ?)",
                (file, purpose, array("I", sorted(now)).tobytes()),
            )
        else:
            self._db.execute("DELETE FROM asks WHERE file = ? AND drawing = ?", (file, purpose))

    def put_functions(self, records: Iterable[FunctionRecord]) -> None:
        chosen = sorted(records, key=lambda record: (record.path, record.position))
        rows = []
        for path, some in groupby(chosen, key=lambda record: record.path):
            file, of_file = self._file(path), list(some)
            self._put_rows(file, {_rest(r.id, path): r.row for r in of_file})
            rows += [
                (
                    function_number(self._view, r.id),
                    self._view,
                    printable(r.id),
                    file,
                    r.position,
                    bytes.fromhex(r.digest),
                    bytes.fromhex(r.said),
                    self._atoms.number(r.effects),
                    r.height,
                    self._cycle(r.cycle),
                    r.rank,
                    r.chart,
                    r.entry,
                )
                for r in of_file
            ]
        self._db.executemany(
            "INSERT INTO functions (number, view, id, file, position, digest, said, effects, height, cycle, rank, chart, entry)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
            " ON CONFLICT (number) DO UPDATE SET file = excluded.file, position = excluded.position, digest = excluded.digest,"
            " said = excluded.said, effects = excluded.effects, height = excluded.height,"
            " cycle = excluded.cycle, rank = excluded.rank, chart = excluded.chart, entry = excluded.entry",
            rows,
        )

    def _put_rows(self, file: int, rows: Mapping[str, str], gone: Iterable[str] = ()) -> None:
        before = dict(pairs_of(self._rows(file)))
        after = {**before, **rows}
        for id_ in gone:
            after.pop(id_, None)
        if after != before:
            self._db.execute(
                "INSERT OR REPLACE INTO rows (file, rows) VALUES (?, ?)", (file, keyed(sorted(after.items())))
            )
            self._rows.forget(file)

    def _cycle(self, members: str) -> int:
        """Thousands of functions may be of one: it is written once."""
        known = self._cycling.get(members)
        if known is None:
            known = self._cycling[members] = number_of(members.encode())
            self._db.execute(
                "INSERT OR IGNORE INTO cycles (cycle, members) VALUES (?, ?)", (known, packed(members.encode("ascii")))
            )
        return known

    def put_sites(self, path: str, sites: str) -> None:
        self._db.execute(
            "INSERT OR REPLACE INTO sites (file, sites) VALUES (?, ?)",
            (self._file(path), packed(sites.encode("utf-8", "surrogatepass"))),
        )

    def put_named(self, path: str, rows: Iterable[tuple[str, int]]) -> None:
        file = self._file(path)
        self._db.execute("DELETE FROM names WHERE file = ?", (file,))
        self._db.executemany(
            "INSERT INTO names (view, name, file, unsure) VALUES (?, ?, ?, ?)",
            ((self._view, printable(name), file, unsure) for name, unsure in rows),
        )

    def drop_functions(self, ids: Iterable[str]) -> None:
        gone: dict[int, list[str]] = {}
        for id_ in ids:
            number = function_number(self._view, id_)
            row = self._db.execute(
                "SELECT f.file, path, calls FROM functions f JOIN files USING (file) WHERE number = ?", (number,)
            ).fetchone()
            if row:
                gone.setdefault(row[0], []).append(_rest(id_, read_printable(row[1])))
                unlink(self._db, number, row[2])
                self._db.execute("DELETE FROM functions WHERE number = ?", (number,))
        for file, rest in gone.items():
            self._put_rows(file, {}, rest)

    def put_edges(self, callees: Mapping[str, Mapping[str, bool]]) -> None:
        """Of each caller its callees, and whether effects travel; replaces the callers' edges."""
        gone, new, calls = list[tuple[int, int]](), list[tuple[int, int, int]](), list[tuple[bytes, int]]()
        for caller, ids in callees.items():
            number = function_number(self._view, caller)
            row = self._db.execute("SELECT calls FROM functions WHERE number = ?", (number,)).fetchone()
            before, now = set(numbers(row[0], "q")) if row else set(), called(self._view, ids)
            if row and before != now:
                gone += [(callee & ~1, number) for callee in before - now]
                new += [(callee & ~1, number, callee & 1) for callee in now - before]
                calls.append((array("q", sorted(now)).tobytes(), number))
        self._db.executemany("DELETE FROM edges WHERE callee = ? AND caller = ?", sorted(gone))
        self._db.executemany("INSERT INTO edges (callee, caller, travels) VALUES (?, ?, ?)", sorted(new))
        self._db.executemany("UPDATE functions SET calls = ? WHERE number = ?", calls)

    def _file(self, path: str) -> int:
        row = self._db.execute(
            "SELECT file FROM files WHERE view = ? AND path = ?", (self._view, printable(path))
        ).fetchone()
        return int(row[0]) if row else -1


def _rest(id_: str, path: str) -> str:
    """What an id says beside the path of its file, as a key of one line."""
    return printable(id_.removeprefix(path))
