"""Facts of a large project in little memory: they stay the bytes they came as, and the last few files are decoded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from ..model.facts import FileFacts
from ..model.facts_codec import decode_facts

DECODED: Final = 1_000_000  # encoded bytes of the files that are kept decoded


class HeldFacts(Mapping[str, FileFacts]):
    """Facts by path, sorted."""

    def __init__(self) -> None:
        self._rows: dict[str, bytes] = {}
        self._whole: dict[str, FileFacts] = {}
        self._decoded: dict[str, FileFacts] = {}
        self._size = 0  # of what is decoded

    def put(self, path: str, facts: FileFacts) -> None:
        self._whole[path] = facts

    def put_row(self, path: str, row: bytes) -> None:
        """Encoded facts that are known to be whole."""
        self._rows[path] = row

    def join(self, others: HeldFacts) -> None:
        self._rows.update(others._rows)
        self._whole.update(others._whole)

    def __getitem__(self, path: str) -> FileFacts:
        found = self._whole.get(path) or self._decoded.get(path)
        if found is None:
            row = self._rows[path]
            found = self._decoded[path] = decode_facts(row)
            self._size += len(row)
            while self._size > DECODED and len(self._decoded) > 1:
                first = next(iter(self._decoded))
                self._size -= len(self._rows[first])
                del self._decoded[first]
        return found

    def __contains__(self, path: object) -> bool:
        return path in self._rows or path in self._whole

    def __iter__(self) -> Iterator[str]:
        return iter(sorted({**self._rows, **self._whole}))

    def __len__(self) -> int:
        return len(self._rows.keys() | self._whole.keys())
