"""Which two commits a pull request is compared by, in a clone that holds next to nothing. A ladder, cheapest first.

merge-parent  the checked-out merge commit names its parents; the first, fetched alone, differs from it by the pull request
compare       GitHub tells the merge base; it and the head are fetched alone, from the base repository, which has both
deepen        the clone is deepened until the merge base is found for certain
files         GitHub lists the files; the tips are compared in those alone
full          nothing is known to compare with, and that is said

Only objects are fetched: nothing of a pull request is checked out. The token travels in git's environment, never in a
command line, an address or a configuration file.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from typing import Final
from urllib.parse import urlsplit

from ...forge import Forge, ForgeError
from ...model.event import EventContext
from ...model.record import NamedTuple
from .plumbing import FIXED, NO_HOOKS, GitFailed, Repository, run

MERGE_PARENT: Final = "merge-parent"
COMPARE: Final = "compare"
DEEPEN: Final = "deepen"
FILES: Final = "files"
FULL: Final = "full"
GIVEN: Final = "given"
ALONE: Final = ("-c", "credential.helper=", "-c", "core.askPass=", "-c", "gc.auto=0", "-c", "maintenance.auto=false", "-c", "http.cookieFile=",
                "-c", "fetch.writeCommitGraph=false")  # fmt: skip
QUIETLY: Final = ("--quiet", "--no-tags", "--no-recurse-submodules", "--no-write-fetch-head")
DEPTHS: Final = (20, 200, 2_000, 20_000, 2_147_483_647)


class Basis(NamedTuple):
    """before, after: commits whose trees are compared; before is "" when there is none. mode: one of the words above.
    only: paths to look at, empty for all. notes: what a reader should know."""

    before: str
    after: str
    mode: str
    only: frozenset[str] = frozenset()
    notes: tuple[str, ...] = ()


class Fetch(NamedTuple):
    """Fetches objects of the base repository. token: "" for a public one."""

    repository: Repository
    address: str
    token: str

    def __call__(self, *arguments: str) -> None:
        """Raises GitFailed."""
        there = self._within()
        run(
            ("fetch", *QUIETLY, *self._local(), *arguments),
            there.top,
            there.environment,
            fixed=(*FIXED, *NO_HOOKS, *ALONE),
        )

    def _local(self) -> tuple[str, ...]:
        """Of a repository on this machine, the program that answers."""
        return () if self.address.startswith("http") else ("--upload-pack=git-upload-pack",)

    def _within(self) -> Repository:
        origin = urlsplit(self.address)
        given = {**self.repository.environment, "GIT_ALLOW_PROTOCOL": origin.scheme or "file"}
        given.pop("GIT_NO_LAZY_FETCH", None)
        if self.token:
            secret = b64encode(f"x-access-token:{self.token}".encode()).decode()
            given |= {
                "GIT_CONFIG_COUNT": "1",
                "GIT_CONFIG_KEY_0": f"http.{origin.scheme}://{origin.netloc}/.extraheader",
                "GIT_CONFIG_VALUE_0": f"AUTHORIZATION: basic {secret}",
            }
        return self.repository._replace(environment=given)

    def one(self, commit: str) -> None:
        if not has(self.repository, commit):
            self("--depth=1", self.address, commit)


def basis(repository: Repository, event: EventContext, forge: Forge | None, fetch: Fetch, asked: str = "") -> Basis:
    """asked: a commit named by whoever configured the run."""
    if asked:
        return _given(repository, fetch, asked, event)
    notes: list[str] = []
    for step in (_merge_parent, _compare, _deepen, _files):
        try:
            found = step(repository, event, forge, fetch)
        except (GitFailed, ForgeError) as error:
            notes.append(str(error).split("\n", 1)[0])
            continue
        if found is not None:
            return found
    return Basis(
        "",
        _head(repository, event, fetch),
        FULL,
        notes=(*notes, "no commit was found to compare with, so nothing is compared"),
    )


def _given(repository: Repository, fetch: Fetch, asked: str, event: EventContext) -> Basis:
    if not has(repository, asked):
        fetch("--depth=1", fetch.address, asked)
    return Basis(_resolved(repository, asked), _head(repository, event, fetch), GIVEN)


def _merge_parent(repository: Repository, event: EventContext, forge: Forge | None, fetch: Fetch) -> Basis | None:
    """Parents are read from the commit itself: a shallow clone hides them from every other question."""
    if event.event != "pull_request" or repository.bare:
        return None
    parents = list(_parents(repository, "HEAD"))
    if len(parents) != 2 or parents[1] != event.head_sha:
        return None
    fetch.one(parents[0])
    return Basis(parents[0], _resolved(repository, "HEAD"), MERGE_PARENT)


def _compare(repository: Repository, event: EventContext, forge: Forge | None, fetch: Fetch) -> Basis | None:
    if forge is None or not event.head_sha or not (event.base_sha or event.base_ref):
        return None
    base = forge.merge_base(event.base_ref or event.base_sha, event.head_sha)
    fetch.one(base)
    return Basis(base, _head(repository, event, fetch), COMPARE)


def _deepen(repository: Repository, event: EventContext, forge: Forge | None, fetch: Fetch) -> Basis | None:
    """A merge base in a shallow clone can be wrong, not only missing: it counts when neither side is cut before it."""
    base = event.base_sha or event.before
    if not base or not (event.head_sha or event.after):
        return None
    head = _head(repository, event, fetch)
    fetch.one(base)
    for depth in DEPTHS:
        found = repository.git("merge-base", base, head, codes=(0, 1)).decode().split()
        if found and (not _shallow(repository) or depth > DEPTHS[0]):
            return Basis(found[0], head, DEEPEN)
        if not _shallow(repository):
            return None
        fetch(f"--depth={depth}", fetch.address, base, head)
    return None


def _files(repository: Repository, event: EventContext, forge: Forge | None, fetch: Fetch) -> Basis | None:
    if forge is None or not event.number or not event.base_sha:
        return None
    changes, whole = forge.files(event.number)
    fetch.one(event.base_sha)
    only = frozenset(path for change in changes for path in (change.path, change.before) if path)
    notes = () if whole else (f"GitHub listed {len(changes)} changed files and said that there are more",)
    return Basis(event.base_sha, _head(repository, event, fetch), FILES, only, notes)


def _head(repository: Repository, event: EventContext, fetch: Fetch) -> str:
    head = event.head_sha or event.after or _resolved(repository, "HEAD")
    if not has(repository, head):
        if event.number:
            fetch("--depth=1", fetch.address, f"refs/pull/{event.number}/head")
        if not has(repository, head):
            fetch.one(head)
    return head


def has(repository: Repository, commit: str) -> bool:
    try:
        repository.git("cat-file", "-e", f"{commit}^{{tree}}")
    except GitFailed:
        return False
    return True


def _resolved(repository: Repository, name: str) -> str:
    return repository.git("rev-parse", "--verify", "--end-of-options", f"{name}^{{commit}}").decode().strip()


def _parents(repository: Repository, commit: str) -> Iterator[str]:
    for line in repository.git("cat-file", "-p", commit).decode("utf-8", "replace").split("\n\n", 1)[0].split("\n"):
        if line.startswith("parent "):
            yield line[7:]


def _shallow(repository: Repository) -> bool:
    return repository.git("rev-parse", "--is-shallow-repository").strip() == b"true"
