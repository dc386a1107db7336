"""Real repositories in temporary folders, and the flowscout command in them."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import forked

SOURCE = Path(__file__).resolve().parents[2] / "src"
QUIET = {
    "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", "GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@example.com",
    "GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@example.com", "GIT_AUTHOR_DATE": "2024-01-01T00:00:00Z",
    "GIT_COMMITTER_DATE": "2024-01-01T00:00:00Z",
}  # fmt: skip


class Ran(NamedTuple):
    code: int
    out: str
    said: str


class Repo:
    def __init__(self, path: Path, *, git: bool = True) -> None:
        self.path = path
        path.mkdir(parents=True, exist_ok=True)
        if git:
            self.git("init", "-q", "-b", "main")

    def git(
        self, *arguments: str, env: Mapping[str, str] | None = None, stdin: bytes = b"", codes: tuple[int, ...] = (0,)
    ) -> str:
        done = subprocess.run(
            ["git", *arguments], cwd=self.path, env=environment(env), input=stdin, capture_output=True, check=False
        )
        assert done.returncode in codes, f"git {arguments}: {done.stderr.decode(errors='replace')}"
        return done.stdout.decode("utf-8", "surrogateescape")

    def write(self, files: Mapping[str, str | bytes]) -> Repo:
        for name, content in files.items():
            target = self.path / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content if isinstance(content, bytes) else content.encode())
        return self

    def commit(self, files: Mapping[str, str | bytes] | None = None, message: str = "change") -> str:
        self.write(files or {})
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", message)
        return self.git("rev-parse", "HEAD").strip()

    def text(self, name: str) -> str:
        return (self.path / name).read_text("utf-8")

    def flowscout(
        self, *arguments: str, env: Mapping[str, str] | None = None, stdin: str = "", folder: str = "."
    ) -> Ran:
        done = forked.run(arguments, self.path / folder, environment(env), stdin.encode())
        return Ran(done.code, done.out.decode("utf-8", "surrogateescape"), done.said.decode("utf-8", "replace"))


def somebody_elses(folder: Path) -> str:
    """A PATH with a git that takes every folder for somebody else's; what tells git so is not handed on to it by us."""
    program = folder / "owned/git"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nGIT_TEST_ASSUME_DIFFERENT_OWNER=1 exec {shutil.which("git")} "$@"\n')
    program.chmod(0o755)
    return f"{program.parent}{os.pathsep}{os.environ['PATH']}"


def environment(more: Mapping[str, str] | None = None) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("GIT_", "PRE_COMMIT"))}
    return {**kept, **QUIET, "PYTHONPATH": str(SOURCE), **(more or {})}
