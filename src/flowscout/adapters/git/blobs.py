"""Blobs through one long-lived `git cat-file --batch`."""

from __future__ import annotations

import contextlib
import os
from _thread import allocate_lock
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from .plumbing import GitFailed, Repository

if TYPE_CHECKING:  # what a hook reads mostly stands on disk as it was staged
    import subprocess
    import threading

MOST = 64_000_000  # a larger blob is never held
PIECE = 1 << 20
CHUNK = 500  # ids written at once


class Blobs:
    """Reads objects by id. A huge one is passed over piece by piece, and never brought into memory."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository
        self._process: subprocess.Popen[bytes] | None = None
        self._present: frozenset[str] | None = None
        self._lock = allocate_lock()

    def read(self, ids: Iterable[str]) -> Iterator[tuple[str, bytes]]:
        """Blobs that are there and are not too large. A partial clone's missing objects are not fetched."""
        wanted = self._here(sorted(set(ids)))
        with self._lock:
            process = self._process or self._repository.start("cat-file", "--batch")
            self._process = process
            feeder = _feeding(process, wanted) if len(wanted) > CHUNK else None
            if not feeder:  # so few fit into the pipe at once
                _feed(process, wanted)
            for _ in wanted:
                found = _answer(process)
                if found:
                    yield found
            if feeder:
                feeder.join()

    def close(self) -> None:
        if self._process:
            assert self._process.stdin
            assert self._process.stdout
            self._process.stdin.close()
            self._process.stdout.close()
            self._process.wait()
            self._process = None

    def _here(self, ids: list[str]) -> list[str]:
        if self._present is None:
            self._present = self._list() if self._partial() else frozenset()
        return [i for i in ids if i in self._present] if self._present else ids

    def _partial(self) -> bool:
        """A partial clone says so in its own configuration."""
        said = _text(os.path.join(self._repository.common_dir, "config")).lower()
        if said and not any(word in said for word in (b"partialclone", b"promisor", b"include")):
            return False
        config = self._repository.git("config", "-z", "--get-regexp", r"^(extensions\.partialclone|remote\..*\.promisor)$",
                                      codes=(0, 1))  # fmt: skip
        return bool(config)

    def _list(self) -> frozenset[str]:
        """Every object that is really here: the one question git answers without fetching in all its versions."""
        answer = self._repository.git("cat-file", "--batch-all-objects", "--unordered", "--batch-check=%(objectname)")
        return frozenset(answer.decode().split())


def _text(path: str) -> bytes:
    """Of a file; nothing where it cannot be read."""
    try:
        with open(path, "rb") as stream:
            return stream.read(1_000_000)
    except OSError:
        return b""


def _feeding(process: subprocess.Popen[bytes], ids: list[str]) -> threading.Thread:
    import threading

    feeder = threading.Thread(target=_feed, args=(process, ids), daemon=True)
    feeder.start()
    return feeder


def _feed(process: subprocess.Popen[bytes], ids: list[str]) -> None:
    assert process.stdin
    with contextlib.suppress(BrokenPipeError):  # git died; the reader finds out
        for chunk in range(0, len(ids), CHUNK):
            process.stdin.write("".join(f"{i}\n" for i in ids[chunk : chunk + CHUNK]).encode())
            process.stdin.flush()


def _answer(process: subprocess.Popen[bytes]) -> tuple[str, bytes] | None:
    assert process.stdout
    header = process.stdout.readline().split()
    if not header:
        raise GitFailed("git cat-file ended early", "git fsck")
    if len(header) < 3:
        return None
    left = int(header[2])
    keep = header[1] == b"blob" and left <= MOST
    data = process.stdout.read(left) if keep else b""
    left -= len(data)
    while not keep and left and (piece := process.stdout.read(min(left, PIECE))):
        left -= len(piece)
    process.stdout.read(1)
    return (header[0].decode(), data) if keep else None
