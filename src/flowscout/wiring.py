"""Where the outside meets the inside: which root, which snapshot, which settings, and the project they make.

A verb asks `place` for the root, `workspace` for what it works on (snapshot, settings, store), and `project` for the
project in it. Ports get their adapters here and nowhere else; environment variables choose among them."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache, partial
from typing import TYPE_CHECKING

from . import __version__
from .adapters.git import plumbing, snapshots
from .adapters.store.database import Store, store_path
from .adapters.workers.fork_pool import forked, work_alone
from .errors import NotARepository, UserError
from .model.protocol import Protocol
from .model.record import NamedTuple
from .model.settings import Settings, decode_settings, encode_settings
from .ports import Compiler, Entry, Memo, Progress, Snapshot
from .tasks.sources import SourceScope, scope

if TYPE_CHECKING:  # the pipeline is met when something is analysed, not by a verb that only looks around
    from concurrent.futures import Executor

    from .llm.session import Session
    from .model.report import FileAnalysisReport
    from .pipeline import Project
    from .tasks.analyse import Frontend

CONFIGURATION = ("flowscout.toml", "pyproject.toml")
WORKTREE, INDEX = "worktree", "index"


class OpenSnapshot(Snapshot, Protocol):
    """A snapshot that holds a process or nothing at all."""

    def close(self) -> None: ...


class Root(NamedTuple):
    """A root on disk, and the repository that holds it (None outside git). flat: only what lies in the root itself, no folder
    in it, for nobody has said that it is a project."""

    root: str
    repository: plumbing.Repository | None
    flat: bool = False

    def git(self, verb: str) -> plumbing.Repository:
        if self.repository is None:
            raise NotARepository(f"`{verb}` works on a git repository, and {self.root} is not in one", "git init")
        return self.repository

    @property
    def project(self) -> str:
        """The name by which what is remembered of a project is kept; "" outside of git."""
        return os.path.basename(self.root) if self.repository is not None else ""


class Workspace(NamedTuple):
    """What a verb works on. configured: whether the root has a configuration at all. memo: the store, where somebody
    holds it open."""

    place: Root
    snapshot: OpenSnapshot
    settings: Settings
    configured: bool
    scope: SourceScope
    memo: Store | None = None


def place(root: str = "", start: str = ".", known: plumbing.Repository | None = None) -> Root:
    """The named root; else the nearest one upward from `start` that has a configuration; else the repository's top.
    known: the repository that holds `start`, where somebody has found it. A file outside of git and of any configuration stands
    for what lies beside it alone: above it may be a whole home."""
    if root:
        if not os.path.isdir(root):
            raise UserError(f"no folder {root}")
        return Root(os.path.realpath(root), plumbing.discover(root))
    here = os.path.realpath(start if os.path.isdir(start) else os.path.dirname(start) or ".")
    repository = known or plumbing.discover(here)
    top = repository.top if repository else os.path.abspath(os.sep)
    chosen = next(
        (folder for folder in _upward(here, top) if configured_on_disk(folder)), repository.top if repository else here
    )
    flat = repository is None and not os.path.isdir(start) and not configured_on_disk(chosen)
    return Root(chosen, plumbing.within(repository, chosen) if repository else None, flat)


def _upward(folder: str, top: str) -> Iterable[str]:
    while True:
        yield folder
        parent = os.path.dirname(folder)
        if folder in (top, parent):
            return
        folder = parent


def configured_on_disk(folder: str) -> bool:
    if os.path.isfile(os.path.join(folder, "flowscout.toml")):
        return True
    try:
        with open(os.path.join(folder, "pyproject.toml"), "rb") as shared:
            return b"[tool.flowscout" in shared.read(2_000_000)
    except OSError:
        return False


def snapshot(where: Root, revision: str = WORKTREE, listing: bytes | None = None) -> OpenSnapshot:
    """The work tree, the index, or a commit; of a folder outside git, the folder. listing: of the index, as `unchanged`
    got it."""
    if where.repository is None:
        if revision not in (WORKTREE, INDEX):
            raise NotARepository(f"--rev needs a git repository, and {where.root} is not in one")
        from .adapters.files.folder import FolderSnapshot

        return FolderSnapshot(where.root, where.flat)
    if revision == INDEX:
        return snapshots.index(where.repository, listing)
    if revision == WORKTREE and where.repository.bare:
        return snapshots.commit(where.repository, "HEAD")
    return (
        snapshots.worktree(where.repository) if revision == WORKTREE else snapshots.commit(where.repository, revision)
    )


def settings(seen: Snapshot, memo: Memo | None = None) -> Settings | None:
    """The configuration in the same snapshot as the sources; pydantic is met only where there is one that the memo does
    not know by its blobs."""
    entries = _configuration(seen)
    key = f"settings:{__version__}:" + " ".join(f"{entry.path} {entry.blob}" for entry in entries)
    known = memo.get([key]).get(key) if memo and entries else None
    if known is not None and (read := decode_settings(known)) is not None:
        return read
    found = _read_settings(seen, entries)
    if memo and found is not None:
        memo.put({key: encode_settings(found)})
    return found


def _configuration(seen: Snapshot) -> tuple[Entry, ...]:
    return seen.entries(CONFIGURATION)


def _read_settings(seen: Snapshot, entries: Iterable[Entry]) -> Settings | None:
    files = seen.read(entries)
    if CONFIGURATION[0] not in files and b"flowscout" not in files.get(CONFIGURATION[1], b""):
        return None
    from . import config

    return config.load(files.get)


def workspace(where: Root, revision: str = WORKTREE) -> Workspace:
    return workspace_of(where, snapshot(where, revision))


def workspace_of(where: Root, seen: OpenSnapshot, memo: Store | None = None) -> Workspace:
    read = None
    if _configuration(seen):
        held = memo or store(where)
        try:
            read = settings(seen, held)
        finally:
            if held is not memo:
                held.close()
    chosen = read or Settings()
    return Workspace(
        where, seen, chosen, read is not None, scope(seen, chosen, suffixes(), script=script_language()), memo
    )


def suffixes() -> frozenset[str]:
    from .frontends.detect import suffixes as known

    return known()


def script_language() -> Callable[[bytes], str]:
    from .frontends.detect import script_language as known

    return known


def frontend(chosen: Settings) -> Frontend:
    from .frontends.detect import language_of
    from .frontends.treesitter import parse, scout
    from .tasks.analyse import Frontend

    if chosen.max_file_size == 1_000_000:
        return Frontend(parse, language_of, suffixes(), scout)
    most = chosen.max_file_size
    return Frontend(partial(parse, max_size=most), language_of, suffixes(), partial(scout, max_size=most))


def compiler(seen: Workspace, *, pages: bool = False) -> Compiler | None:
    """libclang, where the extra is installed, a compilation database is found and nobody forbids it; for pages only
    where the configuration asks for it: what is committed must be the same on every machine."""
    use = seen.settings.clang
    if use == "off" or (pages and use != "pages"):
        return None
    from .frontends.clang.compiler import opened

    allowed = os.environ.get("FLOWSCOUT_CLANG") != "off"
    headers = os.environ.get("FLOWSCOUT_CLANG_HEADERS", "")
    found = opened(seen.place.root, seen.settings.database, jobs(), headers) if allowed else None
    if pages and found is None:
        raise UserError(
            "the pages of this root are drawn with libclang, and it or the compilation database is not there",
            'pip install "flowscout[clang]", and build with compile_commands.json; [clang] use = "auto" draws pages by syntax',
        )
    return found


def silent(done: int, total: int, what: str) -> None:
    """The progress that says nothing."""


def project(
    seen: Workspace,
    progress: Progress = silent,
    wanted: Callable[[str], bool] | None = None,
    whole: bool = False,
    rows: bool = True,
) -> Project:
    """`whole`: every function will be asked for, so the work is spread over processes; `rows`: for more than whom it
    calls."""
    from .tasks.analyse import analyse, warm

    chosen = wanted or seen.scope.wanted.__contains__
    memo = store(seen.place)
    try:
        kept = memo if memo.lasting else None  # what ends with this run need not be remembered
        made = analyse(
            seen.snapshot, frontend(seen.settings), seen.settings, chosen, pool, kept, progress, compiler(seen)
        )
    finally:
        memo.close()
    if whole:
        warm(made, forked, jobs(), rows)
    return made


def reports(
    seen: Workspace, progress: Progress = silent, wanted: Callable[[str], bool] | None = None
) -> dict[str, FileAnalysisReport]:
    """Points of interest of each file that some language reads, by path."""
    from .tasks.reports import reports_of

    memo = store(seen.place)
    try:
        kept = memo if memo.lasting else None
        chosen = wanted or seen.scope.wanted.__contains__
        return reports_of(seen.snapshot, frontend(seen.settings), chosen, pool, kept, progress)
    finally:
        memo.close()


def jobs() -> int:
    """One for each core we may use, at most 16; FLOWSCOUT_JOBS overrides."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    asked = os.environ.get("FLOWSCOUT_JOBS", "")
    return int(asked) if asked.isdigit() and int(asked) > 0 else min(cores, 16)


