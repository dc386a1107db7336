"""Files, pipes, gzip and the ZIP of a run, as chunks of bytes."""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Iterator
from typing import IO, Final

CHUNK: Final = 1 << 18
GZIP: Final = b"\x1f\x8b"
ZIP: Final = b"PK\x03\x04"
PACKED: Final = (
    zipfile.ZIP_STORED,
    zipfile.ZIP_DEFLATED,
)  # as GitHub packs; what else there is fails in ways of its own
UNPACKED: Final = 4 << 30  # a bomb unpacks to more than any log

# In a run's ZIP the top level holds one whole log per job; folders hold the same text again, by step.
_JOB = re.compile(r"^-?\d+_[^/]*\.txt$")


def chunks(stream: IO[bytes]) -> Iterator[bytes]:
    """Bytes of the log in a stream, unpacked; at most UNPACKED of them."""
    head = stream.read(CHUNK)
    if head.startswith(GZIP):
        return _bounded(_gunzipped(head, stream))
    if head.startswith(ZIP):
        return _bounded(_unzipped(head, stream))
    return _plain(head, stream)


def _plain(head: bytes, stream: IO[bytes]) -> Iterator[bytes]:
    while head:
        yield head
        head = stream.read(CHUNK)


def _bounded(parts: Iterator[bytes]) -> Iterator[bytes]:
    left = UNPACKED
    for part in parts:
        yield part[:left]
        left -= len(part)
        if left <= 0:
            return


def _gunzipped(head: bytes, stream: IO[bytes]) -> Iterator[bytes]:
    """Members one after another, as `cat a.gz b.gz` makes them; what is damaged ends the log."""
    unpack = zlib.decompressobj(31)
    data = head
    while data:
        try:
            part = unpack.decompress(data, CHUNK)
        except zlib.error:
            return
        if part:
            yield part
        data = unpack.unconsumed_tail
        if unpack.eof:
            data = unpack.unused_data or stream.read(CHUNK)
            unpack = zlib.decompressobj(31)
        elif not data:
            data = stream.read(CHUNK)


def _unzipped(head: bytes, stream: IO[bytes]) -> Iterator[bytes]:
    held = _seekable(head, stream)
    try:
        with zipfile.ZipFile(held) as archive:
            for name in members(archive.namelist()):
                yield from _member(archive, name)
    except (zipfile.BadZipFile, zlib.error, OSError, RuntimeError, NotImplementedError, EOFError):
        return


def _member(archive: zipfile.ZipFile, name: str) -> Iterator[bytes]:
    last = b""
    if archive.getinfo(name).compress_type not in PACKED:
        raise NotImplementedError(name)
    with archive.open(name) as one:
        while part := one.read(CHUNK):
            last = part
            yield part
    if last and not last.endswith(b"\n"):
        yield b"\n"


def members(names: list[str]) -> list[str]:
    """The texts to read: logs of whole jobs where there are any, else every text."""
    texts = sorted(name for name in names if name.endswith((".txt", ".log")))
    return [name for name in texts if _JOB.match(name)] or texts


def starts(stream: IO[bytes]) -> list[tuple[str, int]]:
    """The members of a run's ZIP as they follow one another, each with the number of its first line; [] of any other log."""
    head = stream.read(CHUNK)
    found: list[tuple[str, int]] = []
    if not head.startswith(ZIP):
        return found
    line, left = 1, UNPACKED
    try:
        with zipfile.ZipFile(_seekable(head, stream)) as archive:
            for name in members(archive.namelist()):
                found.append((name, line))
                for part in _member(archive, name):
                    line += part[:left].count(b"\n")
                    left -= len(part)
                    if left <= 0:
                        return found  # no more than that is read either
    except (zipfile.BadZipFile, zlib.error, OSError, RuntimeError, NotImplementedError, EOFError):
        pass
    return found


def _seekable(head: bytes, stream: IO[bytes]) -> IO[bytes]:
    if stream.seekable():
        stream.seek(0)
        return stream
    import tempfile

    held = tempfile.SpooledTemporaryFile(max_size=16 << 20)  # noqa: SIM115 - lives as long as the archive that reads it
    held.write(head)
    while part := stream.read(CHUNK):
        held.write(part)
    held.seek(0)
    return io.BufferedReader(held) if isinstance(held, io.RawIOBase) else held
