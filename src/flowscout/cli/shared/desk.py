"""The desk of the tools: the root we stand in as it is now, with what they may see of the outside."""

from __future__ import annotations

import os
import sqlite3
import stat
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import cache, partial
from typing import TYPE_CHECKING, Final

from ...adapters.git.plumbing import GitFailed
from ...adapters.git.snapshots import verified
from ...adapters.memory.remembering import remembers
from ...entrypoints.kept import asked, is_kept
from ...errors import FlowscoutError, UserError
from ...model.review import Review
from ...pipeline import Project
from ...ports import Entry, Progress
from ...rca.source import Open, of_file
from ...redact import redact, secrets_of
from ...tools.desk import LARGEST, Desk, StateStamp, diagnosed_by
from ...wiring import Root, Workspace, project

if TYPE_CHECKING:
    from ...adapters.memory.remembering import OpenMemory
    from ...rca.extract import Extractor
    from ...tools.answering import Answer
    from ...tools.contract import Tool

OUTSIDE: Final = (FlowscoutError, OSError, sqlite3.Error)


class ToolDesk:
    """Answers whoever goes on asking: from the rows that are kept; of what is not kept, where a tool looks at every function,
    from a project in memory, which is not put together again as long as no file differs."""

    def __init__(self, look: Callable[[], Workspace], progress: Progress) -> None:
        self._look, self._progress = look, progress
        self._last: tuple[tuple[Entry, ...], Workspace, Desk] | None = None

    def __call__(self, tool: Tool, raw: object) -> Answer:
        from ...tools.answering import answer

        seen = self._look()
        if tool.whole and not is_kept(seen):
            return answer(tool, raw, self._desk(seen))
        try:
            return asked(seen, lambda made: answer(tool, raw, laid(seen, made)), self._progress)[0]
        finally:
            seen.snapshot.close()

    def _desk(self, seen: Workspace) -> Desk:
        now = seen.snapshot.entries()
        if self._last is not None and self._last[0] == now:
            desk = self._last[2]._replace(stamp=stamp(seen))
            seen.snapshot.close()
            return desk
        if self._last is not None:
            self._last[1].snapshot.close()
        made = laid(seen, project(seen, self._progress, whole=True))
        self._last = (now, seen, made)
        return made


def laid(seen: Workspace, made: Project) -> Desk:
    clean = partial(redact, secrets=secrets_of(os.environ))
    memory = _memory if remembers(os.environ) else None
    changes = cache(partial(_changes, seen.place)) if seen.place.repository else None
    return Desk(
        made,
        seen.snapshot,
        stamp(seen),
        clean,
        memory,
        partial(_log, seen.place.root),
        diagnosed_by(clean, partial(_formats, seen.place.root)),
        changes,
        _editor,
        seen.place.project,
    )


def _memory() -> AbstractContextManager[OpenMemory]:
    from ..rca import memory_verbs

    return memory_verbs.opened()


def _changes(where: Root, asked: str) -> Review:
    from ...adapters.git import ranges
    from ...entrypoints.reviewing import UNCOMMITTED, reviewed

    repository = where.git("what_changed")
    state = next((state for state, word in UNCOMMITTED.items() if word == asked), "")
    before, after = (ranges.head(repository), state) if state else ranges.ends(repository, asked)
    return reviewed(where, before, after)[0]


def stamp(seen: Workspace) -> StateStamp:
    """What differs is told by content: a file that was only touched does not."""
    label, repository = seen.snapshot.label, seen.place.repository
    if repository is None:
        return StateStamp(label)
    try:
        head = verified(repository, "HEAD")
    except (UserError, GitFailed):
        return StateStamp(label)
    if label not in ("worktree", "index"):
        return StateStamp(label, label)
    from ...adapters.git.snapshots import commit

    before = {entry.path: entry.blob for entry in commit(repository, head).entries()}
    now = {entry.path: entry.blob for entry in seen.snapshot.entries()}
    return StateStamp(
        label, head, tuple(sorted(path for path in before.keys() | now.keys() if before.get(path) != now.get(path)))
    )


def _formats(root: str) -> Extractor:
    """Those of the work tree: who asks here chose it by hand, as for `flowscout rca`."""
    from ...entrypoints.own_formats import own_formats

    return own_formats(root)


def _editor() -> bytes | None:
    """The file is the user's own choice, and may stand anywhere."""
    path = os.environ.get("FLOWSCOUT_EDITOR", "")
    try:
        if not path or not stat.S_ISREG(os.stat(path).st_mode):
            return None
        with open(path, "rb") as stream:
            return stream.read(LARGEST)
    except OSError:
        return None


def _log(root: str, path: str) -> Open | None:
    """A log is often a file that git ignores, so it is looked for on the disk; only a regular file inside the root is opened."""
    full = os.path.realpath(os.path.join(root, path))
    inside = os.path.commonpath([root, full]) == root and ".git" not in os.path.relpath(full, root).split(os.sep)
    try:
        return of_file(full) if inside and "\0" not in path and stat.S_ISREG(os.lstat(full).st_mode) else None
    except OSError:
        return None
