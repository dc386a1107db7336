"""The files that a change touches, of any kind, as they were and as they are: a dependency or a setting can break what
no code did."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from ..adapters.git.plumbing import GitFailed
from ..wiring import Workspace

MOST: Final = 60  # files whose texts are read
LARGEST: Final = 200_000  # bytes of one
Texts = Mapping[str, tuple[str, str]]


def texts(before: Workspace, after: Workspace, paths: Iterable[str]) -> Texts:
    """By path; of what is too large, or too much, nothing but that it changed."""
    wanted = sorted(paths)
    old, new = (_read(side, wanted[:MOST]) for side in (before, after))
    return {path: (old.get(path, ""), new.get(path, "")) for path in wanted}


def _read(side: Workspace, paths: list[str]) -> dict[str, str]:
    try:
        found = side.snapshot.read(side.snapshot.entries(paths))
    except GitFailed:
        return {}
    return {
        path: data.decode("utf-8", "replace")
        for path, data in found.items()
        if len(data) <= LARGEST and b"\0" not in data
    }
