"""Snapshots of a repository: its index, one commit, or its work tree.

Each is a list of (path, blob id) from one git command, read with `-z`: paths are bytes to git, text to us, with
undecodable bytes as surrogates. Only regular files count; a symlink or a submodule is skipped and said.

    index      ls-files -s -t   an unmerged path stands with our side (stage 2), else theirs (3); intent-to-add is not content
    commit     ls-tree -r       of a revision that git itself has verified
    worktree   the index, with what differs on disk in its place, and untracked files that are not ignored
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from ..errors import UserError
from ..model.record import NamedTuple
from ..ports import Entry
from .blobs import Blobs
from .disk import read_as, taken
from .plumbing import GitFailed, Repository

HELD = 32_000_000  # bytes of files that differ from the index; what is beyond is read again
REGULAR = frozenset(("100644", "100755", "100664"))
LISTING = ("ls-files", "-s", "-t", "-z")  # `unchanged` asks the same
EMPTY = frozenset((  # what git calls no bytes at all, by SHA-1 and by SHA-256
    "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391", "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813",
))  # fmt: skip
FEW = 50  # paths that git finds sooner one by one than by looking at all
KINDS = {"120000": "a symlink", "160000": "a submodule", "040000": "a folder of a sparse index"}


class Row(NamedTuple):
    """One line of the index or of a tree. tag: `H` cached, `S` left out by a sparse checkout, `M` unmerged."""

    path: str
    blob: str
    mode: str
    tag: str = "H"
    stage: str = "0"


class GitSnapshot:
    """Satisfies ports.Snapshot. `on_disk`: paths whose content is the file on disk, not the blob, with their bytes if they are
    held: a person may go on typing."""

    def __init__(
        self, repository: Repository, label: str, rows: Iterable[Row], on_disk: Mapping[str, bytes | None] = MappingProxyType({})
    ) -> None:
        self.repository = repository
        self.label = label
        self._on_disk = on_disk
        self._blobs = Blobs(repository)
        cut, regular = len(repository.prefix), []
        self._skipped = []
        for path, blob, mode, *_ in rows:
            if mode not in REGULAR:
                self._skipped.append((path[cut:], KINDS.get(mode, f"mode {mode}")))
            else:
                regular.append((path[cut:], blob, mode))
        self._skipped.sort()
        regular.sort()
        self._entries = tuple(map(Entry._make, regular))

    def entries(self) -> tuple[Entry, ...]:
        return self._entries

    def skipped(self) -> tuple[tuple[str, str], ...]:
        return tuple(self._skipped)

    def read(self, entries: Iterable[Entry]) -> Mapping[str, bytes]:
        asked = list(entries)
        prefix = self.repository.prefix
        disk = {
            e.path: self._on_disk[e.path] or read_as(self.repository.top, prefix + e.path, e.blob) for e in asked if e.path in self._on_disk
        }
        found = {path: data for path, data in disk.items() if data is not None}
        stored = [e for e in asked if e.path not in self._on_disk]
        content = dict(self._blobs.read(e.blob for e in stored)) if stored else {}
        return found | {e.path: content[e.blob] for e in stored if e.blob in content}

    def close(self) -> None:
        self._blobs.close()


def index(repository: Repository, listing: bytes | None = None) -> GitSnapshot:
    """listing: what git answers to LISTING at the top of the work tree, where that is known."""
    return GitSnapshot(repository, "index", _index_rows(repository, listing))


def commit(repository: Repository, revision: str) -> GitSnapshot:
    name = verified(repository, revision)
    scope = ["--", repository.prefix] if repository.prefix else []
    records = repository.lines("ls-tree", "-r", "-z", "--full-tree", name, *scope)
    rows = []
    for record in records:
        about, path = record.split(b"\t", 1)
        mode, _, blob = about.split(b" ")
        rows.append(Row(path.decode("utf-8", "surrogateescape"), blob.decode(), mode.decode()))
    return GitSnapshot(repository, name, rows)


def verified(repository: Repository, revision: str) -> str:
    """The commit's full id. An option or a stray path cannot pass for a revision."""
    try:
        answer = repository.git("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    except GitFailed:
        hint = "`git log --oneline` lists commits; a shallow clone may need `git fetch --unshallow`"
        raise UserError(f"no commit {revision!r} here", hint) from None
    return answer.decode().strip()


def worktree(repository: Repository) -> GitSnapshot:
    if repository.bare:
        raise UserError("a bare repository has no work tree", "name a commit: --rev HEAD")
    tracked = _index_rows(repository)
    scope = ["--", repository.prefix] if repository.prefix else []
    raw = repository.lines("diff-files", "--raw", "-z", "--no-ext-diff", "--no-textconv", "--ignore-submodules", *scope)
    differing = {raw[i + 1].decode("utf-8", "surrogateescape") for i in range(0, len(raw) - 1, 2)}
    differing |= {row.path for row in tracked if row.tag == "M"}
    others = repository.lines("ls-files", "-z", "--others", "--exclude-standard", *scope)
    untracked = [path.decode("utf-8", "surrogateescape") for path in others]
    length = len(tracked[0].blob) if tracked else 40
    rows = [row for row in tracked if row.path not in differing]
    modified = {row.path for row in tracked if row.path in differing and row.tag != "S"} | _intended(repository, scope)
    on_disk: dict[str, bytes | None] = {}
    room = HELD
    for path in sorted({*modified, *untracked}):
        blob, mode, data = taken(repository.top, path, length)
        if mode:
            rows.append(Row(path, blob, mode.decode()))
            room -= len(data or b"")
            on_disk[path] = data if room >= 0 else None
    rows += [row for row in tracked if row.path in differing and row.tag == "S"]
    cut = len(repository.prefix)
    return GitSnapshot(repository, "worktree", rows, {path[cut:]: data for path, data in on_disk.items()})


def _index_rows(repository: Repository, listing: bytes | None = None) -> list[Row]:
    scope = ["--", repository.prefix] if repository.prefix else []
    raw = repository.git(*LISTING, *scope) if listing is None else listing
    rows: dict[str, Row] = {}
    prefix, empty = repository.prefix, []
    for record in raw.decode("utf-8", "surrogateescape").split("\0")[:-1]:
        about, path = record.split("\t", 1)
        if not path.startswith(prefix):
            continue
        tag, mode, blob, stage = about.split(" ")
        if stage != "0":
            before = rows.get(path)
            if stage == "1" or (before and before.stage == "2"):
                continue  # the common ancestor never stands; ours stands before theirs
        if blob in EMPTY:
            empty.append(path)
        rows[path] = Row(path, blob, mode, tag, stage)
    if not empty:
        return list(rows.values())
    intended = _intended(repository, ["--", *empty] if len(empty) < FEW else scope)
    return [row for row in rows.values() if row.path not in intended]


def _intended(repository: Repository, scope: list[str]) -> set[str]:
    """Paths of `git add --intent-to-add`: in the index by name only."""
    if repository.bare:
        return set()
    raw = repository.lines("diff-files", "--raw", "-z", "--no-ext-diff", "--diff-filter=A", "--ignore-submodules", *scope)
    return {raw[i + 1].decode("utf-8", "surrogateescape") for i in range(0, len(raw) - 1, 2)}
