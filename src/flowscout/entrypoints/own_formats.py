"""The shelf of log formats, with those that a repository brings: from the root we stand in, or from a commit that is
trusted.

Whoever proposes a change may have written the files of its tree, and a format that says *all went well* hides a
failure. So where nobody chose that tree by hand, the files are those of the branch that the change goes to.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path

from ..config import OWN, SHARED, load
from ..errors import ConfigError
from ..rca.extract import Extractor
from ..rca.formats import extractor_with
from ..rca.tables.own import LARGEST, own
from ..rca.tables.rows import TableError
from ..wiring import Workspace, place


def own_formats(root: str) -> Extractor:
    """`[rca] formats` of the work tree. Raises ConfigError for a file that is not there, leads out of the root or
    cannot be read."""
    where = Path(place(root).root)
    chosen = (
        load(lambda name: _of_disk(where, name)) if any((where / name).exists() for name in (OWN, SHARED)) else None
    )
    return _read(chosen.rca if chosen else (), lambda path: _of_disk(where, path))


def formats_of(seen: Workspace) -> Extractor:
    """`[rca] formats` of a snapshot, such as a commit. Raises ConfigError as above."""
    files = seen.snapshot.read(seen.snapshot.entries(seen.settings.rca)) if seen.settings.rca else {}
    return _read(seen.settings.rca, files.get)


def _read(paths: Iterable[str], data: Callable[[str], bytes | None]) -> Extractor:
    try:
        return extractor_with(own([(path, _text(path, data(path))) for path in paths]))
    except TableError as error:
        raise ConfigError(f"[rca] formats: {error}", "docs/root-cause.md says what such a file holds") from None


def _text(path: str, data: bytes | None) -> str:
    if data is None:
        raise TableError(f"{path}: no such file in the root")
    return data.decode("utf-8-sig", "replace")


def _of_disk(where: Path, path: str) -> bytes | None:
    """One byte more than a file of the largest size can hold is as good as all of it."""
    real = os.path.realpath(where / path)
    if os.path.commonpath([real, os.path.realpath(where)]) != os.path.realpath(where) or not os.path.isfile(real):
        return None
    with open(real, "rb") as file:
        return file.read(4 * LARGEST + 4)
