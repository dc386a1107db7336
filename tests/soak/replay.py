"""Replays the last commits of a repository, and holds each step against a clean run, byte for byte.

    python tests/soak/replay.py REPOSITORY [COMMITS]

A clone's index is moved from commit to commit, oldest first; nothing is checked out. At each step the documents are
refreshed as the hook would, from what the steps before have left; then the canonical dump of the view and the documents on
disk are compared with those of a run that begins with nothing. Exit 1 at the first difference.
"""

from __future__ import annotations

import itertools
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent.parent
sys.path[:0] = [str(ROOT / "src")]

from flowscout.entrypoints.kept import kept  # noqa: E402
from flowscout.entrypoints.upkeep import upkeep  # noqa: E402
from flowscout.tasks.refresh import Expected  # noqa: E402
from flowscout.wiring import INDEX, Workspace, place, workspace  # noqa: E402


class Step(NamedTuple):
    """said: the work of the incremental run. seconds: of processor time, incremental and clean. written: documents on disk."""

    said: str
    seconds: tuple[float, float]
    rows: int
    documents: int
    written: int
    differences: tuple[str, ...]


def git(folder: Path, *arguments: str, stdin: bytes = b"") -> str:
    done = subprocess.run(["git", *arguments], cwd=folder, input=stdin, capture_output=True, check=True)
    return done.stdout.decode("utf-8", "surrogateescape").strip()


def clone(repository: Path, folder: Path) -> None:
    """A clone without files, that borrows the objects."""
    subprocess.run(["git", "clone", "--quiet", "--shared", "--no-checkout", str(repository), str(folder)], check=True)


def stage(folder: Path, commit: str, settings: str) -> None:
    """The commit's files and a configuration in the index."""
    configuration = git(folder, "hash-object", "-w", "--stdin", stdin=settings.encode())
    git(folder, "read-tree", "--empty")
    git(folder, "read-tree", commit)
    git(folder, "update-index", "--add", "--cacheinfo", f"100644,{configuration},flowscout.toml")


def step(folder: Path) -> Step:
    """Refreshes what is staged, and compares with a clean run."""
    seen = workspace(place(str(folder)), INDEX)
    start = time.process_time()
    outcome = upkeep(seen, write=True, untracked=True)
    incremental = time.process_time() - start
    with kept(seen) as held:
        rows = list(held.project.view.dump())
    start = time.process_time()
    with kept(seen, afresh=True) as held:
        clean_rows = list(held.project.view.dump())
        pages = {
            path: page.text.encode("utf-8", "surrogateescape") for path, page in Expected(held.project).pages.items()
        }
    clean = time.process_time() - start
    on_disk = _documents(folder, seen)
    found = [f"row: {row}" for row in sorted(set(rows) ^ set(clean_rows))]
    found += ["rows stand in another order"] if not found and rows != clean_rows else []
    found += [
        f"document: {path}" for path in sorted(on_disk.keys() | pages.keys()) if on_disk.get(path) != pages.get(path)
    ]
    seen.snapshot.close()
    return Step(
        outcome.work.said(),
        (incremental, clean),
        len(rows),
        len(pages),
        len(outcome.written) + len(outcome.deleted),
        tuple(found),
    )


def _documents(folder: Path, seen: Workspace) -> dict[str, bytes]:
    pages = folder / seen.settings.docs
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in pages.rglob("*") if path.is_file()}


def replay(
    repository: Path, commits: int, folder: Path, settings: str = "# all defaults\n"
) -> Iterator[tuple[str, Step]]:
    clone(repository, folder)
    for commit in git(folder, "rev-list", "--reverse", f"--max-count={commits}", "HEAD").split():
        stage(folder, commit, settings)
        yield commit, step(folder)


def main(repository: Path, commits: int) -> int:
    spent = [0.0, 0.0]
    with tempfile.TemporaryDirectory() as folder:
        number = itertools.count(1)
        for commit, done in replay(repository.resolve(), commits, Path(folder) / "clone"):
            print(f"{next(number):3} {commit[:10]} {done.said}; wrote {done.written}; {done.rows:,} rows, {done.documents} documents;"
                  f" {done.seconds[0]:.2f} s for {done.seconds[1]:.2f} s", flush=True)  # fmt: skip
            if done.differences:
                print("\n".join(f"  {line[:300]}" for line in done.differences[:20]))
                print(f"{len(done.differences)} differences from a clean run")
                return 1
            spent = [before + now for before, now in zip(spent, done.seconds, strict=True)]
    print(
        f"the same at every step; processor time {spent[0]:.1f} s incremental (first run included), {spent[1]:.1f} s clean"
    )
    return 0


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    sys.exit(main(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) == 3 else 50))
