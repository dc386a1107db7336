"""Values of whole files, as they are read again and again."""

from __future__ import annotations

import sqlite3
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

REMEMBERED: Final = 4_000_000  # characters


class CachedRows:
    """The last values of one table, as read: whole files' values are asked for again and again."""

    def __init__(self, db: sqlite3.Connection, query: str, read: Callable[[object], str]) -> None:
        self._db, self._query, self._read = db, query, read
        self._known: OrderedDict[int, str] = OrderedDict()
        self._size = 0

    def __call__(self, place: int) -> str:
        known = self._known.get(place)
        if known is not None:
            self._known.move_to_end(place)
            return known
        row = self._db.execute(self._query, (place,)).fetchone()
        known = self._known[place] = self._read(row[0]) if row else ""
        self._size += len(known)
        while self._size > REMEMBERED and len(self._known) > 1:
            self._size -= len(self._known.popitem(last=False)[1])
        return known

    def forget(self, place: int | None = None) -> None:
        for gone in list(self._known) if place is None else [place]:
            self._size -= len(self._known.pop(gone, ""))
