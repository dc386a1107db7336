"""What turned a job green again: the files that a later commit changed on the way from the failing place to its suspects."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from . import Memory
from .document import CauseDocument

LOOKED_AT: Final = 200  # newest cases in which the job's last failure is sought


def fixed(
    memory: Memory, repository: str, job: str, changed: Callable[[str], Sequence[str] | None], now: int
) -> tuple[str, ...]:
    """Ids of the cases that a green run of a job closes. changed: the files that differ since a commit, None where that
    commit is no ancestor of this one."""
    closed = []
    for one in memory.history(LOOKED_AT):
        if (one.repository, one.job) != (repository, job) or one.fixed_in or not one.head_sha:
            continue
        if close(memory, one, changed(one.head_sha) or (), now):
            closed.append(one.id)
    return tuple(closed)


def close(memory: Memory, one: CauseDocument, files: Sequence[str], now: int) -> bool:
    """Keeps what mended a case; False where none of the files has to do with it."""
    mended = _on_the_way(one, files)
    if mended:
        memory.add(one._replace(fixed_in=mended, updated_at=now))
    return bool(mended)


def _on_the_way(one: CauseDocument, files: Sequence[str]) -> tuple[str, ...]:
    """Of the changed files those on the suspects' path, or at the failing place."""
    way = {*one.path_files, one.file_path} - {""}
    return tuple(sorted(path for path in files if path in way))
