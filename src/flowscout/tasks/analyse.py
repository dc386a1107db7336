"""A snapshot -> a Project, and the rows of all its functions in processes that share its memory."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from ..model.calls import encode_sites
from ..model.frames import frame, unframe
from ..model.settings import Settings
from ..model.summary import encode_rows
from ..pipeline import Project, assemble
from ..ports import Compiler, Entry, Memo, Progress, Snapshot, Spread
from .facts import Frontend, facts_of, readable, silent
from .shares import share

if TYPE_CHECKING:
    from concurrent.futures import Executor

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
    compiler: Compiler | None = None,
) -> Project:
    """The project of a snapshot's files that are wanted and that some language reads; with a compiler, as that resolves its calls."""
    entries = readable(snapshot, frontend, wanted)
    files, known = facts_of(snapshot, entries, frontend, pool, memo, progress)
    if compiler is not None:
        from .compiling import compilation, enriched

        known = enriched(known, files, compilation(snapshot, entries, frontend.language_of, compiler, memo, progress))
    return assemble(files, Sources(snapshot, {entry.path: entry for entry in entries}), settings, known)


def warm(project: Project, spread: Spread, parts: int = 0, rows: bool = True) -> None:
    """Computes whom every function calls, and with `rows` what is known of it, in `parts` processes that see this project's
    memory; 0 or 1: not at all."""
    if parts < 2 or len(project.functions) < WARM_FROM:
        return
    paths = list(project.ids)
    for part, answer in enumerate(spread(lambda part: _encoded(project, share(paths, part, parts), rows), parts)):
        texts = [piece.decode("utf-8", "surrogatepass") for piece in unframe(answer)]
        here = share(paths, part, parts)
        made = dict(zip(here, texts[len(here) :], strict=True)) if rows else {}
        project.adopt(made, dict(zip(here, texts[: len(here)], strict=True)))


def _encoded(project: Project, paths: list[str], rows: bool) -> bytes:
    """Of each path the call sites of its functions, then of each path their rows."""
    sites, made = [], []
    for path in paths:
        sites.append(encode_sites(project.sites_of(path)).encode("utf-8", "surrogatepass"))
        if rows:
            of_file = project.rows_of(path)
            made.append(encode_rows(of_file[id_] for id_ in project.ids[path]).encode("utf-8", "surrogatepass"))
        project.let_go(path)
    return frame([*sites, *made])


class Sources:
    """Bytes of a file when a chart asks for them; the last ones are kept. A question goes through the files several times."""

    def __init__(self, snapshot: Snapshot, entries: Mapping[str, Entry]) -> None:
        self._snapshot, self._entries = snapshot, entries
        self._kept: dict[str, bytes] = {}
        self._size = 0

    def __call__(self, path: str) -> bytes:
        found = self._kept.get(path)
        if found is None:
            found = self._kept[path] = self._snapshot.read([self._entries[path]]).get(path, b"")
            self._size += len(found)
            while self._size > KEPT and len(self._kept) > 1:
                self._size -= len(self._kept.pop(next(iter(self._kept))))
        return found


KEPT = 48 << 20  # bytes of sources
