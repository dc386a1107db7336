"""A review without the secrets that the changed files hold: what is drawn, cut or escaped of them later shows no part of one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ...model.review import Review
from ...pipeline import Project
from ...redact.found import quoted, without


def unsecret(review: Review, before: Project, after: Project, paths: Iterable[str]) -> Review:
    """paths: of the files that differ."""
    found: dict[str, str] = {}
    for path in sorted(paths):
        for side in (before, after):
            if path in side.files:
                found |= quoted(side.sources(path).decode("utf-8", "replace"))
    return _without(review, found, {}) if found else review


def _without(value: Any, secrets: Mapping[str, str], known: dict[int, tuple[Any, Any]]) -> Any:
    """The same value where nothing in it is secret. known: by its identity what was asked before, and its answer."""
    if isinstance(value, str):
        return without(value, secrets)
    if not isinstance(value, tuple | frozenset):
        return value
    if id(value) not in known:
        parts = [_without(part, secrets, known) for part in value]
        same = all(one is other or one == other for one, other in zip(parts, value, strict=True))
        known[id(value)] = value, value if same else _made(value, parts)
    return known[id(value)][1]


def _made(value: Any, parts: list[Any]) -> Any:
    return type(value)(*parts) if hasattr(value, "_fields") else type(value)(parts)
