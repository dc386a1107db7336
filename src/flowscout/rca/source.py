"""A log that can be opened again and again: a file, or what came through a pipe."""

from __future__ import annotations

import io
import tempfile
from typing import IO, Protocol, cast

KEPT = 16 << 20  # bytes of a pipe held in memory; more goes to a temporary file


class Open(Protocol):
    """Opens a log from its start; called again for each further look."""

    def __call__(self) -> IO[bytes]: ...


def of_file(path: str) -> Open:
    return lambda: open(path, "rb")


def of_bytes(data: bytes) -> Open:
    return lambda: io.BytesIO(data)


def of_pipe(stream: IO[bytes]) -> Open:
    """Reads the pipe to its end."""
    held = tempfile.SpooledTemporaryFile(max_size=KEPT)  # noqa: SIM115 - lives as long as the log is looked at
    while part := stream.read(1 << 20):
        held.write(part)

    def again() -> IO[bytes]:
        held.seek(0)
        return cast(IO[bytes], _Kept(held))

    return again


class _Kept(io.RawIOBase):
    """A look at what is held; closing the look keeps it."""

    def __init__(self, held: IO[bytes]) -> None:
        self._held = held

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = 0) -> int:
        return self._held.seek(offset, whence)

    def tell(self) -> int:
        return self._held.tell()

    def read(self, size: int = -1) -> bytes:
        return self._held.read(size)
