"""Results that were expensive and are not facts: a model's words, a diagnosis. diskcache behind a Disk that runs
nothing.

diskcache pickles what it does not know, and a changed database row makes it unpickle (CVE-2025-69872) or read a file
outside the cache. Here keys are text, values are bytes, both stay inside the database, and anything else is refused on
the way in and is a miss on the way out.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import diskcache
from diskcache.core import MODE_RAW, UNKNOWN

SIZE = 256_000_000


class ForeignRow(ValueError):  # noqa: N818
    """A row that we did not write."""


class SafeDisk(diskcache.Disk):  # type: ignore[misc]
    """Text keys, inline bytes, no pickle and no file."""

    def __init__(self, directory: str, **options: Any) -> None:
        super().__init__(directory, **{**options, "min_file_size": SIZE})

    def put(self, key: Any) -> tuple[str, bool]:
        if not isinstance(key, str):
            raise ForeignRow("keys are text")
        return key, True

    def get(self, key: Any, raw: Any) -> str:
        if not raw or not isinstance(key, str):
            raise ForeignRow("a key that was not written here")
        return key

    def store(self, value: Any, read: bool, key: Any = UNKNOWN) -> tuple[int, int, None, bytes]:
        if not isinstance(value, bytes) or read:
            raise ForeignRow("values are bytes")
        return len(value), MODE_RAW, None, value

    def fetch(self, mode: Any, filename: Any, value: Any, read: Any) -> bytes:
        if mode != MODE_RAW or filename is not None or read or not isinstance(value, bytes):
            raise ForeignRow("a value that was not written here")
        return value

    def remove(self, file_path: Any) -> None:
        raise ForeignRow("no value is a file")


class Results:
    """Bytes by key. A row that was tampered with is a miss."""

    def __init__(self, folder: str) -> None:
        os.makedirs(folder, mode=0o700, exist_ok=True)
        self._cache = diskcache.Cache(folder, disk=SafeDisk, size_limit=SIZE, eviction_policy="least-recently-used")

    def get(self, key: str) -> bytes | None:
        try:
            found = self._cache.get(key)
        except ForeignRow:
            return None
        return found if isinstance(found, bytes) else None

    def put(self, key: str, value: bytes) -> None:
        self._cache.set(key, value)

    def clear(self) -> int:
        return int(self._cache.clear())

    def __len__(self) -> int:
        return len(self._cache)

    def close(self) -> None:
        self._cache.close()


@contextmanager
def results(folder: str) -> Iterator[Results]:
    opened = Results(folder)
    try:
        yield opened
    finally:
        opened.close()
