"""Effects as numbers: an atom that thousands of functions have is written once, and so is a set that many of them have.

A set is kept as twice the number of each atom, 1 more where it may come. A set's own number follows from that; 0 is the
empty one.
"""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Callable

from ...model.codec import dumps_ascii
from ...model.summary import ATOM_CAP, KINDS, Effect
from .tables import number_of, read_spelled, spelled


class Atoms:
    """Of one database."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._numbers: dict[tuple[str, str, str], int] = {}
        self._known: dict[int, Effect] = {}
        self._written: dict[tuple[Effect, ...], int] = {(): 0}
        self._read: dict[int, tuple[Effect, ...]] = {0: ()}
        self._every: dict[int, Effect] = {}  # all there are, once somebody asks
        self._crowded: set[str] | None = None

    def forget(self) -> None:
        """What a transaction that was taken back has numbered."""
        self.__init__(self._db)  # type: ignore[misc]

    def number(self, effects: tuple[Effect, ...]) -> int:
        """Of a set, which is written where it is new."""
        known = self._written.get(effects)
        if known is None:
            numbers = self._numbers
            kept = spelled([2 * (numbers.get(atom[:3]) or self._numbered(atom)) + atom.may for atom in effects])
            known = self._written[effects] = number_of(kept)
            self._db.execute("INSERT OR IGNORE INTO sets (number, atoms) VALUES (?, ?)", (known, kept))
        return known

    def __call__(self, number: int) -> tuple[Effect, ...]:
        """Of a set, in canonical order. Raises ValueError where it is not as it was written."""
        found = self._read.get(number)
        if found is None:
            row = self._db.execute("SELECT atoms FROM sets WHERE number = ?", (number,)).fetchone()
            if row is None:
                raise ValueError("a set of effects that nobody wrote")
            known = self._known
            found = self._read[number] = tuple(
                sorted([known.get(atom) or self._atom(atom) for atom in read_spelled(row[0])])
            )
        return found

    def sets(self, wanted: Callable[[Effect], bool], inherited: bool) -> tuple[set[int], set[str]]:
        """Numbers of the sets that hold such an atom; with it the functions that may have one of their own, those too
        of whose atoms a set had no room for all."""
        every = self._all()
        fitting = {atom for atom, effect in every.items() if wanted(effect)}
        own = {every[atom].origin for atom in fitting} | self._crowding()
        if not inherited:
            return set(), own
        fitting = {sign for atom in fitting for sign in (2 * atom, 2 * atom + 1)}
        rows = self._db.execute("SELECT number, atoms FROM sets")
        return {number for number, kept in rows if not fitting.isdisjoint(read_spelled(kept))}, own

    def _all(self) -> dict[int, Effect]:
        if not self._every:
            rows = self._db.execute("SELECT atom, said FROM atoms")
            self._every = {atom: Effect(*json.loads(said)) for atom, said in rows}
        return self._every

    def _crowding(self) -> set[str]:
        """Functions of whose own atoms a full set may hold no more than there was room for."""
        if self._crowded is not None:
            return self._crowded
        found, every = set[str](), self._all()
        for (kept,) in self._db.execute("SELECT atoms FROM sets WHERE length(atoms) >= ?", (ATOM_CAP,)):
            atoms = read_spelled(kept)
            if len(atoms) >= ATOM_CAP:
                counts = Counter([every[atom >> 1].origin for atom in atoms if atom >> 1 in every])
                found.update([origin for origin, count in counts.items() if count >= ATOM_CAP // KINDS])
        self._crowded = found
        return found

    def _numbered(self, atom: Effect) -> int:
        said = dumps_ascii(atom[:3])
        place = number_of(said.encode())
        row = self._db.execute("SELECT atom FROM atoms WHERE number = ?", (place,)).fetchone()
        if row is None:
            row = (self._db.execute("INSERT INTO atoms (number, said) VALUES (?, ?)", (place, said)).lastrowid,)
        number = self._numbers[atom[:3]] = int(row[0])
        return number

    def _atom(self, number: int) -> Effect:
        if said := self._every.get(number >> 1):
            found = self._known[number] = said._replace(may=bool(number & 1))
            return found
        row = self._db.execute("SELECT said FROM atoms WHERE atom = ?", (number >> 1,)).fetchone()
        if row is None:
            raise ValueError("an effect that nobody wrote")
        kind, target, origin = json.loads(row[0])
        found = self._known[number] = Effect(kind, target, origin, bool(number & 1))
        return found
