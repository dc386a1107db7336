"""A folder outside git as a snapshot: content hashes; tool folders and hidden ones are not entered."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Mapping

from ...ports import Entry
from .disk import hashed, read_as

NOT_ENTERED = frozenset({
    "node_modules", "bower_components", "__pycache__", "venv", "env", "virtualenv", "site-packages", "__pypackages__",
})  # fmt: skip


class FolderSnapshot:
    """Satisfies ports.Snapshot."""

    label = "folder"

    def __init__(self, root: str, flat: bool = False) -> None:
        """flat: no folder in it is entered."""
        self.root = os.path.realpath(root)
        self._entries: dict[str, Entry] = {}
        self._skipped: list[tuple[str, str]] = []
        for path in _walk(self.root, flat, self._skipped):
            blob, mode = hashed(self.root, path)
            if mode == b"120000":
                self._skipped.append((path, "a symlink"))
            elif mode in (b"100644", b"100755"):
                self._entries[path] = Entry(path, blob, mode.decode())
        self._entries = dict(sorted(self._entries.items()))

    def paths(self) -> Collection[str]:
        return self._entries.keys()

    def entries(self, paths: Iterable[str] | None = None) -> tuple[Entry, ...]:
        wanted = self._entries if paths is None else sorted(self._entries.keys() & paths)
        return tuple([self._entries[path] for path in wanted])

    def skipped(self) -> tuple[tuple[str, str], ...]:
        return tuple(sorted(self._skipped))

    def read(self, entries: Iterable[Entry]) -> Mapping[str, bytes]:
        return read_as(self.root, {entry.path: entry.blob for entry in entries})

    def close(self) -> None:
        """Nothing is held open."""


def _walk(root: str, flat: bool, skipped: list[tuple[str, str]]) -> Iterable[str]:
    for place, folders, files in os.walk(root, followlinks=False):
        if flat:
            folders.clear()
        inside = os.path.relpath(place, root).replace(os.sep, "/")
        start = "" if inside == "." else inside + "/"
        for name in list(folders):
            if os.path.islink(os.path.join(place, name)):
                skipped.append((start + name, "a symlink"))
                folders.remove(name)
            elif name.startswith(".") or name in NOT_ENTERED or _environment(os.path.join(place, name)):
                folders.remove(name)
        folders.sort()
        yield from (start + name for name in sorted(files))


def _environment(folder: str) -> bool:
    return os.path.isfile(os.path.join(folder, "pyvenv.cfg"))
