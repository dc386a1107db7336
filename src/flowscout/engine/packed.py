"""The project as its parts see it, in little memory: offers stay the bytes they came as, and a few numbers find them.

For each (kind, name) that a file offers there are two numbers in sorted arrays: the hash of the name, and the place
where its line begins. A line is decoded when somebody asks for it, and what was just answered is remembered. Most
questions have no answer: a byte for each of some slots, at most two million, says whether any name falls into it. Processes
that were forked off share all of it: nothing here is written to when it is read.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Mapping
from typing import Final

from ..ports import Offer, decode_answer, offer_lines

_NONE: tuple[Offer, ...] = ()
REMEMBERED: Final = 10_000  # answers
_SLOTS: Final = 16  # for each name
_MOST: Final = 1 << 21
_PLACE: Final = (1 << 32) - 1


class PackedIndex:
    """Satisfies ports.Lookup. rows: encoded offers by path. Answers are sorted, so the order of files never shows."""

    def __init__(self, rows: Mapping[str, bytes]) -> None:
        self._paths, self._rows = tuple(rows), tuple(rows.values())
        hashes: list[int] = []
        places: list[int] = []
        for number, row in enumerate(self._rows):
            keys, starts = offer_lines(row)
            hashes += map(hash, keys)
            places += [number << 32 | start for start in starts]
        order = sorted(range(len(hashes)), key=hashes.__getitem__)
        self._hashes = array("q", [hashes[at] for at in order])
        self._places = array("q", [places[at] for at in order])
        self._slots = min(1 << (len(hashes) * _SLOTS).bit_length(), _MOST) - 1
        self._there = bytearray(self._slots + 1)
        for wanted in hashes:
            self._there[wanted & self._slots] = 1
        self._known: dict[tuple[str, str], tuple[Offer, ...]] = {}

    def __call__(self, kind: str, name: str, /) -> tuple[Offer, ...]:
        answer = self._known.get((kind, name))
        if answer is None:
            wanted = hash(f"{kind} {name}")
            if not self._there[wanted & self._slots]:
                return _NONE
            if len(self._known) >= REMEMBERED:
                self._known.clear()
            answer = self._known[kind, name] = self._find(kind, name, wanted)
        return answer

    def _find(self, kind: str, name: str, wanted: int) -> tuple[Offer, ...]:
        at = bisect_left(self._hashes, wanted)
        found: list[Offer] = []
        while at < len(self._hashes) and self._hashes[at] == wanted:
            place = self._places[at]
            number = place >> 32
            found += decode_answer(kind, name, self._paths[number], self._rows[number], place & _PLACE)
            at += 1
        return tuple(sorted(found))
