"""The shelf of log formats, ready for searching."""

from __future__ import annotations

from functools import cache

from .. import shelf
from ..model.logformat import LogFormat
from .extract import Extractor
from .rank.runner import RUNNER

SHELF = "flowscout.rca.logs"


@cache
def formats() -> tuple[LogFormat, ...]:
    return tuple(shelf.load(SHELF, name) for name in shelf.names(SHELF))


@cache
def extractor() -> Extractor:
    return Extractor((*formats(), RUNNER))
