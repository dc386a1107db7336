"""What a run was writing when it died.

A document is written beside its place and renamed. A run that is killed in between leaves the file it was writing, and
nothing in the tree tells it from a person's. So a run first notes, beside the store, under which name and in which
folders it will write, and holds a lock on that note. A note whose lock is free is of a run that died: the next run
removes what it left, and the note. Nothing but our own names is ever removed.
"""

from __future__ import annotations

import contextlib
import json
import os
import time
from collections.abc import Iterable, Iterator
from io import FileIO
from typing import IO, Final

from ...model.pattern import regex
from .disk import encoded, through_symlink

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

NAME: Final = regex(r"\.flowscout-[0-9a-f]{16}\Z")
OLD: Final = 24 * 3600.0  # seconds; where there are no locks, a note so old is of a dead run


@contextlib.contextmanager
def noted(store: str, root: str, paths: Iterable[str]) -> Iterator[str]:
    """The name under which the documents at these paths are to be written, each in its own folder."""
    name = f".flowscout-{os.urandom(8).hex()}"
    folders = sorted({path.rpartition("/")[0] for path in paths})
    note = f"{store}.writing{name}"
    held = _note(note, {"root": root, "name": name, "folders": folders}) if folders else None
    try:
        yield name
    finally:
        if held:
            held.close()
            with contextlib.suppress(OSError):
                os.unlink(note)


def _note(note: str, about: dict[str, object]) -> FileIO | None:
    """None where nothing can be noted: a store that is read-only must not keep documents from being written."""
    try:
        os.makedirs(os.path.dirname(note), mode=0o700, exist_ok=True)
        held = open(note, "xb", buffering=0)  # noqa: SIM115 - held by the caller
    except OSError:
        return None
    try:
        _locked(held)
        held.write(json.dumps(about).encode())
        os.fsync(held.fileno())
        return held
    except OSError:
        held.close()
        with contextlib.suppress(OSError):
            os.unlink(note)
        return None


def swept(store: str) -> int:
    """Removes what runs of this store left when they died; how many files."""
    removed = 0
    folder, name = os.path.split(store)
    with contextlib.suppress(OSError):
        for entry in os.listdir(folder):
            if entry.startswith(f"{name}.writing.flowscout-"):
                removed += _finished(os.path.join(folder, entry))
    return removed


def _finished(note: str) -> int:
    """Removes what the run of this note left, if it is over; how many files."""
    removed = 0
    with contextlib.suppress(OSError), open(note, "r+b") as held:
        if _locked(held) if fcntl else time.time() - os.stat(note).st_mtime > OLD:
            removed += _removed(held.read())
            os.unlink(note)
    return removed


def _removed(data: bytes) -> int:
    """A note that was not written to its end is of a run that had written nothing else."""
    try:
        about = json.loads(data)
        root, name, folders = str(about["root"]), str(about["name"]), [str(folder) for folder in about["folders"]]
    except (ValueError, TypeError, KeyError):
        return 0
    count = 0
    for folder in folders if NAME.match(name) else ():
        path = f"{folder}/{name}" if folder else name
        if not through_symlink(root, path):
            with contextlib.suppress(OSError):
                os.unlink(os.path.join(root, encoded(path)))
                count += 1
    return count


def _locked(held: IO[bytes] | FileIO) -> bool:
    if not fcntl:
        return False
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
