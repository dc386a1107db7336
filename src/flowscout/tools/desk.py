"""What lies on the desk of a tool: the project, the files of its snapshot, and what the door hands in of the outside."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Final, NamedTuple

from ..model.finding import RootCause
from ..model.review import Review
from ..pipeline import Project
from ..ports import Snapshot
from ..rca.source import Open

if TYPE_CHECKING:  # whoever asks about functions reads no log
    from ..rca.extract import Extractor
    from ..rca.memory import Memory

LARGEST: Final = 10_000_000  # bytes of a file that is read


class StateStamp(NamedTuple):
    """Which state an answer is about. label: `worktree`, `index`, `folder` or a commit. commit: what it stands on, "" outside git.
    differs: files that are not as in that commit, sorted."""

    label: str
    commit: str = ""
    differs: tuple[str, ...] = ()


class Desk(NamedTuple):
    """clean: a text without secrets. memory: opens what is remembered of earlier failures; None where nothing is.
    log: opens a log file of the root by its path; None where there is none. diagnose: a log to its root cause.
    changes: the review of a range, of `uncommitted` or of `staged` work, which raises UserError where there is none; None outside git.
    editor: what an editor wrote of what it shows; None where no editor does. repository: the project whose failures are remembered; None for any."""

    project: Project
    snapshot: Snapshot
    stamp: StateStamp
    clean: Callable[[str], str]
    memory: Callable[[], AbstractContextManager[Memory]] | None
    log: Callable[[str], Open | None]
    diagnose: Callable[[Open], RootCause]
    changes: Callable[[str], Review] | None = None
    editor: Callable[[], bytes | None] = lambda: None
    repository: str | None = None


def diagnosed_by(
    clean: Callable[[str], str], formats: Callable[[], Extractor] | None = None
) -> Callable[[Open], RootCause]:
    """formats: the shelf with a repository's own, asked for when a log is read; else the shelf alone."""

    def diagnose(log: Open) -> RootCause:
        from ..rca.diagnosis import diagnosed
        from ..rca.formats import extractor

        return diagnosed(log, (formats or extractor)(), clean)

    return diagnose
