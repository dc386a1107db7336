"""A full disk and a store that may only be read: nothing of the person's is damaged, and where there is room again all is right."""

from __future__ import annotations

import os
import random
import resource
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from never_lost.world import edit, made, of_the_person, settle, strays, whole
from shell.repositories import Ran, Repo, environment

SIZE = 16_000_000
STORE = ".git/flowscout"


def run(repo: Repo, *arguments: str, before: Callable[[], None] | None = None, prefix: tuple[str, ...] = ()) -> Ran:
    command = [*prefix, sys.executable, "-m", "flowscout", *arguments]
    done = subprocess.run(
        command, cwd=repo.path, env=environment(), capture_output=True, text=True, preexec_fn=before, check=False
    )
    return Ran(done.returncode, done.stdout, done.stderr)


class Disk:
    """A small disk of its own where we may mount one; else a limit on how large a file may grow."""

    def __init__(self, path: Path, *, mounted: bool) -> None:
        self.path, self._mounted, self._left = path, mounted, -1

    def fill(self, left: int) -> None:
        self._left = left
        if self._mounted:
            with (self.path / "filler").open("wb", buffering=0) as file:
                try:
                    while file.write(bytes(65536)):
                        pass
                except OSError:
                    file.truncate(max(0, file.tell() - left))

    def free(self) -> None:
        self._left = -1
        (self.path / "filler").unlink(missing_ok=True)

    def limit(self) -> None:
        """Called in the process that is about to run."""
        if not self._mounted and self._left >= 0:
            resource.setrlimit(resource.RLIMIT_FSIZE, (self._left, resource.RLIM_INFINITY))


@contextmanager
def small_disk(path: Path) -> Iterator[Disk]:
    path.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "none", str(path)]
    mounted = os.geteuid() == 0 and subprocess.run(mount, capture_output=True, check=False).returncode == 0
    try:
        yield Disk(path, mounted=mounted)
    finally:
        if mounted:
            subprocess.run(["umount", "-l", str(path)], check=True)


@pytest.mark.parametrize("left", [0, 5_000, 100_000])
@pytest.mark.parametrize("verb", ["refresh", "hook"])
def test_a_full_disk(tmp_path: Path, verb: str, left: int) -> None:
    chance = random.Random(left)
    with small_disk(tmp_path / "disk") as disk:
        repo = made(disk.path / "repo")
        edit(repo, chance)
        before = of_the_person(repo)
        disk.fill(left)

        ran = run(repo, verb, before=disk.limit)

        assert ran.code in (0, 1, 2), ran
        assert "bug of ours" not in ran.said
        assert of_the_person(repo) == before
        assert strays(repo) == []
        disk.free()
        assert repo.flowscout("refresh").code == 0
        whole(repo, before)


def test_a_full_disk_says_which_file_had_no_room(tmp_path: Path) -> None:
    repo = made(tmp_path / "repo")
    edit(repo, random.Random(1))
    disk = Disk(tmp_path, mounted=False)
    disk.fill(100)

    ran = run(repo, "refresh", before=disk.limit)

    assert (ran.code, "README.md: File too large" in ran.said) == (2, True), ran


@pytest.mark.parametrize("cold", [False, True], ids=["warm", "cold"])
def test_a_store_that_may_only_be_read(tmp_path: Path, cold: bool) -> None:
    """Root may write anything, unless it gives that up."""
    repo = made(tmp_path / "repo")
    settle(repo)
    if cold:
        shutil.rmtree(repo.path / STORE)
        (repo.path / STORE).mkdir()
    edit(repo, random.Random(2))
    before = of_the_person(repo)
    everything = [repo.path / STORE, *(repo.path / STORE).iterdir()]
    kept = {path.name: path.read_bytes() for path in everything if path.is_file()}
    for path in everything:
        path.chmod(0o555 if path.is_dir() else 0o444)
    humble = ("setpriv", "--bounding-set=-dac_override,-dac_read_search", "--inh-caps=-dac_override,-dac_read_search")
    prefix = humble if os.geteuid() == 0 else ()

    runs = [run(repo, verb, prefix=prefix) for verb in ("refresh", "hook", "verify")]

    assert [ran.code for ran in runs] == [0, 1, 0], runs
    assert "in memory" in runs[0].said
    assert {path.name: path.read_bytes() for path in (repo.path / STORE).iterdir()} == kept
    for path in everything:
        path.chmod(0o755 if path.is_dir() else 0o644)
    assert repo.flowscout("refresh").code == 0
    whole(repo, before)
