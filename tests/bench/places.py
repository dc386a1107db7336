"""Copies of a repository to measure in, and the edits that are made there.

An edit is another one each time, and is staged. It is made to one and the same file in every repository (`sample.py`, which is
added to it: a function whose chart is shown gets another check), so that edits can be compared across them, and to the
repository's own file of median size (a function more).
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

PYTHON, FAMILY = (".py", ".pyi"), (".c", ".h", ".cc", ".cpp", ".cxx", ".hh", ".hpp", ".hxx")
LARGEST = 1_000_000
SAMPLE, HEAD = "flowscout_sample.py", "    def delete(self, force=False):\n"
WHO = ("-c", "user.name=bench", "-c", "user.email=bench@example.com")


class Edit(NamedTuple):
    path: str
    size: int


def git(folder: Path, *arguments: str) -> None:
    subprocess.run(["git", *WHO, *arguments], cwd=folder, check=True, capture_output=True)


def sources(repository: Path) -> Iterator[Path]:
    for path in sorted(repository.rglob("*")):
        plain = path.suffix in PYTHON + FAMILY and path.is_file() and not path.is_symlink()
        if plain and ".git" not in path.parts and path.stat().st_size <= LARGEST:
            yield path


def copied(repository: Path, place: Path) -> Path:
    """A fresh repository of the same files and the sample, configured and committed."""
    copy = place / repository.name
    shutil.copytree(repository, copy, symlinks=True, ignore=shutil.ignore_patterns(".git", ".code-review-graph"))
    shutil.copy(Path(__file__).parent / "sample.py", copy / SAMPLE)
    (copy / "flowscout.toml").write_text("# the defaults\n")
    (place / "home").mkdir(exist_ok=True)
    git(copy, "init", "-q", "-b", "main")
    git(copy, "add", "-A", "-f")
    git(copy, "commit", "-q", "-m", "bench")
    git(copy, "commit", "-q", "--allow-empty", "-m", "nothing")  # peers compare with the commit before
    return copy


def edits(copy: Path) -> list[Edit]:
    """The sample, and the file of median size that is no test's."""
    own = [
        path
        for path in sources(copy)
        if not any("test" in part for part in path.relative_to(copy).parts) and path.name != SAMPLE
    ]
    own.sort(key=lambda path: path.stat().st_size)
    chosen = [copy / SAMPLE, *own[len(own) // 2 :][:1]]
    return [Edit(str(path.relative_to(copy)), path.stat().st_size) for path in chosen]


def apply(copy: Path, edit: Edit, number: int) -> None:
    path = copy / edit.path
    before = path.read_text("utf-8", "surrogateescape")
    if path.name == SAMPLE:
        head, found, rest = before.partition(HEAD)
        path.write_text(
            f"{head}{found}        if self.size > {number}:\n            raise VolumeError('no more than {number}')\n{rest}"
        )
        git(copy, "add", "--", edit.path)
        return
    if path.suffix in PYTHON:
        added = f"\n\ndef added_{number}(path):\n    if path is None:\n        raise ValueError(path)\n    return open(path)\n"
    else:
        added = f"\nint added_{number}(int value) {{\n  if (value < 0) {{\n    return -1;\n  }}\n  return value;\n}}\n"
    path.write_text(before + added, "utf-8", "surrogateescape")
    git(copy, "add", "--", edit.path)


def restore(copy: Path) -> None:
    git(copy, "reset", "-q", "--hard")
