"""Effects as numbers: an atom that thousands of functions have is written once, and so is a set that many of them have.

A set is kept as twice the number of each atom, 1 more where it may come. A set's own number follows from that; 0 is the
empty one.
"""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Callable, Collection

from ...model.codec import dumps_ascii, loads
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
        self._fitted: tuple[object, dict[int, Effect]] | None = None

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
            if len(effects) >= ATOM_CAP and (origins := _crowding(effects)):
                said = dumps_ascii(origins)
                self._db.execute("INSERT OR IGNORE INTO crowded (number, origins) VALUES (?, ?)", (known, said))
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

    def doing(self, kinds: Collection[str], wanted: Callable[[Effect], bool]) -> set[str]:
        """Functions that may have such an atom of their own; those too of whose atoms a set had no room for all."""
        crowded = {origin for (said,) in self._db.execute("SELECT origins FROM crowded") for origin in loads(said)}
        return crowded | {effect.origin for effect in self._fitting(kinds, wanted).values()}

    def holding(self, kinds: Collection[str], wanted: Callable[[Effect], bool]) -> dict[int, tuple[Effect, ...]]:
        """Numbers of the sets that hold such atoms, with these, in canonical order."""
        fitting = self._fitting(kinds, wanted)
        signed = {2 * atom: effect for atom, effect in fitting.items()}
        signed |= {2 * atom + 1: effect._replace(may=True) for atom, effect in fitting.items()}
        signs = frozenset(signed)
        rows = self._db.execute("SELECT number, atoms FROM sets")
        held = [(number, signs.intersection(read_spelled(kept))) for number, kept in rows]
        return {number: tuple(sorted([signed[sign] for sign in some])) for number, some in held if some}

    def _fitting(self, kinds: Collection[str], wanted: Callable[[Effect], bool]) -> dict[int, Effect]:
        """Of the kinds' atoms alone what is said is read; whoever asks who does it asks who is reached by it, too."""
        asked = (tuple(kinds), wanted)
        if self._fitted is None or self._fitted[0] != asked:
            self._fitted = asked, self._sought(kinds, wanted)
        return self._fitted[1]

    def _sought(self, kinds: Collection[str], wanted: Callable[[Effect], bool]) -> dict[int, Effect]:
        rows = self._db.execute("SELECT atom, said FROM atoms").fetchall()
        begins = tuple([f'["{kind}",' for kind in kinds])
        every = {atom: Effect(*loads(said)) for atom, said in rows if said.startswith(begins)}
        return {atom: effect for atom, effect in every.items() if wanted(effect)}

    def _numbered(self, atom: Effect) -> int:
        self._fitted = None
        said = dumps_ascii(atom[:3])
        place = number_of(said.encode())
        row = self._db.execute("SELECT atom FROM atoms WHERE number = ?", (place,)).fetchone()
        if row is None:
            row = (self._db.execute("INSERT INTO atoms (number, said) VALUES (?, ?)", (place, said)).lastrowid,)
        number = self._numbers[atom[:3]] = int(row[0])
        return number

    def _atom(self, number: int) -> Effect:
        row = self._db.execute("SELECT said FROM atoms WHERE atom = ?", (number >> 1,)).fetchone()
        if row is None:
            raise ValueError("an effect that nobody wrote")
        kind, target, origin = json.loads(row[0])
        found = self._known[number] = Effect(kind, target, origin, bool(number & 1))
        return found


def _crowding(effects: tuple[Effect, ...]) -> list[str]:
    """Functions of whose own atoms a full set may hold no more than there was room for."""
    counts = Counter([effect.origin for effect in effects])
    return sorted([origin for origin, count in counts.items() if count >= ATOM_CAP // KINDS])
