"""Where a unit's files stand by name: empty, in a worker's own folder, while their text is in memory.

The compiler finds a text in memory by its path as it is written; `src/../lib/a.h` is the file `lib/a.h` only where the
disk says so. A worker can write no byte, but a file without one can be made: where a name asks for it, because a disk may be slow,
and what the next unit has too stays for it.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping, Sequence

from .flags import TREE
from .includes import included

_NAME = "tree"


class Ground:
    """In `folder`, a worker's own."""

    def __init__(self, folder: str) -> None:
        self._root = os.path.join(folder, _NAME)
        self._held: set[str] = set()

    def root(self, texts: Mapping[str, bytes]) -> str:
        """What these files of a project stand under for the compiler: in the folder, or TREE where none of their names
        asks for a disk, or this one cannot hold them. Of what is none of theirs nothing is left."""
        if os.name != "posix" or not any(b"./" in data and _winding(data) for data in texts.values()):
            return TREE
        try:
            for path in self._held - texts.keys():
                self._gone(path)
            for path in texts.keys() - self._held:
                self._made(path)
        except (OSError, ValueError):
            self.clear()
            return TREE
        return self._root

    def clear(self) -> None:
        shutil.rmtree(self._root, ignore_errors=True)
        self._held.clear()

    def _made(self, path: str) -> None:
        """Raises where that is no name that a disk knows, or means another's file (`A.h` and `a.h` on some)."""
        if any(part in ("", ".", "..") for part in path.split("/")):
            raise ValueError(path)
        full = os.path.join(self._root, path)
        try:
            file = os.open(full, os.O_CREAT | os.O_EXCL | os.O_WRONLY)
        except FileNotFoundError:
            os.makedirs(os.path.dirname(full), exist_ok=True)
            file = os.open(full, os.O_CREAT | os.O_EXCL | os.O_WRONLY)
        os.close(file)
        self._held.add(path)

    def _gone(self, path: str) -> None:
        """With the folders that nothing else stands in: a name may lead through them."""
        os.unlink(os.path.join(self._root, path))
        self._held.discard(path)
        folder = os.path.dirname(path)
        while folder:
            try:
                os.rmdir(os.path.join(self._root, folder))
            except OSError:
                return
            folder = os.path.dirname(folder)


def _winding(data: bytes) -> bool:
    return any("./" in name for name in included(data))


def under(root: str, arguments: Sequence[str]) -> list[str]:
    """Arguments, the paths in them under that root; what a source is told of its own path is the same under any."""
    if root == TREE:
        return list(arguments)
    moved = [
        root + argument[len(TREE) :] if argument == TREE or argument.startswith(f"{TREE}/") else argument
        for argument in arguments
    ]
    return [*moved, f"-fmacro-prefix-map={root}={TREE}"]
