"""Atoms of effect as numbers: an atom that thousands of functions have is written once."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable

from ..model.codec import dumps_ascii
from ..model.summary import Effect
from .tables import number_of, read_spelled, spelled


class Atoms:
    """Of one database. What a set of effects is kept as: twice the number of each atom, 1 more where it may come."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._numbers: dict[tuple[str, str, str], int] = {}
        self._known: dict[int, Effect] = {}

    def forget(self) -> None:
        """What a transaction that was taken back has numbered."""
        self._numbers.clear()
        self._known.clear()

    def packed(self, effects: Iterable[Effect]) -> bytes:
        numbers = self._numbers
        return spelled([2 * (numbers.get(atom[:3]) or self._number(atom)) + atom.may for atom in effects])

    def read(self, kept: object) -> tuple[Effect, ...]:
        """In canonical order. Raises ValueError for what `packed` never gives."""
        known = self._known
        return tuple(sorted([known.get(number) or self._atom(number) for number in read_spelled(kept)]))

    def _number(self, atom: Effect) -> int:
        said = dumps_ascii(atom[:3])
        place = number_of(said)
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
