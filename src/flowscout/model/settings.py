"""What a repository may configure, as a frozen value. `config` fills it; stages take the subset they declare."""

from __future__ import annotations

import json
from typing import Any

from .record import NamedTuple


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
    charts_per_page: int = 0  # 0: twenty, more where `max_charts` has room
    words: str = "rule"
    clang: str = "auto"
    database: str = ""
    rca: tuple[str, ...] = ()  # files of log formats
    semantics: Semantics = Semantics()


def encode_settings(settings: Settings) -> bytes:
    return json.dumps(settings).encode()


def decode_settings(data: bytes) -> Settings | None:
    """None when the bytes are not settings as `config` would have made them."""
    try:
        *plain, semantics = json.loads(data)
        found = Settings._make([*map(_frozen, plain), Semantics._make(map(_frozen, semantics))])
    except (ValueError, TypeError):
        return None
    same = all(_alike(a, b) for a, b in zip(found[:-1], Settings(), strict=False))
    parts = found.docs.split("/") if same else [".."]
    inside = all(part not in ("", ".", "..", ".git", ".github") for part in parts)
    return found if same and inside and all(_alike(row, ()) for row in found.semantics) else None


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _alike(value: Any, example: Any) -> bool:
    return type(value) is type(example) and (
        not isinstance(value, tuple) or all(isinstance(item, str) for item in value)
    )
