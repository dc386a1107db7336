"""Where a repository is published, and what was merged into it last, as its clone tells."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from ...model.record import NamedTuple
from .plumbing import GitFailed, Repository

_REMOTE: Final = re.compile(
    r"(?:https?://(?:[^@/\s]{0,200}@)?|ssh://(?:[^@/\s]{0,200}@)?|[^@/\s:]{1,200}@)([\w.-]{1,200})(?::\d{1,5}/|[:/])([\w.-]{1,100}/[\w.-]{1,100}?)(?:\.git)?/?",
    re.ASCII,
)


class Upstream(NamedTuple):
    """name: OWNER/REPOSITORY. Both are "" where no remote says so."""

    host: str
    name: str


def origin(repository: Repository) -> Upstream:
    said = repository.git("config", "--get", "remote.origin.url", codes=(0, 1)).decode("utf-8", "replace").strip()
    found = _REMOTE.fullmatch(said)
    return Upstream(found[1].lower(), found[2]) if found else Upstream("", "")


def default_branch(repository: Repository) -> str:
    """What the remote calls its own; else main or master, if there is one; else where we are."""
    if said := _asked(repository, "symbolic-ref", "--quiet", "--short", "refs/remotes/origin/HEAD"):
        return said.partition("/")[2]
    here = _asked(repository, "symbolic-ref", "--quiet", "--short", "HEAD")
    branches = _asked(
        repository, "for-each-ref", "--format=%(refname:short)", "refs/heads/main", "refs/heads/master"
    ).split()
    return branches[0] if branches else here or "main"


def merged(repository: Repository, most: int) -> Iterator[tuple[str, str, str]]:
    """(before, after, title) of what came to this branch, the newest first: a merged pull request is one, squashed or
    not."""
    rows = _asked(repository, "log", "--first-parent", f"--max-count={most}", "--format=%H %P%x00%s").splitlines()
    for row in rows:
        commits, _, title = row.partition("\0")
        after, *parents = commits.split()
        if parents and _asked(repository, "cat-file", "-t", parents[0]) == "commit":
            yield parents[0], after, title


def touched(repository: Repository, before: str, after: str) -> list[str]:
    """Paths below the root that differ."""
    rows = repository.lines("diff-tree", "-r", "-z", "--name-only", "--no-renames", before, after)
    paths = [row.decode("utf-8", "surrogateescape") for row in rows]
    return [path.removeprefix(repository.prefix) for path in paths if path.startswith(repository.prefix)]


def _asked(repository: Repository, *arguments: str) -> str:
    try:
        return repository.git(*arguments).decode("utf-8", "replace").strip()
    except GitFailed:
        return ""
