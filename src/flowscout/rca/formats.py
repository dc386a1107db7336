"""The shelf of log formats, ready for searching."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from ..model.logformat import LogFormat
from .extract import Extractor
from .tables.shelf import known


def formats() -> tuple[LogFormat, ...]:
    return known().formats


@cache
def extractor() -> Extractor:
    return Extractor(formats())


def extractor_with(own: Sequence[LogFormat]) -> Extractor:
    """The shelf and a repository's own formats, ready for searching."""
    return Extractor((*formats(), *own)) if own else extractor()
