"""Views: what the last run knew of one root in one state (its index, its work tree), in the store's database.

A view maps path -> blob and function -> rows; the bytes behind them are the store's immutable rows, shared by all
views. All that a run derives is written in one transaction; a run reads what it began with. `tables` says what is in
which row: what a file has many of is kept as one value, and what many functions have is kept once.

Text that need not be UTF-8 (paths, ids) is kept as ASCII with JSON's escapes.
"""

from __future__ import annotations

import sqlite3
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import groupby

from ...model.codec import dumps_ascii
from ...model.direct import Direct
from ...ports import RESOLVING, FileRow, FunctionRecord
from .packing import packed
from .tables import (
    SURE,
    called,
    drop_files,
    function_number,
    keyed,
    number_of,
    numbers,
    pairs_of,
    printable,
    read_printable,
    unlink,
)
from .view_rows import ViewRows, within_file


class SqliteView(ViewRows):
    """One view. All writing happens inside `transaction`."""

    def stands(self, state: str, blobs: Mapping[str, str]) -> bool:
        """Whether the view is whole, made so and of exactly these files; then `reading` fails where another run wrote
        since."""
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

    def set_state(self, state: str) -> None:
        self._db.execute("UPDATE views SET state = ? WHERE view = ?", (state, self._view))

    def clear(self) -> None:
        drop_files(self._db, "SELECT file FROM files WHERE view = ?", (self._view,))
        self._forget()

    # -- writing ----------------------------------------------------------------------------------------------------

    def put_files(self, rows: Iterable[FileRow]) -> None:
        self._db.executemany(
            "INSERT INTO files (view, path, blob, language) VALUES (?, ?, ?, ?)"
            " ON CONFLICT (view, path) DO UPDATE SET blob = excluded.blob, language = excluded.language",
            ((self._view, printable(r.path), r.blob, r.language) for r in rows),
        )

    def drop_file(self, path: str) -> None:
        self._other_functions()
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
        self._other_functions()
        chosen = sorted(records, key=lambda record: (record.path, record.position))
        rows = []
        for path, some in groupby(chosen, key=lambda record: record.path):
            file, of_file = self._file(path), list(some)
            self._put_rows(file, {within_file(r.id, path): r.row for r in of_file})
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

    def put_counts(self, path: str, counts: Sequence[int]) -> None:
        self._db.execute(
            "INSERT OR REPLACE INTO counts (file, counts) VALUES (?, ?)", (self._file(path), " ".join(map(str, counts)))
        )

    def put_lines(self, path: str, lines: Sequence[int]) -> None:
        self._db.execute(
            "INSERT OR REPLACE INTO lines (file, lines) VALUES (?, ?)",
            (self._file(path), packed(array("I", lines).tobytes())),
        )

    def put_imports(self, path: str, imports: str) -> None:
        self._db.execute(
            "INSERT OR REPLACE INTO imports (file, imports) VALUES (?, ?)",
            (self._file(path), packed(imports.encode("ascii"))),
        )

    def put_unset(self, path: str, rows: Iterable[tuple[str, Sequence[str]]]) -> None:
        self._put_keyed("unset", path, rows)

    def put_direct(self, path: str, rows: Iterable[tuple[str, Sequence[Direct]]]) -> None:
        self._put_keyed("direct", path, rows)

    def _put_keyed(self, table: str, path: str, rows: Iterable[tuple[str, object]]) -> None:
        file = self._file(path)
        said = keyed((within_file(id_, path), dumps_ascii(each)) for id_, each in rows)
        if said:
            self._db.execute(f"INSERT OR REPLACE INTO {table} (file, {table}) VALUES (?, ?)", (file, said))
        else:
            self._db.execute(f"DELETE FROM {table} WHERE file = ?", (file,))

    def drop_functions(self, ids: Iterable[str]) -> None:
        self._other_functions()
        gone: dict[int, list[str]] = {}
        for id_ in ids:
            number = function_number(self._view, id_)
            row = self._db.execute(
                "SELECT f.file, path, calls FROM functions f JOIN files USING (file) WHERE number = ?", (number,)
            ).fetchone()
            if row:
                gone.setdefault(row[0], []).append(within_file(id_, read_printable(row[1])))
                unlink(self._db, number, row[2])
                self._db.execute("DELETE FROM functions WHERE number = ?", (number,))
        for file, rest in gone.items():
            self._put_rows(file, {}, rest)

    def put_edges(self, callees: Mapping[str, Mapping[str, int]]) -> None:
        """Of each caller its callees, and how each is known; replaces the callers' edges."""
        gone, new, calls = list[tuple[int, int]](), list[tuple[int, int, int]](), list[tuple[bytes, int]]()
        for caller, ids in callees.items():
            number = function_number(self._view, caller)
            row = self._db.execute("SELECT calls FROM functions WHERE number = ?", (number,)).fetchone()
            before, now = set(numbers(row[0], "q")) if row else set(), called(self._view, ids)
            if row and before != now:
                gone += [(callee & ~SURE, number) for callee in before - now]
                new += [(callee & ~SURE, number, callee & SURE) for callee in now - before]
                calls.append((array("q", sorted(now)).tobytes(), number))
        self._db.executemany("DELETE FROM edges WHERE callee = ? AND caller = ?", sorted(gone))
        self._db.executemany("INSERT INTO edges (callee, caller, travels) VALUES (?, ?, ?)", sorted(new))
        self._db.executemany("UPDATE functions SET calls = ? WHERE number = ?", calls)
