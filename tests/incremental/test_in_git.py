"""The same in real repositories: what refresh writes after each commit is what it writes into a clean clone."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from flowscout.entrypoints.upkeep import upkeep
from flowscout.wiring import INDEX, place, workspace
from incremental.rendering import sources
from incremental.test_equals_clean import README
from incremental.worlds import EDITS, World, grow
from shell.repositories import Repo

SEEDS = 3 + int(os.environ.get("FLOWSCOUT_SEEDS", "60")) // 60


def documents(repo: Repo) -> dict[str, bytes]:
    """Every page, and the Markdown with markers, as it lies on disk."""
    pages = [path for path in (repo.path / "docs").rglob("*") if path.is_file()]
    return {path.relative_to(repo.path).as_posix(): path.read_bytes() for path in (*pages, repo.path / "README.md")}


def refresh(repo: Repo) -> None:
    seen = workspace(place(str(repo.path)), INDEX)
    try:
        upkeep(seen, write=True, untracked=True)
    finally:
        seen.snapshot.close()


def put(repo: Repo, world: World) -> None:
    """The world's files and no others; its documents are not committed."""
    for path in repo.git("ls-files", "-z", "--", ":!README.md", ":!flowscout.toml").split("\0")[:-1]:
        (repo.path / path).unlink()
    repo.write(sources(world))
    repo.git("add", "-A", "--", ":!README.md")
    repo.git("commit", "-q", "--allow-empty", "-m", "edit")


@pytest.mark.parametrize("language", ["python", "cpp", "c"])
@pytest.mark.parametrize("seed", range(SEEDS))
def test_after_each_commit_the_documents_are_those_of_a_clean_clone(tmp_path: Path, seed: int, language: str) -> None:
    rng = random.Random(f"git {language} {seed}")
    world = grow(rng, language)
    repo = Repo(tmp_path / "repo")
    repo.commit({"README.md": README, "flowscout.toml": 'charts = ["*"]\n', ".git/info/exclude": "docs/\n"})
    for step in range(5):
        put(repo, world)
        refresh(repo)
        clone = Repo(tmp_path / f"clone{step}", git=False)
        clone.git("clone", "-q", str(repo.path), ".")
        refresh(clone)
        assert documents(repo) == documents(clone), f"step {step}, seed {seed}"
        world = rng.choice(EDITS)(rng, world)
