"""The way of a hook that has nothing to do: one git call and one query, on the standard library alone.

A verdict of "in step" follows from the index and from this version of flowscout, nothing else. It is remembered under a digest
of both; when the same index comes again, the answer is known before anything else is imported.
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
import subprocess

PUSHING = ("PRE_COMMIT_TO_REF", "PRE_COMMIT_REMOTE_NAME")  # set where commits are judged, not the index


def manifest(folder: str, version: str) -> str:
    """Digest of the index as git lists it and of our version; "" when git does not answer."""
    environment = {**os.environ, "GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C"}
    command = ["git", "-c", "core.fsmonitor=false", "ls-files", "-s", "-z", "--full-name", ":/"]
    try:
        done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=False)
    except OSError:
        return ""
    return hashlib.sha256(version.encode() + b"\0" + done.stdout).hexdigest() if done.returncode == 0 else ""


def places(start: str) -> tuple[str, str] | None:
    """(git directory, common directory) of the repository around a folder, found without asking git; None outside."""
    folder = os.path.realpath(start)
    while True:
        found = os.path.join(folder, ".git")
        if os.path.isdir(found):
            return found, found
        if os.path.isfile(found):
            return _linked(folder, found)
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
    return f"in-step:{hashlib.sha256(os.fsencode(os.path.realpath(git_dir))).hexdigest()[:16]}"


def in_step(version: str, start: str = ".") -> bool:
    """Whether the index is the one that was last found in step."""
    if any(os.environ.get(name) for name in PUSHING):
        return False
    found = places(start)
    if found is None or os.environ.get("GIT_DIR", found[0]) not in (found[0], ".git"):
        return False
    store = os.path.join(found[1], "flowscout", "store.sqlite")
    if not os.path.isfile(store):
        return False
    try:
        with sqlite3.connect(f"file:{store}?mode=ro", uri=True, timeout=0.2) as db:
            row = db.execute("SELECT value FROM memo WHERE key = ?", (key(found[0]),)).fetchone()
    except sqlite3.Error:
        return False
    return row is not None and isinstance(row[0], bytes) and row[0].decode("ascii", "replace") == manifest(start, version)
