"""Which two commits a review is of."""

from __future__ import annotations

from ..errors import UserError
from .gitsnapshot import verified
from .plumbing import GitFailed, Repository

MAIN = ("origin/HEAD", "origin/main", "origin/master", "main", "master")


def ends(repository: Repository, asked: str) -> tuple[str, str]:
    """Full ids of (before, after). `A..B` as written, `A...B` from the merge base, `A` alone from there to HEAD; nothing: from
    the merge base of the upstream or main branch to HEAD. Raises UserError when there is none."""
    if "..." in asked:
        one, other = asked.split("...", 1)
        return merge_base(repository, verified(repository, one or "HEAD"), verified(repository, other or "HEAD"))
    if ".." in asked:
        one, other = asked.split("..", 1)
        return verified(repository, one or "HEAD"), verified(repository, other or "HEAD")
    head = verified(repository, "HEAD")
    if asked:
        return verified(repository, asked), head
    for name in ("@{upstream}", *MAIN):
        try:
            base, head = merge_base(repository, verified(repository, name), head)
        except UserError:
            continue
        if base != head:
            return base, head
    raise UserError("nothing to review: HEAD is part of its upstream and of the main branch", "name a range: flowscout review HEAD~1..HEAD")


def merge_base(repository: Repository, one: str, other: str) -> tuple[str, str]:
    """(merge base, other). In a shallow clone without one, the first commit itself."""
    try:
        return repository.git("merge-base", one, other).decode().split()[0], other
    except GitFailed:
        return one, other


def short(repository: Repository, commit: str) -> str:
    return repository.git("rev-parse", "--short", commit).decode().strip()


def changed(repository: Repository, before: str, after: str) -> list[str]:
    """Paths under the root that differ between two commits, sorted."""
    told = repository.git("diff-tree", "-r", "-z", "--name-only", before, after).decode("utf-8", "surrogateescape")
    cut = len(repository.prefix)
    return sorted(path[cut:] for path in told.split("\0") if path and path.startswith(repository.prefix))
