"""How a project is compiled: its compilation database, and what that says of the files that do not stand in it.

The database is looked for where builds put it; a build of another kind names its own in the configuration.
"""

from __future__ import annotations

import json
import os
import shlex
import stat
from collections.abc import Collection, Iterator, Mapping
from fnmatch import fnmatchcase
from types import MappingProxyType
from typing import Any, Final

from ...model.compiled import Dropped
from ...model.paths import name_of
from ...model.record import NamedTuple
from .dropped import dropped_flags
from .flags import reading_flags, relative

NAME: Final = "compile_commands.json"
LARGEST: Final = 256_000_000  # bytes of a database
_FOLDERS: Final = ("build", "out", "_build", "builddir", "build?*", "cmake-build-*", ".build")
_BELOW: Final = ("build", "out")  # of these, folders of configurations: `out/Debug`


class Database(NamedTuple):
    """flags: how each file of the project is read, by path. dropped: where there are any, those that it is built and
    not read with."""

    flags: Mapping[str, tuple[str, ...]]
    dropped: Mapping[str, tuple[Dropped, ...]] = MappingProxyType({})

    def of(self, path: str) -> tuple[str, ...] | None:
        """Of a file that does not stand in it: as `nearest` is read; None where there is none."""
        return self.flags.get(self.nearest(path))

    def nearest(self, path: str) -> str:
        """The file itself, else its namesake, else a neighbour; "" where it has neither."""
        if path in self.flags or not self.flags:
            return path if self.flags else ""
        distance, nearest = min((_distance(path, other), other) for other in self.flags)
        return nearest if distance < _STRANGER else ""


_NAMESAKE_HERE, _NAMESAKE, _NEIGHBOUR, _STRANGER = range(4)


def _distance(path: str, other: str) -> int:
    folder, _, name = path.rpartition("/")
    theirs, _, named = other.rpartition("/")
    suffix = name.rpartition(".")[2]
    if suffix[:1] != "h" and (suffix == "c") != (named.rpartition(".")[2] == "c"):
        return _STRANGER  # another language
    if name.partition(".")[0] == named.partition(".")[0]:
        return _NAMESAKE_HERE if folder == theirs else _NAMESAKE
    return _NEIGHBOUR if folder == theirs else _STRANGER


def found(root: str, configured: str = "") -> str:
    """Path of the database of a root; "" where there is none. configured: its path or folder, relative to the root."""
    if configured:
        named = os.path.join(root, *configured.split("/"))
        choices: Iterator[str] = iter([named, os.path.join(named, NAME)])
    else:
        choices = _usual(root)
    return next((path for path in choices if _sound(path, root)), "")


def _usual(root: str) -> Iterator[str]:
    yield os.path.join(root, NAME)
    here = _folders(root)
    for pattern in _FOLDERS:
        for folder in [folder for folder in here if fnmatchcase(folder, pattern)]:
            yield os.path.join(root, folder, NAME)
            if folder in _BELOW:
                yield from (os.path.join(root, folder, below, NAME) for below in _folders(os.path.join(root, folder)))


def _folders(root: str) -> list[str]:
    try:
        with os.scandir(root) as entries:
            return sorted(entry.name for entry in entries if entry.is_dir(follow_symlinks=False))[:1000]
    except OSError:
        return []


def _sound(path: str, root: str) -> bool:
    """A regular file in the root, a link to one in the root too."""
    try:
        real = os.path.realpath(path)
        state = os.stat(real)
    except (OSError, ValueError):
        return False
    return (
        stat.S_ISREG(state.st_mode) and state.st_size <= LARGEST and relative(real, os.path.realpath(root)) is not None
    )


def of_root(path: str, root: str) -> Database:
    """The one at that path; empty where it cannot be read."""
    try:
        with open(path, "rb") as file:
            return read(file.read(LARGEST), root)
    except OSError:
        return Database({})


def read(data: bytes, root: str, sources: Collection[str] | None = None) -> Database:
    """Of the files in the root, the first entry of each; nothing of what is no database."""
    try:
        rows = json.loads(data)
    except (ValueError, RecursionError):
        rows = []
    flags: dict[str, tuple[str, ...]] = {}
    dropped: dict[str, tuple[Dropped, ...]] = {}
    for row in rows if isinstance(rows, list) else ():
        path, folder, arguments = _entry(row, root)
        if path and path not in flags and (sources is None or path in sources):
            flags[path] = reading_flags(arguments, folder, root)
            if lost := dropped_flags(arguments, folder, root):
                dropped[path] = lost
    return Database(flags, dropped)


def _entry(row: Any, root: str) -> tuple[str, str, list[str]]:
    """Path, folder and arguments; the path is "" where it is none of ours."""
    if not isinstance(row, dict) or not all(isinstance(row.get(key), str) for key in ("file", "directory")):
        return "", "", []
    folder = os.path.normpath(os.path.join(root, row["directory"]))
    path = relative(os.path.normpath(os.path.join(folder, row["file"])).replace(os.sep, "/"), root) or ""
    arguments = row.get("arguments")
    if not (isinstance(arguments, list) and all(isinstance(each, str) for each in arguments)):
        try:
            arguments = shlex.split(row["command"]) if isinstance(row.get("command"), str) else []
        except ValueError:
            arguments = []
    return path if name_of(path) else "", folder, [each for each in arguments[1:] if each != row["file"]]
