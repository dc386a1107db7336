"""Earlier states of one file, for a marker whose function is gone: from the last commit, and from before the last
change."""

from __future__ import annotations

from collections.abc import Iterator

from ...model.record import NamedTuple
from . import gitpython, ranges
from .blobs import Blobs
from .plumbing import GitFailed, Repository


class Version(NamedTuple):
    """data: the file's bytes then. moved_to: where git's similarity finds it now, "" nowhere."""

    data: bytes
    moved_to: str


def versions(repository: Repository, label: str, path: str) -> Iterator[Version]:
    """label: the snapshot that is judged (`index`, `worktree` or a commit)."""
    start = "HEAD" if label in ("index", "worktree") else label
    data = _blob(repository, start, path)
    if data is not None:
        yield Version(data, _staged_renames(repository).get(path, "") if label == "index" else "")
    before, commit = gitpython.last_change(repository, start, path)
    data = _blob(repository, before, path) if before else None
    if data is not None:
        yield Version(data, ranges.renames(repository, before, commit).get(path, ""))


def _blob(repository: Repository, commit: str, path: str) -> bytes | None:
    try:
        rows = repository.lines("ls-tree", "-z", "--full-tree", commit, "--", repository.prefix + path)
    except GitFailed:
        return None  # no commit yet
    fields = rows[0].split(b"\t", 1)[0].split(b" ") if rows else []
    if len(fields) != 3 or fields[0] not in (b"100644", b"100755"):
        return None
    blobs = Blobs(repository)
    found = dict(blobs.read([fields[2].decode()]))
    blobs.close()
    return next(iter(found.values()), None)


def _staged_renames(repository: Repository) -> dict[str, str]:
    raw = repository.lines(
        "diff-index", "--cached", "--raw", "-z", "-M", "--no-ext-diff", "--no-textconv", "HEAD", "--"
    )
    found: dict[str, str] = {}
    at, cut = 0, len(repository.prefix)
    while at < len(raw):
        kind = raw[at].rsplit(b" ", 1)[-1][:1]
        wide = kind in (b"R", b"C")
        if kind == b"R":
            old, new = (raw[at + n].decode("utf-8", "surrogateescape") for n in (1, 2))
            if old.startswith(repository.prefix) and new.startswith(repository.prefix):
                found[old[cut:]] = new[cut:]
        at += 3 if wide else 2
    return found
