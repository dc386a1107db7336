"""Which two commits a review is of."""

from __future__ import annotations

import re

from ...errors import UserError
from .plumbing import GitFailed, Repository
from .snapshots import empty_tree, verified

_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
MAIN = ("origin/HEAD", "origin/main", "origin/master", "main", "master")


def ends(repository: Repository, asked: str) -> tuple[str, str]:
    """Full ids of (before, after). `A..B` as written, `A...B` from the merge base, `A` alone from there to HEAD;
    nothing: from the merge base of the upstream or main branch to HEAD. Raises UserError when there is none."""
    if "..." in asked:
        one, other = asked.split("...", 1)
        return merge_base(repository, verified(repository, one or "HEAD"), verified(repository, other or "HEAD"))
    if ".." in asked:
        one, other = asked.split("..", 1)
        return _before(repository, one or "HEAD"), verified(repository, other or "HEAD")
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
    raise UserError(
        "nothing to review: HEAD is part of its upstream and of the main branch",
        "name a range: flowscout review HEAD~1..HEAD",
    )


def _before(repository: Repository, asked: str) -> str:
    """Before a first commit there is the empty tree; `2026-01-31` is the last commit before that day."""
    if _DAY.fullmatch(asked):
        found = repository.git("rev-list", "--max-count=1", f"--before={asked}T00:00:00", "HEAD").decode().strip()
        return found or empty_tree(repository)
    try:
        return verified(repository, asked)
    except UserError:
        if _is_first(repository, asked):
            return empty_tree(repository)
        raise


def _is_first(repository: Repository, asked: str) -> bool:
    """Of `A^`: whether A has no parent, and is no end of a shallow clone."""
    name = asked.removesuffix("~1").removesuffix("^")
    if name == asked or repository.git("rev-parse", "--is-shallow-repository").strip() == b"true":
        return False
    return (
        repository.git("rev-list", "--parents", "--max-count=1", verified(repository, name)).decode().split()[1:] == []
    )


def head(repository: Repository) -> str:
    """The last commit; the empty tree where there is none yet."""
    try:
        return verified(repository, "HEAD")
    except UserError:
        return empty_tree(repository)


def merge_base(repository: Repository, one: str, other: str) -> tuple[str, str]:
    """(merge base, other). In a shallow clone without one, the first commit itself."""
    try:
        return repository.git("merge-base", one, other).decode().split()[0], other
    except GitFailed:
        return one, other


def messages(repository: Repository, before: str, after: str, most: int) -> list[tuple[str, str]]:
    """(title, body) of the commits between two, the latest first; merges say nothing of their own."""
    between = after if before == empty_tree(repository) else f"{before}..{after}"
    told = repository.git("log", "--no-merges", f"--max-count={most}", "--format=%s%x00%b%x00%x00", between).decode(
        "utf-8", "replace"
    )
    rows = [each.strip("\n").partition("\0") for each in told.split("\0\0")]
    return [(title.strip(), body.strip()) for title, _, body in rows if title.strip()]


def short(repository: Repository, commit: str) -> str:
    return repository.git("rev-parse", "--short", commit).decode().strip()


def changed(repository: Repository, before: str, after: str) -> list[str]:
    """Paths under the root that differ between two commits, sorted."""
    told = repository.git("diff-tree", "-r", "-z", "--name-only", before, after).decode("utf-8", "surrogateescape")
    cut = len(repository.prefix)
    return sorted(path[cut:] for path in told.split("\0") if path and path.startswith(repository.prefix))


def renames(repository: Repository, before: str, after: str) -> dict[str, str]:
    """Old path -> new path between two commits, as git's similarity sees them. A name may hold any byte but NUL, also what ends a line."""
    try:
        told = repository.git("diff-tree", "-r", "-M", "-z", "--name-status", "--diff-filter=R", before, after)
    except GitFailed:
        return {}
    fields = told.decode("utf-8", "surrogateescape").split("\0")
    cut = len(repository.prefix)
    return {
        old[cut:]: new[cut:]
        for old, new in zip(fields[1::3], fields[2::3], strict=False)
        if old.startswith(repository.prefix) and new.startswith(repository.prefix)
    }
