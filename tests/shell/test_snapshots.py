"""Snapshots of real repositories, in every state a repository can be found in."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from flowscout import wiring
from flowscout.adapters.files import docs
from flowscout.adapters.files.folder import FolderSnapshot
from flowscout.adapters.git import blobs, plumbing, snapshots
from flowscout.adapters.git.blobs import Blobs
from flowscout.adapters.git.snapshots import GitSnapshot
from flowscout.errors import UserError
from flowscout.ports import Snapshot
from shell.repositories import QUIET, Repo, environment, somebody_elses


@pytest.fixture(autouse=True)
def _quiet_git(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)
    for name, value in QUIET.items():
        monkeypatch.setenv(name, value)


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    return Repo(tmp_path / "repo")


def opened(repo: Repo, folder: str = "") -> plumbing.Repository:
    found = plumbing.discover(str(repo.path / folder))
    assert found
    return found


def content(snapshot: Snapshot) -> dict[str, bytes]:
    return dict(snapshot.read(snapshot.entries()))


def both(repo: Repo) -> tuple[dict[str, bytes], dict[str, bytes]]:
    return content(snapshots.index(opened(repo))), content(snapshots.worktree(opened(repo)))


def test_the_index_the_worktree_and_a_commit_are_three_things(repo: Repo) -> None:
    repo.commit({"a.c": "committed\n"})
    repo.write({"a.c": "staged\n"}).git("add", "a.c")
    repo.write({"a.c": "on disk\n", "new.c": "untracked\n", ".gitignore": "*.o\n", "a.o": "ignored"})
    index, worktree = both(repo)
    assert content(snapshots.commit(opened(repo), "HEAD")) == {"a.c": b"committed\n"}
    assert index == {"a.c": b"staged\n"}
    assert worktree == {"a.c": b"on disk\n", "new.c": b"untracked\n", ".gitignore": b"*.o\n"}


def test_a_touched_file_keeps_its_content_id(repo: Repo) -> None:
    repo.commit({"a.c": "same\n"})
    os.utime(repo.path / "a.c", (1, 1))
    assert snapshots.worktree(opened(repo)).entries() == snapshots.index(opened(repo)).entries()


def test_a_deleted_file_is_in_the_index_and_not_in_the_worktree(repo: Repo) -> None:
    repo.commit({"a.c": "a\n", "b.c": "b\n"})
    (repo.path / "a.c").unlink()
    index, worktree = both(repo)
    assert sorted(index) == ["a.c", "b.c"]
    assert sorted(worktree) == ["b.c"]


def test_the_inherited_index_is_read(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    repo.commit({"a.c": "one\n", "b.c": "one\n"})
    other = repo.path / ".git" / "next-index-1.lock"
    repo.write({"a.c": "two\n", "b.c": "two\n"})
    (repo.path / ".git" / "index").rename(other)
    repo.git("update-index", "a.c", env={"GIT_INDEX_FILE": str(other)})
    repo.git("reset", "-q")
    repo.git("add", "b.c")
    monkeypatch.chdir(repo.path)
    monkeypatch.setenv("GIT_INDEX_FILE", ".git/next-index-1.lock")
    assert content(snapshots.index(opened(repo))) == {"a.c": b"two\n", "b.c": b"one\n"}


def test_the_inherited_index_is_not_taken_for_another_repository(
    repo: Repo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    repo.commit({"a.c": "a\n"})
    other = Repo(tmp_path / "other")
    other.commit({"b.c": "b\n"})
    monkeypatch.chdir(repo.path)
    monkeypatch.setenv("GIT_INDEX_FILE", ".git/index")
    monkeypatch.setenv("GIT_DIR", ".git")
    assert content(snapshots.index(opened(other))) == {"b.c": b"b\n"}


def test_symlinks_and_submodules_are_skipped_and_said(repo: Repo, tmp_path: Path) -> None:
    inner = Repo(tmp_path / "inner")
    inner.commit({"x.c": "x\n"})
    repo.write({"a.c": "a\n"})
    (repo.path / "link.c").symlink_to("/etc/hostname")
    (repo.path / "folder").symlink_to(tmp_path)
    repo.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(inner.path), "sub")
    repo.commit()
    for snapshot in (
        snapshots.index(opened(repo)),
        snapshots.worktree(opened(repo)),
        snapshots.commit(opened(repo), "HEAD"),
    ):
        assert "a.c" in content(snapshot)
        assert dict(snapshot.skipped()) == {"link.c": "a symlink", "folder": "a symlink", "sub": "a submodule"}


def test_a_file_replaced_by_a_symlink_is_not_followed(repo: Repo, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("secret")
    repo.commit({"a.c": "a\n", "d/b.c": "b\n"})
    (repo.path / "a.c").unlink()
    (repo.path / "a.c").symlink_to(tmp_path / "secret")
    (repo.path / "d" / "b.c").unlink()
    (repo.path / "d").rmdir()
    (repo.path / "d").symlink_to(tmp_path)
    (tmp_path / "b.c").write_text("secret")
    assert b"secret" not in b"".join(content(snapshots.worktree(opened(repo))).values())


def test_paths_are_bytes(repo: Repo) -> None:
    names = [b"caf\xe9.c", b"with blank.c", b'quo"te.c', b"tab\there.c", "ü.c".encode()]
    for name in names:
        with open(os.path.join(os.fsencode(repo.path), name), "wb") as file:
            file.write(b"x = 1\n")
    repo.commit()
    for snapshot in (
        snapshots.index(opened(repo)),
        snapshots.worktree(opened(repo)),
        snapshots.commit(opened(repo), "HEAD"),
    ):
        assert sorted(os.fsencode(path) for path in content(snapshot)) == sorted(names)


def test_an_unmerged_path_stands_with_our_side(repo: Repo) -> None:
    repo.commit({"a.c": "base\n", "gone.c": "base\n"})
    repo.git("checkout", "-q", "-b", "theirs")
    repo.commit({"a.c": "theirs\n", "gone.c": "theirs\n"})
    repo.git("checkout", "-q", "main")
    (repo.path / "gone.c").unlink()
    repo.commit({"a.c": "ours\n"})
    subprocess.run(["git", "merge", "theirs"], cwd=repo.path, env=environment(), capture_output=True, check=False)
    index, worktree = both(repo)
    assert index == {"a.c": b"ours\n", "gone.c": b"theirs\n"}
    assert b"<<<<<<<" in worktree["a.c"]


def test_intent_to_add_is_not_yet_content(repo: Repo) -> None:
    repo.commit({"a.c": "a\n"})
    repo.write({"b.c": "b\n"}).git("add", "-N", "b.c")
    index, worktree = both(repo)
    assert sorted(index) == ["a.c"]
    assert worktree["b.c"] == b"b\n"


@pytest.mark.parametrize(
    "format_", [["--index-version", "2"], ["--index-version", "4"], ["--split-index"]], ids=" ".join
)
def test_an_empty_file_is_content_and_one_of_intent_to_add_is_not(repo: Repo, format_: list[str]) -> None:
    """Both have the blob of no bytes; only what git knows beside it tells them apart."""
    repo.commit({"empty.c": "", "a.c": "a\n"})
    repo.git("update-index", *format_)
    repo.write({"next.c": "", "b.c": "b\n"}).git("add", "next.c")
    assert content(snapshots.index(opened(repo))) == {"empty.c": b"", "a.c": b"a\n", "next.c": b""}
    repo.git("add", "-N", "b.c")
    assert content(snapshots.index(opened(repo))) == {"empty.c": b"", "a.c": b"a\n", "next.c": b""}
    repo.git("add", "b.c")
    assert sorted(content(snapshots.index(opened(repo)))) == ["a.c", "b.c", "empty.c", "next.c"]


def test_git_looks_at_no_file_where_its_index_has_no_room_for_intentions(repo: Repo, tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    repo.commit({"empty.c": "", "a.c": "a\n"})
    place = opened(repo)
    place = place._replace(environment={**place.environment, "GIT_TRACE": str(trace)})
    assert len(snapshots.index(place).entries()) == 2
    assert trace.read_text().count("built-in: git") == 1
    repo.write({"b.c": "b\n"}).git("add", "-N", "b.c")
    assert len(snapshots.index(place).entries()) == 2
    assert trace.read_text().count("git diff-files") == 1


def test_lines_that_say_more_stand_among_plain_ones(repo: Repo) -> None:
    repo.commit({"a.c": "a\n", "sub/run.sh": "run\n", "sub/z.c": "z\n"})
    os.chmod(repo.path / "sub/run.sh", 0o755)
    (repo.path / "sub/link").symlink_to("z.c")
    repo.git("add", "-A")
    repo.git("update-index", "--skip-worktree", "sub/z.c")
    entries = [(entry.path, entry.mode) for entry in snapshots.index(opened(repo)).entries()]
    assert entries == [("a.c", "100644"), ("sub/run.sh", "100755"), ("sub/z.c", "100644")]
    below = snapshots.index(opened(repo, "sub"))
    assert [entry.path for entry in below.entries()] == ["run.sh", "z.c"]
    assert below.skipped() == (("link", "a symlink"),)


def test_an_empty_repository_has_an_empty_index_and_no_commit(repo: Repo) -> None:
    repo.write({"a.c": "a\n"})
    index, worktree = both(repo)
    assert (index, worktree) == ({}, {"a.c": b"a\n"})
    with pytest.raises(UserError, match="no commit 'HEAD'"):
        snapshots.commit(opened(repo), "HEAD")


def test_a_root_commit_and_a_detached_head(repo: Repo) -> None:
    first = repo.commit({"a.c": "1\n"})
    repo.commit({"a.c": "2\n"})
    repo.git("checkout", "-q", "--detach", first)
    assert content(snapshots.commit(opened(repo), "HEAD")) == {"a.c": b"1\n"}


def test_a_linked_worktree_shares_the_common_directory(repo: Repo, tmp_path: Path) -> None:
    repo.commit({"a.c": "a\n"})
    repo.git("worktree", "add", "-q", "-b", "side", str(tmp_path / "side"))
    side = Repo(tmp_path / "side", git=False)
    side.commit({"a.c": "side\n"})
    assert content(snapshots.index(opened(side))) == {"a.c": b"side\n"}
    assert opened(side).common_dir == opened(repo).common_dir
    assert opened(side).git_dir != opened(repo).git_dir


def test_a_bare_repository_has_commits_only(repo: Repo, tmp_path: Path) -> None:
    repo.commit({"a.c": "a\n"})
    repo.git("clone", "-q", "--bare", ".", str(tmp_path / "bare.git"))
    bare = plumbing.discover(str(tmp_path / "bare.git"))
    assert bare
    assert content(snapshots.commit(bare, "main")) == {"a.c": b"a\n"}
    with pytest.raises(UserError, match="no work tree"):
        snapshots.worktree(bare)


def test_a_shallow_clone(repo: Repo, tmp_path: Path) -> None:
    repo.commit({"a.c": "1\n"})
    repo.commit({"a.c": "2\n"})
    repo.git("clone", "-q", "--depth", "1", f"file://{repo.path}", str(tmp_path / "shallow"))
    shallow = Repo(tmp_path / "shallow", git=False)
    assert content(snapshots.commit(opened(shallow), "HEAD")) == {"a.c": b"2\n"}
    with pytest.raises(UserError, match="no commit 'HEAD~1'"):
        snapshots.commit(opened(shallow), "HEAD~1")


def test_a_sparse_checkout_keeps_what_is_not_on_disk(repo: Repo) -> None:
    repo.commit({"in/a.c": "a\n", "out/b.c": "b\n"})
    repo.git("sparse-checkout", "set", "in")
    assert not (repo.path / "out").exists()
    assert both(repo) == ({"in/a.c": b"a\n", "out/b.c": b"b\n"},) * 2


def test_a_partial_clone_fetches_nothing(repo: Repo, tmp_path: Path) -> None:
    repo.commit({"a.c": "a\n"})
    repo.commit({"a.c": "b\n", "c.c": "c\n"})
    repo.git("config", "uploadpack.allowFilter", "true")
    repo.git("clone", "-q", "--filter=blob:none", "--no-checkout", f"file://{repo.path}", str(tmp_path / "partial"))
    partial = Repo(tmp_path / "partial", git=False)
    snapshot = snapshots.commit(opened(partial), "HEAD")
    assert [entry.path for entry in snapshot.entries()] == ["a.c", "c.c"]
    assert content(snapshot) == {}
    assert "missing" in partial.git("cat-file", "--batch-check", "--batch-all-objects") or not dict(
        Blobs(opened(partial)).read(entry.blob for entry in snapshot.entries())
    )


def test_a_blob_too_large_to_hold_is_passed_over_and_the_next_one_read(
    repo: Repo, monkeypatch: pytest.MonkeyPatch
) -> None:
    repo.commit({"a.c": "a" * 3_000_000, "b.c": "b\n"})
    monkeypatch.setattr(blobs, "MOST", 1_000)
    assert content(snapshots.commit(opened(repo), "HEAD")) == {"b.c": b"b\n"}


@pytest.mark.parametrize(
    "revision", ["--output=/tmp/x", "-h", "HEAD:a.c", "no such", "HEAD^{tree}", "..", "@{upstream}", ""]
)
def test_only_a_commit_is_a_revision(repo: Repo, revision: str) -> None:
    repo.commit({"a.c": "a\n"})
    with pytest.raises(UserError, match="no commit"):
        snapshots.commit(opened(repo), revision)


def test_a_root_below_the_top_sees_its_own_part(repo: Repo) -> None:
    repo.commit({"a.c": "a\n", "one/b.c": "b\n", "one two/c.c": "c\n"})
    repo.write({"one/new.c": "n\n", "new.c": "n\n", "one/b.c": "b2\n"})
    one = opened(repo, "one")
    assert one.prefix == "one/"
    assert content(snapshots.index(one)) == {"b.c": b"b\n"}
    assert content(snapshots.worktree(one)) == {"b.c": b"b2\n", "new.c": b"n\n"}
    assert content(snapshots.commit(one, "HEAD")) == {"b.c": b"b\n"}
    assert content(snapshots.commit(opened(repo, "one two"), "HEAD")) == {"c.c": b"c\n"}


def test_a_folder_name_is_no_pattern(repo: Repo) -> None:
    repo.commit({"[ab]/x.c": "x\n", "a/y.c": "y\n"})
    assert content(snapshots.index(opened(repo, "[ab]"))) == {"x.c": b"x\n"}


def test_a_file_that_vanishes_is_still_what_it_was_or_missing_from_the_answer(
    repo: Repo, monkeypatch: pytest.MonkeyPatch
) -> None:
    repo.commit({"a.c": "a\n"})
    repo.write({"b.c": "b\n"})
    held = snapshots.worktree(opened(repo))
    monkeypatch.setattr(snapshots, "HELD", 0)
    not_held = snapshots.worktree(opened(repo))

    (repo.path / "b.c").unlink()

    assert content(held) == {"a.c": b"a\n", "b.c": b"b\n"}
    assert content(not_held) == {"a.c": b"a\n"}


def test_a_repository_in_sha256(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "sha256", git=False)
    repo.git("init", "-q", "--object-format=sha256")
    repo.commit({"a.c": "a\n"})
    os.utime(repo.path / "a.c", (1, 1))
    assert snapshots.worktree(opened(repo)).entries() == snapshots.index(opened(repo)).entries()


def test_no_command_of_the_repository_runs(repo: Repo, tmp_path: Path) -> None:
    """Configuration that would start a program on status, diff or textconv."""
    repo.commit({"a.c": "a\n", ".gitattributes": "*.c diff=evil filter=evil\n"})
    flag = tmp_path / "ran"
    for key in ("core.fsmonitor", "diff.external", "diff.evil.textconv", "diff.evil.command"):
        repo.git("config", key, f"touch {flag}")
    repo.write({"a.c": "changed\n"})
    both(repo)
    assert not flag.exists()


def test_dubious_ownership_names_the_command(repo: Repo, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    repo.commit({"a.c": "a\n"})
    monkeypatch.setenv("PATH", somebody_elses(tmp_path))
    with pytest.raises(UserError) as refused:
        plumbing.discover(str(repo.path))
    assert "dubious ownership" in str(refused.value)
    assert "safe.directory" in refused.value.hint


def test_a_folder_outside_git_is_a_snapshot(tmp_path: Path) -> None:
    folder = Repo(tmp_path / "plain", git=False).write({
        "a.py": "a = 1\n", "sub/b.py": "b = 1\n", ".hidden/c.py": "c", "node_modules/d.py": "d", "env1/pyvenv.cfg": "", "env1/e.py": "e",
        "__pycache__/f.py": "f",
    })  # fmt: skip
    (folder.path / "link.py").symlink_to(folder.path / "a.py")
    snapshot = FolderSnapshot(str(folder.path))
    assert content(snapshot) == {"a.py": b"a = 1\n", "sub/b.py": b"b = 1\n"}
    assert snapshot.skipped() == (("link.py", "a symlink"),)
    assert plumbing.discover(str(folder.path)) is None


def test_a_file_outside_git_stands_for_what_lies_beside_it(tmp_path: Path) -> None:
    """Somebody who asks for one file in a home is not kept waiting for all of it."""
    folder = Repo(tmp_path / "plain", git=False).write({"a.py": "a = 1\n", "b.py": "b = 1\n", "sub/c.py": "c = 1\n"})
    one, whole = (wiring.place(start=str(folder.path / start)) for start in ("a.py", ""))
    assert content(wiring.snapshot(one)) == {"a.py": b"a = 1\n", "b.py": b"b = 1\n"}
    assert "sub/c.py" in content(wiring.snapshot(whole))
    folder.write({"flowscout.toml": ""})
    assert "sub/c.py" in content(wiring.snapshot(wiring.place(start=str(folder.path / "a.py"))))


def test_thousands_of_blobs_come_through_one_process(repo: Repo) -> None:
    repo.commit({f"d{n % 7}/f{n}.c": f"int f{n};\n" * 40 for n in range(1500)})
    snapshot = snapshots.index(opened(repo))
    first = content(snapshot)
    assert len(first) == 1500
    assert content(snapshot) == first
    snapshot.close()


def test_a_document_is_never_written_through_a_symlink(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    root = tmp_path / "root"
    root.mkdir()
    (root / "docs").symlink_to(outside)
    assert docs.write(str(root), "docs/a.md", b"x") is False
    assert list(outside.iterdir()) == []
    (root / "page.md").symlink_to(outside / "b.md")
    assert docs.write(str(root), "page.md", b"x") is False
    assert list(outside.iterdir()) == []


def test_a_failed_write_leaves_the_old_file_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.md").write_bytes(b"old")

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        docs.write(str(tmp_path), "a.md", b"new")
    assert (tmp_path / "a.md").read_bytes() == b"old"
    assert [path.name for path in tmp_path.iterdir()] == ["a.md"]


@pytest.mark.parametrize(("attributes", "config", "expected"), [
    ("", "", False), ("*.md text eol=crlf", "", True), ("*.md text eol=lf", "core.autocrlf=true", False), ("", "core.autocrlf=true", True),
    ("*.md -text", "core.autocrlf=true", False), ("* text=auto", "core.eol=crlf", True), ("", "core.eol=crlf", False),
])  # fmt: skip
def test_line_ends_are_what_git_checks_out(repo: Repo, attributes: str, config: str, expected: bool) -> None:
    """Git itself is asked: what does a checkout of an LF blob give?"""
    repo.commit({".gitattributes": attributes + "\n"})
    if config:
        repo.git("config", *config.split("="))
    blob = repo.git("hash-object", "-w", "--stdin", stdin=b"one\ntwo\n").strip()
    repo.git("update-index", "--add", "--cacheinfo", f"100644,{blob},page.md")
    repo.git("checkout-index", "-f", "page.md")
    assert (b"\r\n" in (repo.path / "page.md").read_bytes()) is expected
    assert (docs.carriage_returns(opened(repo), ["page.md"]) == {"page.md"}) is expected


def test_a_snapshot_satisfies_the_port(repo: Repo) -> None:
    repo.commit({"a.c": "a\n"})
    snapshot: Snapshot = snapshots.index(opened(repo))
    assert isinstance(snapshot, GitSnapshot)
    assert snapshot.label == "index"
