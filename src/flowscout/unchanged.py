"""The way of a hook that has nothing to do: one git call and one query, on the standard library alone.

A verdict of "in step" follows from the index and from this version of flowscout, nothing else. It is remembered under a
digest of both; when the same index comes again, the answer is known before anything else is imported. Where pages are
drawn with a compiler it hangs on more than the index, and is not remembered.
"""

from __future__ import annotations

import contextlib
import os
from collections import namedtuple

from .children import FOR_GIT, given

PIPE = 1 << 20  # bytes; what git lists of ten thousand files, so that it need not wait for us
PUSHING = ("PRE_COMMIT_TO_REF", "PRE_COMMIT_REMOTE_NAME")  # set where commits are judged, not the index

Listed = namedtuple("Listed", "top git_dir common rows")
Listed.__doc__ = (
    """The index: the work tree's top, the git directory, the common one; rows, as git lists them (bytes)."""
)


def manifest(rows: bytes, version: str) -> str:
    """Digest of the index as git lists it and of our version."""
    import hashlib

    return hashlib.sha256(version.encode() + b"\0" + rows).hexdigest()


def listed(start: str = ".") -> Listed | None:
    """The index of the repository around a folder; None outside, where commits are judged, and when git does not
    answer."""
    if any(os.environ.get(name) for name in PUSHING):
        return None
    found = places(start)
    if found is None or os.environ.get("GIT_DIR", found[1]) not in (found[1], ".git"):
        return None
    environment = {**given(os.environ, FOR_GIT), "GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C"}
    command = ["git", "-C", found[0], "-c", "core.fsmonitor=false", "ls-files", "-s", "-t", "-z"]
    try:
        rows = _answered(command, environment) if hasattr(os, "posix_spawnp") else _run(command, environment)
    except OSError:
        return None
    return None if rows is None else Listed(*found, rows)


def _answered(command: list[str], environment: dict[str, str]) -> bytes | None:
    """What a program writes; None where it fails. `subprocess` takes a tenth of a hook that has nothing to do to
    import."""
    reading, writing = os.pipe()
    with open(reading, "rb") as answer:
        try:
            with contextlib.suppress(ImportError, AttributeError, OSError):  # not everywhere, and not for everybody
                import fcntl

                fcntl.fcntl(writing, fcntl.F_SETPIPE_SZ, PIPE)
            actions = (os.POSIX_SPAWN_DUP2, writing, 1), (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0)
            process = os.posix_spawnp(command[0], command, environment, file_actions=actions)
        finally:
            os.close(writing)
        import hashlib  # noqa: F401 - while git works
        import sqlite3  # noqa: F401

        rows = answer.read()
    return rows if os.waitpid(process, 0)[1] == 0 else None


def _run(command: list[str], environment: dict[str, str]) -> bytes | None:
    import subprocess

    done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    return done.stdout if done.returncode == 0 else None


def places(start: str) -> tuple[str, str, str] | None:
    """(top, git directory, common directory) of the repository around a folder, found without asking git; None outside."""
    folder = os.path.realpath(start)
    while True:
        found = os.path.join(folder, ".git")
        if os.path.isdir(found):
            return folder, found, found
        if os.path.isfile(found):
            linked = _linked(folder, found)
            return (folder, *linked) if linked else None
        parent = os.path.dirname(folder)
        if parent == folder:
            return None
        folder = parent


def _linked(folder: str, file: str) -> tuple[str, str] | None:
    """Of a linked worktree or a submodule: `.git` is a file that names the directory."""
    try:
        with open(file, encoding="utf-8", errors="surrogateescape") as pointer:
            line = pointer.read(4096).strip()
        git_dir = os.path.normpath(os.path.join(folder, line.removeprefix("gitdir:").strip()))
        common = os.path.join(git_dir, "commondir")
        if not os.path.isfile(common):
            return git_dir, git_dir
        with open(common, encoding="utf-8", errors="surrogateescape") as pointer:
            return git_dir, os.path.normpath(os.path.join(git_dir, pointer.read(4096).strip()))
    except OSError:
        return None


def key(git_dir: str) -> str:
    import hashlib

    return f"in-step:{hashlib.sha256(os.fsencode(os.path.realpath(git_dir))).hexdigest()[:16]}"


def in_step(version: str, seen: Listed) -> bool:
    """Whether the index is the one that was last found in step."""
    import sqlite3

    store = os.path.join(seen.common, "flowscout", "store.sqlite")
    if not os.path.isfile(store) or _unfinished(store):
        return False
    try:
        db = sqlite3.connect(f"file:{store}?mode=ro", uri=True, timeout=0.2)
        try:
            row = db.execute("SELECT value FROM memo WHERE key = ?", (key(seen.git_dir),)).fetchone()
        finally:
            db.close()  # who writes afterwards closes last then, and leaves no log that every later run reads through
    except (sqlite3.Error, UnicodeError):  # of a damaged file the message may be no text
        return False
    return (
        row is not None
        and isinstance(row[0], bytes)
        and row[0].decode("ascii", "replace") == manifest(seen.rows, version)
    )


def _unfinished(store: str) -> bool:
    """Whether a run noted what it was writing, and has not ended or has died: see adapters/files/journal.py."""
    try:
        return any(".writing" in name for name in os.listdir(os.path.dirname(store)))
    except OSError:
        return True
