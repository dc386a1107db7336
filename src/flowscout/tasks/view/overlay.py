"""A view with what differs from it laid over it: the state of a commit, read from the rows of the work tree.

What is written stays in memory and is thrown away, so that whoever looks at two commits takes no lock, and pays for
what differs alone. What is read is the row above where there is one, and else the row below. A file's offers and
questions, and a caller's edges, are always written as a whole; so a path or an id says which side holds.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from ...model.codec import dumps
from ...model.direct import Direct
from ...model.identity import path_of
from ...model.summary import POSSIBLE, Effect
from ...ports import DRAWING, RANKING, RESOLVING, Charted, FileRow, FunctionRecord, View
from .rows import targets, travelling


class Overlay:
    """Satisfies ports.View. `below` must have been made by the same formats and settings, and stand still meanwhile."""

    def __init__(self, below: View) -> None:
        self._below = below
        self._state = below.state()
        self._files: dict[str, FileRow | None] = {}
        self._offers: dict[str, list[tuple[int, str]]] = {}
        self._offering: dict[int, dict[str, list[str]]] = {}  # key -> path -> offers, of the above
        self._asks: dict[tuple[str, int], set[int]] = {}
        self._asking: dict[tuple[int, int], set[str]] = {}  # (key, purpose) -> paths, of the above
        self._anew: set[tuple[str, int]] = set()  # (path, purpose) whose questions below hold no longer
        self._functions: dict[str, FunctionRecord | None] = {}
        self._by_path: dict[str, set[str]] = {}
        self._sites: dict[str, str | None] = {}
        self._named: dict[str, list[tuple[str, int]]] = {}
        self._counts: dict[str, Sequence[int]] = {}
        self._lines: dict[str, Sequence[int]] = {}
        self._imports: dict[str, str] = {}
        self._unset: dict[str, list[tuple[str, Sequence[str]]]] = {}
        self._direct: dict[str, list[tuple[str, Sequence[Direct]]]] = {}
        self._edges: dict[str, Mapping[str, int]] = {}
        self._called: dict[str, dict[str, int]] = {}  # callee -> caller -> how it is known, of the above

    @property
    def touched(self) -> tuple[Collection[str], Collection[str]]:
        """(paths, ids of functions) of which there is a row above."""
        return self._files.keys(), self._functions.keys()

    def transaction(self) -> AbstractContextManager[None]:
        return nullcontext()

    def reading(self) -> AbstractContextManager[None]:
        return nullcontext()

    def stands(self, state: str, blobs: Mapping[str, str], /) -> bool:
        return self._state == state and self.blobs() == blobs

    def state(self) -> str:
        return self._state

    def set_state(self, state: str, /) -> None:
        self._state = state

    def clear(self) -> None:
        raise ValueError("what lies below was made in another way")

    # -- reading ----------------------------------------------------------------------------------------------------

    def files(self) -> dict[str, FileRow]:
        return {path: row for path, row in {**self._below.files(), **self._files}.items() if row is not None}

    def file(self, path: str, /) -> FileRow | None:
        return self._files[path] if path in self._files else self._below.file(path)

    def blobs(self) -> dict[str, str]:
        above = {path: row.blob if row else None for path, row in self._files.items()}
        return {path: blob for path, blob in {**self._below.blobs(), **above}.items() if blob is not None}

    def offers(self, key: int, /) -> list[tuple[str, str]]:
        below = [(path, offer) for path, offer in self._below.offers(key) if path not in self._offers]
        return below + [(path, offer) for path, offers in self._offering.get(key, {}).items() for offer in offers]

    def every_offer(self) -> Iterator[tuple[str, str]]:
        yield from ((path, offer) for path, offer in self._below.every_offer() if path not in self._offers)
        yield from ((path, offer) for path, rows in self._offers.items() for _, offer in rows)

    def offers_of(self, path: str, /) -> list[tuple[int, str]]:
        return list(self._offers[path]) if path in self._offers else self._below.offers_of(path)

    def askers(self, keys: Iterable[int], /, purpose: int = RESOLVING) -> set[str]:
        wanted = list(keys)
        found = {path for path in self._below.askers(wanted, purpose) if (path, purpose) not in self._anew}
        return found.union(*[self._asking.get((key, purpose), ()) for key in wanted])

    def function(self, id_: str, /) -> FunctionRecord | None:
        return self._functions[id_] if id_ in self._functions else self._below.function(id_)

    def row(self, id_: str, /) -> str | None:
        if id_ not in self._functions:
            return self._below.row(id_)
        record = self._functions[id_]
        return record.row if record is not None else None

    def effects(self, id_: str, /) -> tuple[Effect, ...] | None:
        if id_ not in self._functions:
            return self._below.effects(id_)
        record = self._functions[id_]
        return record.effects if record is not None else None

    def place(self, id_: str, /) -> tuple[str, int] | None:
        if id_ not in self._functions:
            return self._below.place(id_)
        record = self._functions[id_]
        return (record.path, record.position) if record is not None else None

    def held(self, ids: Iterable[str], /) -> set[str]:
        chosen = list(ids)
        above = {id_ for id_ in chosen if self._functions.get(id_) is not None}
        return above | self._below.held(id_ for id_ in chosen if id_ not in self._functions)

    def functions_of(self, path: str, /) -> list[FunctionRecord]:
        found = [record for record in self._below.functions_of(path) if record.id not in self._functions]
        found += [record for id_ in self._by_path.get(path, ()) if (record := self._functions[id_]) is not None]
        return sorted(found, key=lambda record: record.position)

    def sites(self, path: str, /) -> str | None:
        return self._sites[path] if path in self._sites else self._below.sites(path)

    def named(self, name: str, /) -> list[tuple[str, int]]:
        own = [(path, unsure) for path, rows in self._named.items() for called, unsure in rows if called == name]
        return sorted(own + [row for row in self._below.named(name) if row[0] not in self._named])

    def lines(self, path: str, /) -> Sequence[int]:
        return self._lines[path] if path in self._lines else self._below.lines(path)

    def imports(self) -> dict[str, str]:
        every = {**self._below.imports(), **self._imports}
        return {path: row for path, row in every.items() if path not in self._files or self._files[path] is not None}

    def unset(self) -> dict[str, Sequence[str]]:
        below = {id_: gone for id_, gone in self._below.unset().items() if path_of(id_) not in self._unset}
        return below | {id_: gone for rows in self._unset.values() for id_, gone in rows}

    def direct(self) -> dict[str, Sequence[Direct]]:
        below = {id_: done for id_, done in self._below.direct().items() if path_of(id_) not in self._direct}
        return below | {id_: done for rows in self._direct.values() for id_, done in rows}

    def counts(self) -> dict[str, Sequence[int]]:
        every = {**self._below.counts(), **self._counts}
        return {path: row for path, row in every.items() if path not in self._files or self._files[path] is not None}

    def cycles(self) -> list[int]:
        of = Counter(record.cycle for id_ in self.ids() if (record := self.function(id_)) is not None)
        return [count for members, count in of.items() if members]

    def ids(self, part: str = "", /) -> list[str]:
        own = [id_ for id_, record in self._functions.items() if record is not None and part in id_]
        return sorted(own + [id_ for id_ in self._below.ids(part) if id_ not in self._functions])

    def count(self) -> int:
        more = sum(record is not None for record in self._functions.values()) - len(self._below.held(self._functions))
        return self._below.count() + more

    def holds_more(self, than: int, /) -> bool:
        return self.count() > than

    def entries(self) -> dict[str, str]:
        own = [(id_, record.entry) for id_, record in self._functions.items() if record is not None and record.entry]
        below = [row for row in self._below.entries().items() if row[0] not in self._functions]
        return dict(sorted(own + below))

    def entry(self, id_: str, /) -> str:
        if id_ not in self._functions:
            return self._below.entry(id_)
        record = self._functions[id_]
        return record.entry if record is not None else ""

    def enters(self, wanted: Callable[[str], bool], /) -> bool:
        own = any(wanted(id_) for id_, record in self._functions.items() if record is not None and record.entry)
        return own or self._below.enters(lambda id_: id_ not in self._functions and wanted(id_))

    def leaves(self) -> list[str]:
        return [id_ for id_ in self.ids() if not self.callees(id_)]

    def sure(self) -> dict[str, Sequence[str]]:
        below = {id_: callees for id_, callees in self._below.sure().items() if id_ not in self._functions}
        own = {id_: travelling(record.row) for id_, record in self._functions.items() if record is not None}
        known = below.keys() | own.keys()
        return {id_: [callee for callee in callees if callee in known] for id_, callees in {**below, **own}.items()}

    def doing(self, kinds: Collection[str], wanted: Callable[[Effect], bool], /) -> list[str]:
        own = [id_ for id_, record in self._functions.items() if record is not None]
        return sorted(own + [id_ for id_ in self._below.doing(kinds, wanted) if id_ not in self._functions])

    def reaching(self, kinds: Collection[str], wanted: Callable[[Effect], bool], /) -> dict[str, tuple[Effect, ...]]:
        below = {id_: some for id_, some in self._below.reaching(kinds, wanted).items() if id_ not in self._functions}
        for id_, record in self._functions.items():
            if record and (some := tuple([one for one in record.effects if one.kind in kinds and wanted(one)])):
                below[id_] = some
        return below

    def holds_rank(self, below: str, /) -> bool:
        return any(True for _ in self.ranked(below))

    def ranked(self, below: str, /) -> Iterator[Charted]:
        own = [
            Charted(r.id, r.path, r.position, r.rank, r.chart)
            for r in self._functions.values()
            if r is not None and "" < r.rank < below
        ]
        rest = [charted for charted in self._below.ranked(below) if charted.id not in self._functions]
        yield from sorted(own + rest, key=lambda charted: (charted.rank, charted.id))

    def ranks(self, below: str, but: str, most: int, /) -> tuple[int, dict[str, int], int]:
        counts = Counter(charted.path for charted in self.ranked(below))
        none = sum(charted.rank == but for charted in self.ranked(f"{but}~"))
        return counts.total(), {path: count for path, count in counts.items() if count > most}, none

    def callers(self, id_: str, /, travelling: bool = False) -> tuple[str, ...]:
        below = [caller for caller in self._below.callers(id_, travelling) if caller not in self._edges]
        own = self._called.get(id_, {}).items()
        return tuple(sorted(below + [caller for caller, how in own if how != POSSIBLE or not travelling]))

    def calling(self, id_: str, /) -> dict[str, int]:
        below = [row for row in self._below.calling(id_).items() if row[0] not in self._edges]
        return dict(sorted([*below, *self._called.get(id_, {}).items()]))

    def called(self) -> list[str]:
        return [id_ for id_ in self.ids() if self.callers(id_)]

    def callees(self, id_: str, /, travelling: bool = False) -> tuple[str, ...]:
        row = self.row(id_)
        called = targets(row).items() if row is not None else ()
        return tuple(sorted(self.held([callee for callee, how in called if how != POSSIBLE or not travelling])))

    # -- writing ----------------------------------------------------------------------------------------------------

    def put_files(self, rows: Iterable[FileRow], /) -> None:
        self._files.update((row.path, row) for row in rows)

    def drop_file(self, path: str, /) -> None:
        self.drop_functions([record.id for record in self.functions_of(path)])
        self.put_offers(path, ())
        self.put_named(path, ())
        self.put_unset(path, ())
        self.put_direct(path, ())
        for purpose in (RESOLVING, DRAWING, RANKING):
            self.put_asks(path, (), purpose)
        self._files[path] = self._sites[path] = None

    def put_offers(self, path: str, rows: Iterable[tuple[int, str]], /) -> None:
        for key, _ in self._offers.get(path, ()):
            self._offering[key].pop(path, None)
        self._offers[path] = list(rows)
        for key, offer in self._offers[path]:
            self._offering.setdefault(key, {}).setdefault(path, []).append(offer)

    def put_asks(self, path: str, keys: Iterable[int], /, purpose: int = RESOLVING, anew: bool = True) -> None:
        before = self._asks.get((path, purpose), set())
        now = {*keys} if anew else {*before, *keys}
        for key in before - now:
            self._asking[key, purpose].discard(path)
        for key in now - before:
            self._asking.setdefault((key, purpose), set()).add(path)
        self._asks[path, purpose] = now
        self._anew.update([(path, purpose)] if anew else ())

    def put_functions(self, records: Iterable[FunctionRecord], /) -> None:
        for record in records:
            self._functions[record.id] = record
            self._by_path.setdefault(record.path, set()).add(record.id)

    def put_sites(self, path: str, sites: str, /) -> None:
        self._sites[path] = sites

    def put_named(self, path: str, rows: Iterable[tuple[str, int]], /) -> None:
        self._named[path] = list(rows)

    def put_counts(self, path: str, counts: Sequence[int], /) -> None:
        self._counts[path] = counts

    def put_lines(self, path: str, lines: Sequence[int], /) -> None:
        self._lines[path] = lines

    def put_imports(self, path: str, imports: str, /) -> None:
        self._imports[path] = imports

    def put_unset(self, path: str, rows: Iterable[tuple[str, Sequence[str]]], /) -> None:
        self._unset[path] = [(id_, gone) for id_, gone in rows]

    def put_direct(self, path: str, rows: Iterable[tuple[str, Sequence[Direct]]], /) -> None:
        self._direct[path] = [(id_, done) for id_, done in rows]

    def drop_functions(self, ids: Iterable[str], /) -> None:
        self._functions.update((id_, None) for id_ in ids)

    def put_edges(self, callees: Mapping[str, Mapping[str, int]], /) -> None:
        for caller, edges in callees.items():
            for callee in self._edges.get(caller, ()):
                self._called[callee].pop(caller, None)
            self._edges[caller] = dict(edges)
            for callee, how in edges.items():
                self._called.setdefault(callee, {})[caller] = how

    # -- kept for another run ---------------------------------------------------------------------------------------

    def encoded(self) -> bytes:
        """All that is written above. Sets of effects and cycles, which many functions share, stand there once."""
        sets, cycles = dict[tuple[Effect, ...], int](), dict[str, int]()
        files = [(path, *(row[1:] if row else ())) for path, row in self._files.items()]
        asks = [(*of, sorted(keys), of in self._anew) for of, keys in self._asks.items()]
        functions = [
            (id_, *(_shared(record, sets, cycles) if record else ())) for id_, record in self._functions.items()
        ]
        edges = [(caller, list(callees.items())) for caller, callees in self._edges.items()]
        rows_of_files = (self._offers, self._sites, self._named, self._counts, self._lines, self._imports)
        of_files = [list(rows.items()) for rows in (*rows_of_files, self._unset, self._direct)]
        every = (self._state, files, asks, functions, list(sets), list(cycles), edges, *of_files)
        return dumps(every).encode("utf-8", "surrogatepass")

    @classmethod
    def decoded(cls, below: View, kept: bytes) -> Overlay:
        """What `encoded` gave, over the same rows. Raises ValueError, TypeError or LookupError for anything else."""
        every = json.loads(kept.decode("utf-8", "surrogatepass"))
        state, files, asks, functions, sets, cycles, edges, offers, sites, named, counts, lines, *rest = every
        imports, unset, direct = rest
        made = cls(below)
        made._files = {path: FileRow(path, *row) if row else None for path, *row in files}
        for path, rows in offers:
            made.put_offers(path, [(key, offer) for key, offer in rows])
        for path, purpose, keys, anew in asks:
            made.put_asks(path, keys, purpose, anew)
        effects = [tuple([Effect(*atom) for atom in atoms]) for atoms in sets]
        made.drop_functions([id_ for id_, *row in functions if not row])
        made.put_functions([_record(id_, row, effects, cycles) for id_, *row in functions if row])
        made.put_edges({caller: dict(callees) for caller, callees in edges})
        made._sites, made._counts, made._lines = dict(sites), dict(counts), dict(lines)
        made._imports = dict(imports)
        made._unset = {path: [(id_, gone) for id_, gone in rows] for path, rows in unset}
        for path, rows in direct:
            made.put_direct(path, [(id_, [Direct._make(each) for each in done]) for id_, done in rows])
        made._named = {path: [(name, unsure) for name, unsure in rows] for path, rows in named}
        made.set_state(state)
        return made


def _shared(record: FunctionRecord, sets: dict[tuple[Effect, ...], int], cycles: dict[str, int]) -> tuple[object, ...]:
    """The fields but the id; numbers instead of what is shared."""
    held, cycle = sets.setdefault(record.effects, len(sets)), cycles.setdefault(record.cycle, len(cycles))
    return (*record._replace(effects=(), cycle="")[1:], held, cycle)


def _record(
    id_: str, row: Sequence[Any], effects: Sequence[tuple[Effect, ...]], cycles: Sequence[str]
) -> FunctionRecord:
    *fields, held, cycle = row
    return FunctionRecord(id_, *fields)._replace(effects=effects[held], cycle=cycles[cycle])
