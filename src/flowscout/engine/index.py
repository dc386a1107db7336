"""The project as its parts see it: offers by (kind, name). Looking up is recorded, because a lookup is a dependency.

An offer added or removed changes the answer of one (kind, name) only, and so wakes only those who asked for it, a miss
being an answer like any other.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..ports import Lookup, Offer

_NONE: tuple[Offer, ...] = ()


class Index:
    """A multimap of offers. Answers are sorted, so the order of files never shows."""

    def __init__(self, offers: Iterable[Offer]) -> None:
        gathered: dict[tuple[str, str], list[Offer]] = {}
        for offer in offers:
            gathered.setdefault((offer.kind, offer.name), []).append(offer)
        self._gathered = gathered
        self._sorted: dict[tuple[str, str], tuple[Offer, ...]] = {}

    def __call__(self, kind: str, name: str, /) -> tuple[Offer, ...]:
        key = (kind, name)
        answer = self._sorted.get(key)
        if answer is None:
            found = self._gathered.get(key)
            answer = self._sorted[key] = tuple(sorted(found)) if found else _NONE
        return answer


class Recorder:
    """A lookup that remembers what it was asked."""

    def __init__(self, index: Lookup) -> None:
        self._index = index
        self.asked: set[tuple[str, str]] = set()

    def __call__(self, kind: str, name: str, /) -> tuple[Offer, ...]:
        self.asked.add((kind, name))
        return self._index(kind, name)
