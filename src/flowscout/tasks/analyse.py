"""A snapshot -> a Project, and the rows of all its functions in processes that share its memory."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from pathlib import PurePosixPath
from typing import Any

from ..model.calls import encode_sites
from ..model.codec import dumps
from ..model.settings import Settings
from ..model.summary import Effect, Flow, FunctionRow
from ..pipeline import Project, assemble
from ..ports import Entry, Memo, Progress, Snapshot, Spread
from .facts import Frontend, facts_of, silent

WARM_FROM = 3_000  # functions; below, forking costs more than it saves

__all__ = ["Frontend", "analyse", "silent", "warm"]


def analyse(
    snapshot: Snapshot,
    frontend: Frontend,
    settings: Settings,
    wanted: Callable[[str], bool] = lambda path: True,
    pool: Callable[[], Executor] | None = None,
    memo: Memo | None = None,
    progress: Progress = silent,
) -> Project:
    """The project of a snapshot's files that are wanted and that some language reads."""
    entries = [e for e in snapshot.entries() if PurePosixPath(e.path).suffix.lower() in frontend.suffixes and wanted(e.path)]
    files, offers = facts_of(snapshot, entries, frontend, pool, memo, progress)
    return assemble(files, Sources(snapshot, {entry.path: entry for entry in entries}), settings, offers)


def warm(project: Project, spread: Spread, parts: int = 0) -> None:
    """Computes the row of every function in `parts` processes that see this project's memory; 0 or 1: not at all."""
    size = sum(len(facts.functions) for facts in project.files.values())
    if parts < 2 or size < WARM_FROM:
        return
    paths = list(project.files)
    for answer in spread(lambda part: _encoded_rows(project, paths[part::parts]), parts):
        rows, sites = json.loads(answer.decode("utf-8", "surrogatepass"))
        project.adopt(_decoded_rows(rows), sites)


def _encoded_rows(project: Project, paths: list[str]) -> bytes:
    """Rows by id and encoded sites by path."""
    read = [path for path in paths if path in project.ids]
    rows = {id_: row for path in read for id_, row in project.rows_of(path).items()}
    return dumps((rows, {path: encode_sites(project.sites_of(path)) for path in read})).encode("utf-8", "surrogatepass")


def _decoded_rows(rows: dict[str, Any]) -> dict[str, FunctionRow]:
    return {
        id_: FunctionRow(tuple([Effect._make(e) for e in own]), tuple([Flow(target, how, tuple(c)) for target, how, c in flows]))
        for id_, (own, flows) in rows.items()
    }


class Sources:
    """Bytes of a file when a chart asks for them; the last few are kept."""

    def __init__(self, snapshot: Snapshot, entries: Mapping[str, Entry]) -> None:
        self._snapshot, self._entries = snapshot, entries
        self._kept: dict[str, bytes] = {}

    def __call__(self, path: str) -> bytes:
        if path not in self._kept:
            if len(self._kept) >= 64:
                self._kept.pop(next(iter(self._kept)))
            self._kept[path] = self._snapshot.read([self._entries[path]]).get(path, b"")
        return self._kept[path]
