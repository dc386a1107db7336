"""What we ask of the place where code is reviewed, on one page. GitHub is its one adapter.

Every method may raise ForgeError, which says what failed in words a person can act on and whether it is a lack of
rights, something that is not there, a limit, or a fault of theirs. Nothing here is retried by callers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, Protocol

from .errors import FlowscoutError
from .model.event import FileChange, Job, Pull, Push
from .model.publication import Annotation, Posted

DENIED: Final = "denied"  # 401, 403: no right, or a token that cannot
MISSING: Final = "missing"  # 404, 410
REFUSED: Final = "refused"  # 422: what was sent is not accepted
LIMITED: Final = "limited"  # 429 and secondary limits, after waiting as long as we may
BROKEN: Final = "broken"  # 5xx, timeouts, dropped connections


class ForgeError(FlowscoutError):
    """kind: one of the words above."""

    exit_code = 4

    def __init__(self, kind: str, message: str, hint: str = "") -> None:
        super().__init__(message, hint)
        self.kind = kind

    @property
    def told(self) -> str:
        """With what to do about it."""
        return f"{self}. {self.hint}".strip(" .")


class Forge(Protocol):
    """One repository."""

    def logins(self) -> frozenset[str]:
        """Who we are: the names our comments carry."""
        ...

    def pull(self, number: int, /) -> Pull: ...

    def pushes(self, repository: str, branch: str, /) -> list[Push]:
        """The latest moves of a branch of any repository that can be read, latest first; a hundred at most."""
        ...

    def pulls_of(self, head_sha: str, head_repository: str, branch: str, /) -> tuple[int, ...]:
        """Open pull requests whose head is that commit of that repository and branch."""
        ...

    def comments(self, number: int, /, kind: str = "issue") -> list[Posted]:
        """All pages, oldest first. kind: issue for the conversation, review for comments on lines."""
        ...

    def comments_since(self, since: str, /, kind: str = "issue") -> list[Posted]:
        """Of all threads, made or edited since then."""
        ...

    def create_comment(self, number: int, body: str, /, marker: str = "") -> Posted:
        """Never twice: after a fault the thread is read again, and a comment of ours that begins with `marker` is the
        one."""
        ...

    def edit_comment(self, id_: int, body: str, /) -> Posted: ...
    def delete_comment(self, id_: int, /) -> None: ...
    def hide_comment(self, id_: int, /) -> None: ...
    def react(self, kind: str, id_: int, content: str, /) -> None:
        """kind: issue | review, as of the comment. content: eyes, rocket, confused…"""
        ...

    def reply(self, kind: str, number: int, id_: int, body: str, /, marker: str = "") -> Posted:
        """In the thread of a review comment; below it for a comment of the conversation."""
        ...

    def reactions(self, id_: int, /) -> list[tuple[str, str]]:
        """(login, content) of the reactions to a comment of the conversation."""
        ...

    def permission(self, login: str, /) -> str:
        """none | read | triage | write | maintain | admin."""
        ...

    def check(
        self, name: str, head_sha: str, conclusion: str, title: str, summary: str, annotations: Sequence[Annotation], /
    ) -> tuple[int, str]:
        """(id, address) of a completed check run; annotations go in batches."""
        ...

    def merge_base(self, base: str, head: str, /) -> str: ...

    def changed_since(self, base: str, head: str, /) -> tuple[str, ...]:
        """Paths that the commits between change; () where base is no ancestor of head. GitHub names 300 at most."""
        ...

    def files(self, number: int, /) -> tuple[tuple[FileChange, ...], bool]:
        """(what a pull request changes, whether the list is whole)."""
        ...

    def failed_runs(self, head_sha: str, /) -> list[tuple[int, int]]:
        """(run, attempt) of the failed runs of a commit, latest first."""
        ...

    def jobs(self, run: int, attempt: int, /) -> list[Job]:
        """attempt 0: the latest."""
        ...

    def job_log(self, job: int, into: Path, /, most: int) -> bool:
        """Writes a job's log; False when it was longer than `most` bytes and the middle is missing."""
        ...

    def run_log(self, run: int, attempt: int, into: Path, /, most: int) -> bool:
        """Writes the archive of a run's logs; False when it is longer than `most` bytes, and then nothing is written."""
        ...

    def last_success(self, run: int, job: str, /) -> int:
        """The job of that name in the last successful run of the same workflow on the default branch; 0 for none."""
        ...

    def last_failure(self, run: int, job: str, /) -> tuple[int, str]:
        """The job of that name in the latest completed run of the same workflow on the default branch, and the run's
        commit; (0, "") where that did not fail, or is the run itself."""
        ...

    def artifact(self, run: int, name: str, into: Path, /, most: int) -> bool:
        """Writes the archive of an artifact of a run; False when there is none, or it is larger than `most` bytes."""
        ...

    def annotations(self, check: int, /) -> Iterator[Annotation]: ...
