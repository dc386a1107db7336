"""Snapshots of a repository: its index, one commit, or its work tree.

Each is a list of (path, blob id) from one git command, read with `-z`: paths are bytes to git, text to us, with
undecodable bytes as surrogates. Only regular files count; a symlink or a submodule is skipped and said.

    index      ls-files -s -t   an unmerged path stands with our side (stage 2), else theirs (3); intent-to-add is not content
    commit     ls-tree -r       of a revision that git itself has verified
    worktree   the index, with what differs on disk in its place, and untracked files that are not ignored
"""

from __future__ import annotations

import os
import struct
from collections.abc import Collection, Iterable, Mapping
from types import MappingProxyType

from ...errors import UserError
from ...model.record import NamedTuple
from ...ports import Entry
from ..files.disk import read_as, taken
from .blobs import Blobs
from .plumbing import GitFailed, Repository

HELD = 32_000_000  # bytes of files that differ from the index; what is beyond is read again
REGULAR = frozenset(("100644", "100755", "100664"))
LISTING = ("ls-files", "-s", "-t", "-z")  # `unchanged` asks the same
PLAIN = "H 100"  # begins the line of a regular file that is neither unmerged nor left out by a sparse checkout
ADDED = b" A"  # ends what git says of a file that is in the index by name only
EMPTY = frozenset((  # what git calls no bytes at all, by SHA-1 and by SHA-256
    "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391", "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813",
))  # fmt: skip
FEW = 50  # paths that git finds sooner one by one than by looking at all
KINDS = {"120000": "a symlink", "160000": "a submodule", "040000": "a folder of a sparse index"}


class GitEntry(NamedTuple):
    """One line of the index or of a tree. tag: `H` cached, `S` left out by a sparse checkout, `M` unmerged."""

    path: str
    blob: str
    mode: str
    tag: str = "H"
    stage: str = "0"


class GitSnapshot:
    """Satisfies ports.Snapshot. `plain`: path -> `H <mode> <blob> …` of regular files of which no more is to be said.
    `on_disk`: paths whose content is the file on disk, not the blob, with their bytes if they are held: a person may go
    on typing."""

    def __init__(
        self, repository: Repository, label: str, rows: Iterable[GitEntry], on_disk: Mapping[str, bytes | None] = MappingProxyType({}),
        plain: Mapping[str, str] = MappingProxyType({}),
    ) -> None:  # fmt: skip
        self.repository = repository
        self.label = label
        self._on_disk = on_disk
        # a file that is still what was staged is read sooner than its blob
        self._checked_out = label in ("index", "worktree") and not repository.bare
        self._blobs = Blobs(repository)
        cut, others = len(repository.prefix), list(rows)
        self._skipped = sorted(
            (row.path[cut:], KINDS.get(row.mode, f"mode {row.mode}")) for row in others if row.mode not in REGULAR
        )
        files = {path[cut:]: said for path, said in plain.items()} if cut else plain
        special = {row.path[cut:]: f"H {row.mode} {row.blob}" for row in others if row.mode in REGULAR}
        if special or sorted(files) != list(files):
            files = dict(sorted({**files, **special}.items()))
        self._files = files  # a large repository has ten thousand, and few are asked for

    def paths(self) -> Collection[str]:
        return self._files.keys()

    def entries(self, paths: Iterable[str] | None = None) -> tuple[Entry, ...]:
        wanted = self._files if paths is None else sorted(self._files.keys() & paths)
        return tuple([_entry(path, self._files[path]) for path in wanted])

    def skipped(self) -> tuple[tuple[str, str], ...]:
        return tuple(self._skipped)

    def read(self, entries: Iterable[Entry]) -> Mapping[str, bytes]:
        asked = list(entries)
        found = {e.path: data for e in asked if (data := self._on_disk.get(e.path)) is not None}
        beside = [e for e in asked if e.path not in found and (self._checked_out or e.path in self._on_disk)]
        if beside:
            prefix = self.repository.prefix
            as_they_were = read_as(self.repository.top, {prefix + e.path: e.blob for e in beside})
            found |= {e.path: as_they_were[prefix + e.path] for e in beside if prefix + e.path in as_they_were}
        stored = [e for e in asked if e.path not in found and e.path not in self._on_disk]
        content = dict(self._blobs.read(e.blob for e in stored)) if stored else {}
        return found | {e.path: content[e.blob] for e in stored if e.blob in content}

    def close(self) -> None:
        self._blobs.close()


def _entry(path: str, said: str) -> Entry:
    _, mode, blob, *_ = said.split(" ", 3)
    return Entry(path, blob, mode)


def index(repository: Repository, listing: bytes | None = None) -> GitSnapshot:
    """listing: what git answers to LISTING at the top of the work tree, where that is known."""
    plain, others = _index_rows(repository, listing)
    return GitSnapshot(repository, "index", others, plain=plain)


def commit(repository: Repository, revision: str) -> GitSnapshot:
    name = verified(repository, revision)
    scope = ["--", repository.prefix] if repository.prefix else []
    records = repository.lines("ls-tree", "-r", "-z", "--full-tree", name, *scope)
    rows = []
    for record in records:
        about, path = record.split(b"\t", 1)
        mode, _, blob = about.split(b" ")
        rows.append(GitEntry(path.decode("utf-8", "surrogateescape"), blob.decode(), mode.decode()))
    return GitSnapshot(repository, name, rows)


