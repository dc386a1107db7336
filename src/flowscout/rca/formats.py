"""The shelf of log formats, ready for searching."""

from __future__ import annotations

from functools import cache

from ..model.logformat import LogFormat
from .extract import Extractor
from .tables.shelf import known


def formats() -> tuple[LogFormat, ...]:
    return known().formats


@cache
def extractor() -> Extractor:
    return Extractor(formats())