def pool() -> Executor:
    """Worker processes of this machine, or what FLOWSCOUT_EXECUTOR names."""
    if os.environ.get("FLOWSCOUT_EXECUTOR", "") in ("", "processes"):
        return processes()
    from . import scale

    return scale.executor(os.environ, processes, say)


def processes() -> Executor:
    """Worker processes; they end with this one, and before their garbage would be worth collecting."""
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    context = multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")
    return ProcessPoolExecutor(jobs(), mp_context=context, initializer=work_alone)


@cache
def say(note: str) -> None:
    """Tells a person what costs time; the same only once."""
    sys.stderr.write(f"{note}\n")
    sys.stderr.flush()


def store_folder(where: Root) -> str:
    """Path of the store: beside git's own objects, else in the user's cache directory."""
    return store_path(where.repository.common_dir if where.repository else None, where.root, os.environ)


def store(where: Root) -> Store:
    """FLOWSCOUT_MEMO=off keeps everything in memory; a URL puts an organisation's memo behind the one on disk."""
    chosen = os.environ.get("FLOWSCOUT_MEMO", "")
    path = None if chosen == "off" else store_folder(where)
    shared = None if chosen in ("", "on", "off") else _shared()
    if shared is None:
        held = Store(path)
    else:
        from .adapters.store.two_level import LayeredStore

        held = LayeredStore(path, shared)
    if held.note:
        say(held.note)
    return held


@cache
def _shared() -> Memo | None:
    """One for the process: a server that does not answer is waited for once."""
    from . import scale

    return scale.shared_memo(os.environ, say)


def answers_folder(store_path: str) -> str:
    """Where a model's answers are remembered, beside the store."""
    return os.path.splitext(store_path)[0] + "-answers"


@contextmanager
def session(where: Root) -> Iterator[Session | None]:
    """The line to the model that the environment or the user's own configuration names; None where they name none. What
    it answers is remembered beside the store, unless FLOWSCOUT_MEMO=off."""
    from .adapters.files import user

    named = user.read(os.environ)
    if not (
        named.get("provider")
        or os.environ.get("FLOWSCOUT_PROVIDER")
        or os.environ.get("FLOWSCOUT_INPUT_LLM", "off") not in ("", "off")
    ):
        yield None
        return
    from .adapters.store.results import results
    from .llm.opening import opened

    with ExitStack() as open_things:
        remembered = os.environ.get("FLOWSCOUT_MEMO") != "off"
        memory = open_things.enter_context(results(answers_folder(store_folder(where)))) if remembered else None
        made = opened(os.environ, named, memory)
        if made is None:
            yield None
            return
        open_things.callback(made.close)
        yield made
