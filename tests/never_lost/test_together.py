"""Runs at the same time, and a person who goes on typing: each run is right about what it looked at, and the next one about all."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from flowscout.adapters.files import docs
from flowscout.adapters.files.folder import FolderSnapshot
from flowscout.adapters.git import plumbing, snapshots
from never_lost import killing
from never_lost.world import DOCS, ORDERS, edit, made, of_the_person, proven, settle, sound, strays, whole
from shell.repositories import Repo, environment

ROUNDS = int(os.environ.get("FLOWSCOUT_ROUNDS", "2"))


def started(repo: Repo, *arguments: str, **env: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "flowscout", *arguments]
    return subprocess.Popen(
        command, cwd=repo.path, env=environment(env), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )


def ended(*runs: subprocess.Popen[bytes]) -> None:
    for run in runs:
        said = run.communicate()[1].decode()
        assert run.returncode in (0, 1), said


def test_two_hooks_at_once_in_one_worktree(tmp_path: Path) -> None:
    chance = random.Random(1)
    with killing.nested(made(tmp_path / "repo")) as repo:
        settle(repo)
        for _ in range(ROUNDS):
            edit(repo, chance)
            before = of_the_person(repo)

            ended(*(started(repo, *verb) for verb in (("hook",), ("refresh",), ("hook",))))

            assert repo.flowscout("refresh").code == 0
            whole(repo, before)
            repo.commit({}, "a round")


def test_two_hooks_at_once_with_an_index_each(tmp_path: Path) -> None:
    """`git commit PATH…` hands its hook an index of its own: the same view, another state."""
    chance = random.Random(2)
    with killing.nested(made(tmp_path / "repo")) as repo:
        settle(repo)
        for _ in range(ROUNDS):
            other = repo.path / ".git" / "next-index-1.lock"
            other.write_bytes((repo.path / ".git" / "index").read_bytes())
            edit(repo, chance)
            before = of_the_person(repo)

            ended(
                started(repo, "hook", GIT_INDEX_FILE=str(other)),
                started(repo, "hook"),
                started(repo, "hook", GIT_INDEX_FILE=str(other)),
            )

            other.unlink()
            assert repo.flowscout("refresh").code == 0
            whole(repo, before)
            repo.commit({}, "a round")


def test_two_worktrees_on_different_branches_at_once(tmp_path: Path) -> None:
    chance = random.Random(3)
    with killing.nested(made(tmp_path / "repo")) as repo:
        settle(repo)
        repo.git("worktree", "add", "-q", "-b", "other", str(tmp_path / "other"))
        other = killing.Nested(tmp_path / "other", repo.nest)
        for _ in range(ROUNDS):
            edit(repo, chance)
            edit(other, chance)
            before = of_the_person(repo), of_the_person(other)

            ended(started(repo, "hook"), started(other, "hook"), started(repo, "refresh"), started(other, "refresh"))

            for each, its in zip((repo, other), before, strict=True):
                assert each.flowscout("refresh").code == 0
                whole(each, its)
                each.commit({}, "a round")


@pytest.mark.parametrize("verb", [("refresh", "--worktree"), ("refresh",), ("hook",)], ids=" ".join)
def test_sources_that_are_edited_while_a_run_goes_on(tmp_path: Path, verb: tuple[str, ...]) -> None:
    chance = random.Random(4)
    with killing.nested(made(tmp_path / "repo")) as repo:
        settle(repo)
        texts = [ORDERS.replace("no order", f"no order {n}") for n in range(ROUNDS * 40)]
        for number in range(ROUNDS):
            edit(repo, chance)
            run = started(repo, *verb)
            while run.poll() is None:
                repo.write({"orders.py": chance.choice(texts)})
                time.sleep(0.01)
            ended(run)
            repo.write({"orders.py": texts[number]})
            before = of_the_person(repo)

            assert repo.flowscout("refresh", "--worktree").code == 0
            whole(repo, before)
            repo.commit({}, "a round")


def test_a_document_that_a_person_saves_while_a_run_goes_on_is_theirs(tmp_path: Path) -> None:
    """They save all the time; the run may give up, and what it writes holds their last word."""
    chance = random.Random(5)
    with killing.nested(made(tmp_path / "repo")) as repo:
        settle(repo)
        for number in range(ROUNDS):
            edit(repo, chance)
            run = started(repo, "refresh")
            saved = ""
            while run.poll() is None:
                saved = f"{number}: {chance.random()}"
                text = re.sub(r"^# .*$", f"# {saved}", repo.text("README.md"), count=1, flags=re.MULTILINE)
                repo.write({".git/README.new": text})
                (repo.path / ".git/README.new").replace(repo.path / "README.md")
                time.sleep(0.005)
            ended(run)
            before = of_the_person(repo)

            assert repo.text("README.md").startswith(f"# {saved}\n")
            assert repo.flowscout("refresh").code == 0
            whole(repo, before)
            repo.commit({}, "a round")


def test_a_document_is_not_written_over_what_was_saved_after_it_was_read(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("new")
    still = partial(docs.stands, str(tmp_path), "a.md", b"old")

    assert docs.write(str(tmp_path), "a.md", b"ours", still=still) is False

    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("a.md", "new")]
    assert docs.write(str(tmp_path), "a.md", b"ours", still=partial(docs.stands, str(tmp_path), "a.md", b"new")) is True


def test_a_file_is_never_read_under_the_name_of_what_it_was(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo")
    repo.commit({"a.py": "one = 1\n", "b.py": "two = 2\n"})
    repo.write({"a.py": "one = 11\n", "c.py": "three = 3\n"})
    place = plumbing.discover(str(repo.path))
    assert place
    seen = [snapshots.worktree(place), FolderSnapshot(str(repo.path))]

    repo.write({"a.py": "one = 111\n", "c.py": "three = 33\n"})

    for snapshot in seen:
        for entry in snapshot.entries():
            data = snapshot.read([entry]).get(entry.path)
            assert data is None or entry.blob == repo.git("hash-object", "--stdin", stdin=data).strip()


def test_a_file_that_could_not_be_read_is_read_by_the_next_run(tmp_path: Path) -> None:
    """An object that is missing for a while, as in a partial clone."""
    repo = made(tmp_path / "repo")
    page = repo.text(f"{DOCS}/orders.py.md")
    repo.write({"orders.py": ORDERS.replace("no order", "an order is missing")}).git("add", "-A")
    blob = repo.git("rev-parse", ":orders.py").strip()
    there, away = repo.path / ".git/objects" / blob[:2] / blob[2:], repo.path / ".git" / blob
    there.rename(away)
    repo.flowscout("refresh")
    away.rename(there)

    assert repo.flowscout("refresh").code == 0

    assert repo.text(f"{DOCS}/orders.py.md").replace("\n", " ").count("an order is missing") == page.replace(
        "\n", " "
    ).count("no order")
    repo.git("add", "-A")
    proven(repo.flowscout("hook"), repo.flowscout("verify"))


def test_workers_end_with_a_run_that_is_killed(tmp_path: Path) -> None:
    repo = made(tmp_path / "repo")
    repo.write({f"more/big_{n}.py": f"# {'and so on ' * 2000}\n" + ORDERS * 10 for n in range(40)}).git("add", "-A")
    run = started(repo, "refresh", FLOWSCOUT_JOBS="2")
    while run.poll() is None and len(_children(run.pid)) < 2:
        time.sleep(0.005)
    workers = _children(run.pid)
    run.kill()
    run.communicate()

    end = time.monotonic() + 20
    while any(_alive(pid) for pid in workers) and time.monotonic() < end:
        time.sleep(0.1)
    assert [pid for pid in workers if _alive(pid)] == []
    sound(repo)
    assert repo.flowscout("refresh").code == 0
    assert strays(repo) == []


def _children(pid: int) -> list[int]:
    try:
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


def _alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
