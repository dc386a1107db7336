"""Documents on disk: read without following symlinks, written whole or not at all.

A file is written beside its place, forced to the disk and renamed over the old one, so a crash at any instant leaves
the old file or the new one. A symlink anywhere on the way is refused: what it leads to is not ours.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterable, Iterator

from ..git.plumbing import Repository
from .disk import encoded, read_each, through_symlink

_NEW = (
    os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
)  # EXCL follows no symlink


def read(root: str, paths: Iterable[str]) -> tuple[dict[str, bytes], frozenset[str]]:
    """(content by path, paths where something stands that is no regular file)."""
    found: dict[str, bytes] = {}
    occupied = set()
    for path, data, linked in read_each(root, paths):
        if data is not None:
            found[path] = data
        elif linked or os.path.lexists(os.path.join(root, encoded(path))):
            occupied.add(path)
    return found, frozenset(occupied)


def markdown_in(root: str, folder: str) -> Iterator[str]:
    """Markdown files below a folder, as repository paths; symlinks are not entered."""
    top = os.path.join(root, encoded(folder))
    if through_symlink(root, folder + "/x"):
        return
    for place, folders, files in os.walk(top, followlinks=False):
        folders.sort()
        inside = folder + place[len(top) :].replace(os.sep, "/")
        yield from (f"{inside}/{name}" for name in sorted(files) if name.endswith(".md"))


def stands(root: str, path: str, data: bytes | None) -> bool:
    """Whether a document is what it was when it was read; None: there was none."""
    found, occupied = read(root, [path])
    return found.get(path) == data and path not in occupied


def write(root: str, path: str, data: bytes, name: str = "", still: Callable[[], bool] = lambda: True) -> bool:
    """Whether it was written; not where a symlink stands in the way, nor where it is `still` not what it was: a person
    may save it while we write, and theirs is the one that counts. name: of the file beside it on the way there."""
    target = os.path.join(root, encoded(path))
    if through_symlink(root, path) or os.path.islink(target):
        return False
    folder = os.path.dirname(target)
    os.makedirs(folder, exist_ok=True)
    mode = os.stat(target).st_mode & 0o777 if os.path.exists(target) else 0o666 & ~_umask()
    beside = os.path.join(folder, name or f".flowscout-{os.urandom(8).hex()}")
    handle = os.open(beside, _NEW, 0o600)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        os.chmod(beside, mode)
        if still():
            os.replace(beside, target)
        else:
            os.unlink(beside)
            return False
    except BaseException as error:
        with contextlib.suppress(OSError):
            os.unlink(beside)
        if isinstance(error, OSError):
            error.filename = target  # a full disk names no file
        raise
    _settle(folder)
    return True


def delete(root: str, path: str, folder: str) -> bool:
    """Removes a page, and the folders below `folder` that it leaves empty."""
    target = os.path.join(root, encoded(path))
    if through_symlink(root, path) or os.path.islink(target):
        return False
    with contextlib.suppress(FileNotFoundError):
        os.unlink(target)
    place = path.rpartition("/")[0]
    while place.startswith(folder):
        try:
            os.rmdir(os.path.join(root, encoded(place)))
        except OSError:
            break
        place = place.rpartition("/")[0]
    return True


def carriage_returns(repository: Repository, paths: Iterable[str]) -> frozenset[str]:
    """Of these paths (relative to the root), those that git's filters would check out with CRLF."""
    asked = sorted(paths)
    if not asked:
        return frozenset()
    stdin = b"".join((repository.prefix + path).encode("utf-8", "surrogateescape") + b"\0" for path in asked)
    fields = repository.lines("check-attr", "-z", "--stdin", "text", "eol", stdin=stdin)
    attributes: dict[str, dict[str, str]] = {}
    for at in range(0, len(fields) - 2, 3):
        path, name, value = (field.decode("utf-8", "surrogateescape") for field in fields[at : at + 3])
        attributes.setdefault(path.removeprefix(repository.prefix), {})[name] = value
    native = _native(repository)
    return frozenset(path for path, held in attributes.items() if _crlf(held, native))


def _native(repository: Repository) -> tuple[bool, bool]:
    """(whether text is checked out with CRLF by configuration, whether that holds without a text attribute)."""
    answer = repository.git("config", "-z", "--get-regexp", r"^core\.(autocrlf|eol)$", codes=(0, 1))
    found = dict(record.partition("\n")[::2] for record in answer.decode("utf-8", "replace").lower().split("\0"))
    automatic, eol = found.get("core.autocrlf", ""), found.get("core.eol", "")
    if automatic == "true":
        return True, True
    return automatic != "input" and (eol == "crlf" or (eol in ("", "native") and os.linesep == "\r\n")), False


def _crlf(held: dict[str, str], native: tuple[bool, bool]) -> bool:
    text, eol = held.get("text", "unspecified"), held.get("eol", "unspecified")
    if text == "unset":
        return False
    if eol in ("crlf", "lf"):
        return eol == "crlf"
    return native[1] if text == "unspecified" else native[0]


def _settle(folder: str) -> None:
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