def empty_tree(repository: Repository) -> str:
    """What stands before a first commit, in the hashes of this repository."""
    return repository.git("hash-object", "-t", "tree", "--stdin", stdin=b"").decode().strip()


def verified(repository: Repository, revision: str) -> str:
    """The commit's full id. An option or a stray path cannot pass for a revision."""
    try:
        answer = repository.git("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    except GitFailed:
        if revision == empty_tree(repository):
            return revision
        hint = "`git log --oneline` lists commits; a shallow clone may need `git fetch --unshallow`"
        raise UserError(f"no commit {revision!r} here", hint) from None
    return answer.decode().strip()


def worktree(repository: Repository) -> GitSnapshot:
    if repository.bare:
        raise UserError("a bare repository has no work tree", "name a commit: --rev HEAD")
    plain, special = _index_rows(repository)
    tracked = [*special, *(GitEntry(*_entry(path, said)) for path, said in plain.items())]
    scope = ["--", repository.prefix] if repository.prefix else []
    raw = repository.differing(*scope)
    found = [(how, path.decode("utf-8", "surrogateescape")) for how, path in zip(raw[::2], raw[1::2], strict=False)]
    differing, intended = {path for _, path in found}, {path for how, path in found if how.endswith(ADDED)}
    differing |= {row.path for row in tracked if row.tag == "M"}
    others = repository.lines("ls-files", "-z", "--others", "--exclude-standard", *scope)
    untracked = [path.decode("utf-8", "surrogateescape") for path in others]
    length = len(tracked[0].blob) if tracked else 40
    rows = [row for row in tracked if row.path not in differing]
    modified = {row.path for row in tracked if row.path in differing and row.tag != "S"} | intended
    on_disk: dict[str, bytes | None] = {}
    room = HELD
    for path in sorted({*modified, *untracked}):
        blob, mode, data = taken(repository.top, path, length)
        if mode:
            rows.append(GitEntry(path, blob, mode.decode()))
            room -= len(data or b"")
            on_disk[path] = data if room >= 0 else None
    rows += [row for row in tracked if row.path in differing and row.tag == "S"]
    cut = len(repository.prefix)
    return GitSnapshot(repository, "worktree", rows, {path[cut:]: data for path, data in on_disk.items()})


def _index_rows(repository: Repository, listing: bytes | None = None) -> tuple[dict[str, str], list[GitEntry]]:
    scope = ["--", repository.prefix] if repository.prefix else []
    raw = repository.git(*LISTING, *scope) if listing is None else listing
    text = raw.decode("utf-8", "surrogateescape")
    records = text.split("\0")[:-1]
    others = (
        []
        if text.count("\0" + PLAIN) + text.startswith(PLAIN) == len(records)
        else [r for r in records if not r.startswith(PLAIN)]
    )
    plain = _plain([r for r in records if r.startswith(PLAIN)] if others else records, repository.prefix)
    special = _special(others, repository.prefix)
    if _unextended(repository, len(records)):
        return plain, special
    empty = [path for path, said in plain.items() if _entry(path, said).blob in EMPTY] + [
        row.path for row in special if row.blob in EMPTY
    ]
    intended = _intended(repository, ["--", *empty] if len(empty) < FEW else scope) if empty else ()
    for path in intended:
        plain.pop(path, "")
    return plain, [row for row in special if row.path not in intended]


def _plain(records: list[str], prefix: str) -> dict[str, str]:
    """Those below the prefix by path. There may be ten thousand, and all are as wide before the path: `H 100644 `, a
    blob, ` 0` and a tab."""
    at = records[0].index("\t") + 1 if records else 0
    if prefix:
        records = [r for r in records if r.startswith(prefix, at)]
    return dict(zip([r[at:] for r in records], records, strict=True))


def _special(records: list[str], prefix: str) -> list[GitEntry]:
    rows: dict[str, GitEntry] = {}
    for record in records:
        about, path = record.split("\t", 1)
        if not path.startswith(prefix):
            continue
        tag, mode, blob, stage = about.split(" ")
        if stage != "0":
            before = rows.get(path)
            if stage == "1" or (before and before.stage == "2"):
                continue  # the common ancestor never stands; ours stands before theirs
        rows[path] = GitEntry(path, blob, mode, tag, stage)
    return list(rows.values())


def _unextended(repository: Repository, count: int) -> bool:
    """Whether the index file itself says that it holds no path by name only: it has all entries, in a version without
    room for it. Git would look at every file of the work tree to tell."""
    path = repository.environment.get("GIT_INDEX_FILE") or os.path.join(repository.git_dir, "index")
    try:
        with open(os.path.join(repository.top, path), "rb") as stream:
            signature, version, entries = struct.unpack(">4sLL", stream.read(12))
    except (OSError, struct.error):
        return False
    return bool((signature, version, entries) == (b"DIRC", 2, count))


def _intended(repository: Repository, scope: list[str]) -> set[str]:
    """Paths of `git add --intent-to-add`: in the index by name only."""
    if repository.bare:
        return set()
    raw = repository.differing("--diff-filter=A", *scope)
    return {raw[i + 1].decode("utf-8", "surrogateescape") for i in range(0, len(raw) - 1, 2)}
