"""Which files differ from a view's, and what they offer: the first two steps of an update."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from ...engine.keys import key_of
from ...model.codec import dumps_ascii
from ...model.paths import name_of
from ...model.record import NamedTuple
from ...model.report import COMPLETED_SUCCESS, FAILED_DEFECT, FAILED_FILE_NOT_FOUND
from ...pipeline import FileIndex
from ...ports import Entry, FileRow, FunctionRecord, View, decode_offers
from .lazy import UNREAD
from .rows import COMPILED, family_of

INCLUDERS: Final = "includers"


class ArrivalReader(NamedTuple):
    """read(entries with languages) -> what they bring, by path; settle(path, includers) for headers left open."""

    read: Callable[[list[tuple[Entry, str]]], Mapping[str, FileIndex]]
    languages: Callable[[list[Entry]], Mapping[str, str]]
    settle: Callable[[str, frozenset[str]], str]


class Arrived:
    """What a snapshot brings to a view that differs, written there."""

    def __init__(self, view: View, entries: list[Entry], reader: ArrivalReader) -> None:
        before = view.blobs()
        now = {e.path: e for e in entries}
        self.removed = frozenset(before.keys() - now.keys())
        fresh = [e for e in entries if before.get(e.path) != e.blob]
        languages = reader.languages(fresh)
        self._asked = bool(before)  # an empty view holds nobody who could be invalidated
        self.invalidated: set[int] = set()
        self.indexes: dict[str, FileIndex] = {}  # of what was read
        self.gone: dict[str, FunctionRecord] = {}
        for path in sorted(self.removed):
            self._drop(view, path)
        first = [(e, languages[e.path]) for e in fresh if languages[e.path] and not languages[e.path].endswith("?")]
        self._replace(view, first, reader, including=True)
        open_ = {e.path: e for e in fresh if languages[e.path].endswith("?")}
        for path in view.askers(self.invalidated):
            if path in now and path not in open_ and reader.languages([now[path]])[path].endswith("?"):
                open_[path] = now[path]
        late = [(e, reader.settle(e.path, self._includers(view, e.path))) for _, e in sorted(open_.items())]
        late = [(e, language) for e, language in late if view.file(e.path) != FileRow(e.path, e.blob, language)]
        self._replace(view, late, reader, including=False)
        self.changed = frozenset(e.path for e, _ in (*first, *late))
        gone = {e.path for e in fresh if not languages[e.path]} & before.keys()
        for path in sorted(gone):
            self._drop(view, path)
        self.removed |= gone
        self.open = frozenset(open_)

    def _drop(self, view: View, path: str) -> None:
        self.invalidated.update(key for key, _ in view.offers_of(path))
        self.gone.update({record.id: record for record in view.functions_of(path)})
        view.drop_file(path)

    def _includers(self, view: View, path: str) -> frozenset[str]:
        rows = (json.loads(offer) for _, offer in view.offers(key_of(INCLUDERS, name_of(path))))
        return frozenset(value[0] for kind, name, value in rows if (kind, name) == (INCLUDERS, name_of(path)))

    def _replace(self, view: View, tasks: list[tuple[Entry, str]], reader: ArrivalReader, including: bool) -> None:
        read = reader.read(tasks)
        view.put_files(FileRow(e.path, e.blob, language) for e, language in tasks)
        for entry, language in tasks:
            found = self.indexes[entry.path] = read[entry.path]
            if found.status in (FAILED_FILE_NOT_FOUND, FAILED_DEFECT):
                view.put_files([FileRow(entry.path, "", language)])  # the next run tries again
            before = set(view.offers_of(entry.path))
            after = {*_offered(entry.path, found, including), *(row for row in before if row[1].startswith(COMPILED))}
            if before != after:
                if self._asked:
                    self.invalidated.update(key for key, _ in before ^ after)
                view.put_offers(entry.path, sorted(after))


def _offered(path: str, found: FileIndex, including: bool) -> Iterator[tuple[int, str]]:
    """(key, offer) rows of a file."""
    family = family_of(found.language)
    for o in decode_offers(path, found.offers):
        yield key_of(f"{family}:{o.kind}", o.name), dumps_ascii((o.kind, o.name, o.value))
    for name in found.includes if including else ():
        yield key_of(INCLUDERS, name), dumps_ascii((INCLUDERS, name, (found.language,)))
    if found.status != COMPLETED_SUCCESS:
        yield key_of(UNREAD, ""), dumps_ascii((UNREAD, "", (found.status,)))
