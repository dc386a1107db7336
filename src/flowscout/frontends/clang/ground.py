"""Where a unit's files stand by name: empty, in a worker's own folder, while their text is in memory.

The compiler finds a text in memory by its path as it is written; `src/../lib/a.h` is the file `lib/a.h` only where the
disk says so. A worker can write no byte, but a file without one can be made.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager

from .flags import TREE

_NAME = "tree"


@contextmanager
def standing(paths: Collection[str], folder: str) -> Iterator[str]:
    """The root that these paths of a project stand under for the compiler: in `folder`, or TREE where this disk cannot
    hold them."""
    root = os.path.join(folder, _NAME)
    try:
        yield root if os.name == "posix" and _made(paths, root) else TREE
    finally:
        shutil.rmtree(root, ignore_errors=True)


def under(root: str, arguments: Sequence[str]) -> list[str]:
    """Arguments, the paths in them under that root; what a source is told of its own path is the same under any."""
    if root == TREE:
        return list(arguments)
    moved = [
        root + argument[len(TREE) :] if argument == TREE or argument.startswith(f"{TREE}/") else argument
        for argument in arguments
    ]
    return [*moved, f"-fmacro-prefix-map={root}={TREE}"]


def _made(paths: Collection[str], root: str) -> bool:
    """False where names are none that a disk knows, or two of them are one to it (`A.h` and `a.h` on some)."""
    try:
        for path in paths:
            if any(part in ("", ".", "..") for part in path.split("/")):
                return False
            full = os.path.join(root, path)
            os.makedirs(os.path.dirname(full), exist_ok=True)
            os.close(os.open(full, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
    except (OSError, ValueError):
        shutil.rmtree(root, ignore_errors=True)
        return False
    return True
