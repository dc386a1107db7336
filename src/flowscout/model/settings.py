"""What a repository may configure, as a frozen value. `config` fills it; stages take the subset they declare."""

from __future__ import annotations

from typing import NamedTuple


class Semantics(NamedTuple):
    """The user's additions to the lexicons: literals and globs on dotted names (never regexes), by action type."""

    validation: tuple[str, ...] = ()
    permission: tuple[str, ...] = ()
    mutation: tuple[str, ...] = ()
    irreversible: tuple[str, ...] = ()
    logging: tuple[str, ...] = ()
    metrics: tuple[str, ...] = ()
    utility: tuple[str, ...] = ()
    errors: tuple[str, ...] = ()
    noreturn: tuple[str, ...] = ()


class Settings(NamedTuple):
    project: str = ""
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    charts: tuple[str, ...] = ()
    detail: str = "medium"
    style: str = "default"
    docs: str = "docs/flowcharts"
    source_roots: tuple[str, ...] = ()
    max_file_size: int = 1_000_000
    max_charts: int = 200
    charts_per_page: int = 20
    semantics: Semantics = Semantics()
