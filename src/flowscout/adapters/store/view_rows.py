"""What a view is asked: the rows of one root in one state, read as they stand.

`views.View` adds transactions and writing. Text that need not be UTF-8 (paths, ids) is kept as ASCII with JSON's
escapes.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Any

from ...model.codec import loads
from ...model.direct import Direct
from ...model.summary import POSSIBLE, Effect
from ...ports import RESOLVING, Charted, FileRow, FunctionRecord
from .atoms import Atoms
from .cached_rows import CachedRows
from .packing import unpacked
from .tables import SURE, function_number, numbers, pairs_of, printable, read_keyed, read_printable, text_of, values_of

_FUNCTION = (
    "f.id, files.path, f.position, f.digest, f.said, f.file, f.effects, f.height, f.cycle, f.rank, f.chart, f.entry"
)
_FROM = "FROM functions f JOIN files ON files.file = f.file"


class ViewRows:
    """One view's rows, to read."""

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
        self._offered = CachedRows(db, "SELECT offers FROM offered WHERE file = ?", read_keyed)
        self._rows = CachedRows(db, "SELECT rows FROM rows WHERE file = ?", read_keyed)
        self._cycles = CachedRows(db, "SELECT members FROM cycles WHERE cycle = ?", text_of)
        self._cycling: dict[str, int] = {"": 0}
        self._ids: dict[int, str] = {}
        self._listed: dict[str, list[str]] = {}

    def _forget(self) -> None:
        for read in (self._offered, self._rows, self._cycles):
            read.forget()
        self._atoms.forget()
        self._cycling = {"": 0}
        self._other_functions()

    def _other_functions(self) -> None:
        """What was read of ids may not be so any more."""
        self._ids, self._listed = {}, {}

    def _named(self, name: str) -> Any:
        return self._db.execute("SELECT view FROM views WHERE name = ?", (printable(name),)).fetchone()

    def _last_run(self) -> int:
        return int(self._db.execute("SELECT run FROM views WHERE view = ?", (self._view,)).fetchone()[0])

    def state(self) -> str:
        found: str = self._db.execute("SELECT state FROM views WHERE view = ?", (self._view,)).fetchone()[0]
        return found

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

    def place(self, id_: str) -> tuple[str, int] | None:
        """(path, position in its file) of a function; nothing else is read of it."""
        row = self._db.execute(
            "SELECT path, position FROM functions JOIN files USING (file) WHERE number = ?",
            (function_number(self._view, id_),),
        ).fetchone()
        return (read_printable(row[0]), row[1]) if row else None

    def held(self, ids: Iterable[str]) -> set[str]:
        """Those of the functions that are there; nothing is read of them."""
        query = "SELECT 1 FROM functions WHERE number = ?"
        return {id_ for id_ in ids if self._db.execute(query, (function_number(self._view, id_),)).fetchone()}

    def functions_of(self, path: str) -> list[FunctionRecord]:
        rows = self._db.execute(
            f"SELECT {_FUNCTION} {_FROM} WHERE f.file = ? ORDER BY f.position", (self._file(path),)
        ).fetchall()
        return [self._record(row) for row in rows]

    def row(self, id_: str) -> str | None:
        """What a record holds of the same name, without the rest."""
        query = "SELECT f.file, path FROM functions f JOIN files USING (file) WHERE number = ?"
        found = self._db.execute(query, (function_number(self._view, id_),)).fetchone()
        return self._row(found[0], id_, read_printable(found[1])) if found else None

    def effects(self, id_: str) -> tuple[Effect, ...] | None:
        """The same of a function's effects."""
        query = "SELECT effects FROM functions WHERE number = ?"
        found = self._db.execute(query, (function_number(self._view, id_),)).fetchone()
        return self._atoms(found[0]) if found else None

    def _row(self, file: int, id_: str, path: str) -> str:
        row = next(values_of(self._rows(file), within_file(id_, path)), None)
        if row is None:
            raise ValueError("a function has no row")
        return row

    def _record(self, found: Sequence[Any]) -> FunctionRecord:
        id_, path, position, digest, said, file, effects, height, cycle, *rest = found
        id_, path = read_printable(id_), read_printable(path)
        row = self._row(file, id_, path)
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

    def counts(self) -> dict[str, Sequence[int]]:
        """What is counted of each file, by path."""
        rows = self._db.execute("SELECT path, counts FROM files JOIN counts USING (file) WHERE view = ?", (self._view,))
        return {read_printable(path): [int(count) for count in counts.split()] for path, counts in rows}

    def cycles(self) -> list[int]:
        """How many functions each cycle has, in no order."""
        rows = self._db.execute(
            "SELECT count(*) FROM functions WHERE view = ? AND cycle <> 0 GROUP BY cycle", (self._view,)
        )
        return [int(count) for (count,) in rows]

    def ids(self, part: str = "") -> list[str]:
        """Sorted; `part`: only those that hold it."""
        if part not in self._listed:
            self._listed = {part: self._list(part)}  # whoever goes over them does so again
        return list(self._listed[part])

    def _list(self, part: str) -> list[str]:
        wanted = json.dumps(part)[1:-1]
        rows = self._db.execute(
            "SELECT id FROM functions WHERE view = ? AND (? = '' OR instr(id, ?))", (self._view, wanted, wanted)
        )
        return sorted([id_ if id_[0] != '"' else read_printable(id_) for (id_,) in rows])  # a call for each would tell

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

    def entries(self) -> dict[str, str]:
        """Functions where the program is entered, tests and examples too, with the evidence; by id."""
        rows = self._db.execute("SELECT id, entry FROM functions WHERE view = ? AND entry <> ''", (self._view,))
        return dict(sorted((read_printable(id_), entry) for id_, entry in rows))

    def entry(self, id_: str) -> str:
        """As `entries`, of one function; "" where the program is not entered there."""
        query = "SELECT entry FROM functions WHERE number = ?"
        row = self._db.execute(query, (function_number(self._view, id_),)).fetchone()
        return str(row[0]) if row else ""

    def enters(self, wanted: Callable[[str], bool]) -> bool:
        """Whether one of the ids of `entries` is wanted."""
        rows = self._db.execute("SELECT id FROM functions WHERE view = ? AND entry <> ''", (self._view,))
        return any(wanted(read_printable(id_)) for (id_,) in rows)

    def leaves(self) -> list[str]:
        """Ids of the functions that call none of the view; sorted."""
        rows = self._db.execute("SELECT id FROM functions WHERE view = ? AND calls = x''", (self._view,))
        return sorted(read_printable(id_) for (id_,) in rows)

    def sure(self) -> dict[str, Sequence[str]]:
        """Of each function the ids of those that it calls over edges which effects travel, in no order."""
        rows = self._db.execute("SELECT number, id, calls FROM functions WHERE view = ?", (self._view,)).fetchall()
        ids = {number: read_printable(id_) for number, id_, _ in rows}
        return {
            ids[number]: [ids[callee & ~SURE] for callee in numbers(calls, "q") if callee & SURE]
            for number, _, calls in rows
        }

    def doing(self, kinds: Collection[str], wanted: Callable[[Effect], bool]) -> list[str]:
        """Ids of the functions that have such an effect of their own, or may have; sorted."""
        return sorted(self.held(self._atoms.doing(kinds, wanted)))

    def reaching(self, kinds: Collection[str], wanted: Callable[[Effect], bool]) -> dict[str, tuple[Effect, ...]]:
        """The functions that such effects reach, with these, in canonical order."""
        sets = self._atoms.holding(kinds, wanted)
        rows = self._db.execute("SELECT id, effects FROM functions WHERE view = ?", (self._view,)) if sets else ()
        return {read_printable(id_): sets[effects] for id_, effects in rows if effects in sets}

    def lines(self, path: str) -> Sequence[int]:
        """Of each function of a file, in order, where its definition begins."""
        row = self._db.execute("SELECT lines FROM lines WHERE file = ?", (self._file(path),)).fetchone()
        return numbers(unpacked(row[0]) if row else None, "I")

    def imports(self) -> dict[str, str]:
        """What files import, encoded, by path."""
        rows = self._db.execute(
            "SELECT path, imports FROM files JOIN imports USING (file) WHERE view = ?", (self._view,)
        )
        return {read_printable(path): text_of(kept) for path, kept in rows}

    def unset(self) -> dict[str, Sequence[str]]:
        """The state that functions delete or take out, by id; those that do not are missing."""
        return self._keyed("SELECT path, unset FROM files JOIN unset USING (file) WHERE view = ?")

    def direct(self) -> dict[str, Sequence[Direct]]:
        """What functions do by calls of their own, by id, what is known so of a file's macros by its path."""
        every = self._keyed("SELECT path, direct FROM files JOIN direct USING (file) WHERE view = ?")
        return {id_: [Direct._make(each) for each in done] for id_, done in every.items()}

    def _keyed(self, query: str) -> dict[str, Any]:
        """(path, keyed lines) of each file, by id."""
        rows = self._db.execute(query, (self._view,))
        return {
            read_printable(path) + read_printable(key): loads(said)
            for path, kept in rows
            for key, said in pairs_of(read_keyed(kept))
        }

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
        """How many functions rank below; how many of each path that holds more than `most`; how many have the rank that
        is none."""
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

    def calling(self, id_: str) -> dict[str, int]:
        """Who calls a function, by id, and how it is known by the surest of the ways."""
        rows = self._db.execute(
            "SELECT id, travels FROM edges JOIN functions ON number = caller WHERE callee = ?",
            (function_number(self._view, id_),),
        )
        return dict(sorted([(read_printable(caller), POSSIBLE - sure) for caller, sure in rows]))

    def called(self) -> list[str]:
        rows = self._db.execute(
            "SELECT id FROM functions f WHERE view = ? AND EXISTS (SELECT 1 FROM edges JOIN functions c ON c.number = caller WHERE callee = f.number)",
            (self._view,),
        )
        return sorted([read_printable(id_) for (id_,) in rows])

    def callees(self, id_: str, travelling: bool = False) -> tuple[str, ...]:
        """Of those that the view holds. travelling: only over edges that effects travel."""
        row = self._db.execute(
            "SELECT calls FROM functions WHERE number = ?", (function_number(self._view, id_),)
        ).fetchone()
        calls = [number & ~SURE for number in numbers(row[0], "q") if number & SURE or not travelling] if row else []
        found = [self._ids[number] if number in self._ids else self._id(number) for number in calls]
        return tuple(sorted(filter(None, found)))

    def _id(self, number: int) -> str:
        """Of a function, "" where the view holds none."""
        row = self._db.execute("SELECT id FROM functions WHERE number = ?", (number,)).fetchone()
        found = self._ids[number] = read_printable(row[0]) if row else ""
        return found

    def dump(self) -> Iterator[str]:
        """The canonical dump: every row that a run derives, as sorted JSON lines, without what only speeds up."""
        chosen: dict[str, tuple[str, Callable[[Any], Sequence[Any]]]] = {
            "file": ("SELECT path, blob, language FROM files WHERE view = ?", tuple),
            "function": (f"SELECT {_FUNCTION} {_FROM} WHERE f.view = ?", lambda row: [*self._record(row)[:10], row[11]]),
            "site": ("SELECT path, sites FROM sites JOIN files USING (file) WHERE view = ?", lambda row: (row[0], text_of(row[1]))),
            "name": ("SELECT files.path, name, unsure FROM names JOIN files USING (file) WHERE names.view = ?", tuple),
            "count": ("SELECT path, counts FROM counts JOIN files USING (file) WHERE view = ?", tuple),
            "line": ("SELECT path, lines FROM lines JOIN files USING (file) WHERE view = ?", lambda row: (row[0], *numbers(unpacked(row[1]), "I"))),
            "import": ("SELECT path, imports FROM imports JOIN files USING (file) WHERE view = ?", lambda row: (row[0], text_of(row[1]))),
            "unset": ("SELECT path, unset FROM unset JOIN files USING (file) WHERE view = ?", lambda row: (row[0], read_keyed(row[1]))),
            "direct": ("SELECT path, direct FROM direct JOIN files USING (file) WHERE view = ?", lambda row: (row[0], read_keyed(row[1]))),
            "edge": (
                "SELECT t.id, f.id, travels FROM edges JOIN functions f ON f.number = caller JOIN functions t ON t.number = callee WHERE f.view = ?", tuple),
        }  # fmt: skip
        yield from sorted(json.dumps(["offer", *offer]) for offer in self.every_offer())
        for kind, (query, made) in chosen.items():
            yield from sorted(
                json.dumps([kind, *made(row)]) for row in self._db.execute(query, (self._view,)).fetchall()
            )

    def _file(self, path: str) -> int:
        row = self._db.execute(
            "SELECT file FROM files WHERE view = ? AND path = ?", (self._view, printable(path))
        ).fetchone()
        return int(row[0]) if row else -1


def within_file(id_: str, path: str) -> str:
    """What an id says beside the path of its file, as a key of one line."""
    return printable(id_.removeprefix(path))
