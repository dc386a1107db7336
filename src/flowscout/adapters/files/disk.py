"""Regular files on disk, never through a symlink: not the file itself, and no folder on the way to it."""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterable, Iterator, Mapping

LARGE = 16_000_000  # beyond, a file is told from its earlier self by size and time, not by content
BY_SIZE = "size-"
_NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0)
_FLAGS = (
    os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | _NO_FOLLOW
)


def encoded(path: str) -> str:
    """A repository path as this system spells it."""
    return path.replace("/", os.sep)


def through_symlink(root: str, path: str) -> bool:
    """Whether a folder on the way from root to path is a symlink."""
    place = root
    for part in path.split("/")[:-1]:
        place = os.path.join(place, part)
        if os.path.islink(place):
            return True
    return False


def read_regular(root: str, path: str, most: int = 64_000_000) -> bytes | None:
    """Bytes of a regular file; None when it is gone, is no regular file, is too large or may not be read."""
    return None if through_symlink(root, path) else read_beyond(root, path, most)


def read_beyond(root: str, path: str, most: int = 64_000_000) -> bytes | None:
    """The same, of a path whose folders are known to be no symlinks."""
    try:
        handle = os.open(os.path.join(root, encoded(path)), _FLAGS)
    except (OSError, ValueError):
        return None
    with open(handle, "rb", buffering=0) as stream:
        about = os.fstat(handle)
        if not stat.S_ISREG(about.st_mode) or about.st_size > most:
            return None
        try:
            return stream.read()
        except OSError:
            return None


def hashed(root: str, path: str, length: int = 40) -> tuple[str, bytes]:
    """(content id, mode) of what stands on disk, in git's own terms; ("", b"") when nothing stands there."""
    return taken(root, path, length)[:2]


def taken(root: str, path: str, length: int = 40) -> tuple[str, bytes, bytes | None]:
    """Likewise, and the bytes that the id was made from; None when it was made from size and time."""
    try:
        about = os.lstat(os.path.join(root, encoded(path)))
    except (OSError, ValueError):
        return "", b"", None
    if stat.S_ISLNK(about.st_mode):
        return "", b"120000", None
    if stat.S_ISDIR(about.st_mode):
        return "", b"160000", None
    if not stat.S_ISREG(about.st_mode):
        return "", b"", None
    mode = b"100755" if about.st_mode & 0o100 else b"100644"
    data = read_regular(root, path, LARGE)
    if data is None:
        return f"{BY_SIZE}{about.st_size}-{about.st_mtime_ns}", mode, None
    return blob_id(data, length), mode, data


def read_each(root: str, paths: Iterable[str]) -> Iterator[tuple[str, bytes | None, bool]]:
    """(path, bytes or None, whether a symlink stands in the way) of each."""
    linked: dict[str, bool] = {}  # many files stand in few folders
    for path in paths:
        folder = path.rpartition("/")[0]
        if folder not in linked:
            linked[folder] = through_symlink(root, path)
        yield path, None if linked[folder] else read_beyond(root, path), linked[folder]


def read_as(root: str, blobs: Mapping[str, str]) -> dict[str, bytes]:
    """Of path -> id the bytes of each file that is still what it was when it got this id, and can be read."""
    read = ((path, data) for path, data, _ in read_each(root, blobs) if data is not None)
    return {
        path: data
        for path, data in read
        if blobs[path].startswith(BY_SIZE) or blob_id(data, len(blobs[path])) == blobs[path]
    }


def blob_id(data: bytes, length: int = 40) -> str:
    """What git would call these bytes."""
    framed = b"blob %d\0" % len(data) + data
    return (
        hashlib.sha256(framed).hexdigest() if length == 64 else hashlib.sha1(framed, usedforsecurity=False).hexdigest()
    )
