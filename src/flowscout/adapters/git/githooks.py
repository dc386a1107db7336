"""The folder that git runs a repository's hooks from: what stands there, ours put in, ours taken out.

`core.hooksPath` decides which folder that is; without it all worktrees of a repository share one. Nothing of others is
changed: a hook that we find is renamed, as it is (a symlink too), and renamed back in the end.
"""

from __future__ import annotations

import contextlib
import os
import tempfile

from ...model.record import NamedTuple
from ...tasks.githooks import KEPT, MOVED, Manager, manager, ours
from .plumbing import Repository


class Folder(NamedTuple):
    """shared: the folder is part of the work tree, so its files are everybody's. foreign: it serves other repositories
    too."""

    path: str
    shared: bool
    foreign: bool


class Standing(NamedTuple):
    """One stage's hook. state: none | ours | edited | theirs. path: of our script, which another tool may have renamed.
    kept: whether an earlier hook stands beside it."""

    state: str
    path: str
    kept: bool
    manager: Manager | None


def folder(repository: Repository) -> Folder:
    path = os.path.realpath(os.path.join(repository.top, os.path.expanduser(repository.hooks())))
    if _within(path, repository.common_dir) or _within(path, repository.git_dir):
        return Folder(path, shared=False, foreign=False)
    inside = _within(path, repository.top)
    return Folder(path, shared=inside, foreign=not inside)


def _within(path: str, top: str) -> bool:
    return path == top or path.startswith(top.rstrip(os.sep) + os.sep)


def standing(where: Folder, stage: str) -> Standing:
    path = os.path.join(where.path, stage)
    kept = os.path.lexists(path + KEPT)
    text = _text(path)
    who = manager(text, where.path)
    for name in (path, *(path + suffix for suffix in MOVED)):
        if found := ours(_text(name)):
            return Standing(found, name, kept, who)
    return Standing("theirs" if os.path.lexists(path) else "none", path, kept, who)


def put(where: Folder, stage: str, script: str) -> bool:
    """Our script in its place, the hook that stood there beside it; whether anything was written."""
    now = standing(where, stage)
    if now.state != "none" and _text(now.path) == script and os.access(now.path, os.X_OK):
        return False
    os.makedirs(where.path, exist_ok=True)
    handle, beside = tempfile.mkstemp(prefix=".flowscout-", dir=where.path)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(script.encode("utf-8", "surrogateescape"))
            stream.flush()
            os.fsync(stream.fileno())
        os.chmod(beside, 0o755)
        if now.state == "theirs":
            os.rename(now.path, now.path + KEPT)
        os.replace(beside, now.path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(beside)
        raise
    return True


def take(where: Folder, stage: str) -> bool:
    """Our script out, the earlier hook back where it was; whether there was anything to do."""
    now = standing(where, stage)
    if now.state in ("edited", "theirs") or (now.state == "none" and not now.kept):
        return False
    if now.kept:
        os.replace(os.path.join(where.path, stage + KEPT), now.path)
    else:
        os.unlink(now.path)
    with contextlib.suppress(OSError):
        os.rmdir(where.path)
    return True


def _text(path: str) -> str:
    try:
        with open(path, "rb") as file:
            return file.read(1_000_000).decode("utf-8", "surrogateescape")
    except OSError:
        return ""
