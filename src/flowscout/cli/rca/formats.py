"""The shelf of log formats, with those that the repository we stand in brings."""

from __future__ import annotations

import os
from pathlib import Path

from ...config import OWN, SHARED, load
from ...errors import ConfigError
from ...rca.extract import Extractor
from ...rca.formats import extractor_with
from ...rca.tables.own import LARGEST, own
from ...rca.tables.rows import TableError
from ...wiring import place


def own_formats(root: str) -> Extractor:
    """`[rca] formats` of the work tree. Raises ConfigError for a file that is not there, leads out of the root or cannot be read."""
    where = Path(place(root).root)
    chosen = load(lambda name: _bytes(where / name)) if any((where / name).exists() for name in (OWN, SHARED)) else None
    if chosen is None or not chosen.rca:
        return extractor_with(())
    try:
        return extractor_with(own((path, _text(where, path)) for path in chosen.rca))
    except TableError as error:
        raise ConfigError(f"[rca] formats: {error}", "docs/root-cause.md says what such a file holds") from None


def _text(where: Path, path: str) -> str:
    real = os.path.realpath(where / path)
    if os.path.commonpath([real, os.path.realpath(where)]) != os.path.realpath(where) or not os.path.isfile(real):
        raise TableError(f"{path}: no such file in the root")
    with open(real, encoding="utf-8-sig", errors="replace") as file:
        return file.read(LARGEST + 1)


def _bytes(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except OSError:
        return None
