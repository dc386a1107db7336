"""The hook in real commits: it judges what is committed, writes beside it, and lets a staged answer pass."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from shell.repositories import SOURCE, Ran, Repo, environment
from shell.test_docs import INDEX, MARKED, PAGE, VOLUME

FIX = "flowscout hook"
CHANGED = VOLUME.replace("no name", "a name is needed")


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    """In step, with the fixing hook as a plain git hook."""
    made = Repo(tmp_path / "repo")
    made.commit({"src/volume.py": VOLUME, "flowscout.toml": "", "README.md": MARKED})
    assert made.flowscout("refresh").code == 0
    made.commit({}, "docs")
    install(made, "pre-commit", "hook")
    return made


def install(repo: Repo, stage: str, *arguments: str) -> None:
    import sys

    script = repo.path / ".git" / "hooks" / stage
    script.parent.mkdir(exist_ok=True)
    script.write_text(f'#!/bin/sh\nPYTHONPATH="{SOURCE}" exec "{sys.executable}" -m flowscout {" ".join(arguments)}\n')
    script.chmod(0o755)


def attempt(repo: Repo, *arguments: str, env: dict[str, str] | None = None, stdin: str = "") -> Ran:
    done = subprocess.run(
        ["git", *arguments], cwd=repo.path, env=environment(env), input=stdin.encode(), capture_output=True, check=False
    )
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())


def test_a_commit_waits_for_its_docs_and_passes_with_them(repo: Repo) -> None:
    repo.write({"src/volume.py": CHANGED}).git("add", "src")
    refused = attempt(repo, "commit", "-m", "x")
    assert refused.code == 1
    assert PAGE in refused.said
    command = next(line.split("run: ", 1)[1] for line in refused.said.splitlines() if "run: git add" in line)
    assert "a name is needed" in repo.text(PAGE).replace("\n", " ").replace("<br/>", " ")
    again = attempt(repo, "commit", "-m", "x")
    assert again.code == 1, "not staged yet"
    subprocess.run(command, shell=True, cwd=repo.path, env=environment(), check=True)
    assert attempt(repo, "commit", "-m", "x").code == 0
    assert repo.git("status", "--porcelain") == ""


def test_pages_that_git_is_told_to_ignore_are_added_by_force(repo: Repo) -> None:
    repo.write(
        {".gitignore": "docs/\n", "src/other.py": VOLUME.replace("volume", "other"), "src/volume.py": CHANGED}
    ).git("add", ".gitignore", "src")
    refused = attempt(repo, "commit", "-m", "x")
    command = next(line.split("run: ", 1)[1] for line in refused.said.splitlines() if "run: git add" in line)
    assert command.startswith("git add --force -- ")
    subprocess.run(command, shell=True, cwd=repo.path, env=environment(), check=True)
    assert attempt(repo, "commit", "-m", "x").code == 0
    repo.write(
        {
            "src/volume.py": VOLUME,
            "src/other.py": VOLUME.replace("volume", "other").replace("no name", "a name is needed"),
        }
    ).git("add", "src")
    assert "run: git add -- " in attempt(repo, "commit", "-m", "x").said, "git knows them now"


def test_docs_that_are_a_symlink_are_not_said_to_be_written(repo: Repo) -> None:
    repo.git("mv", "docs", "elsewhere")
    (repo.path / "docs").symlink_to("elsewhere")
    repo.write({"src/volume.py": CHANGED}).git("add", "-A")
    for arguments in (["hook"], ["hook", "--check"]):
        ran = repo.flowscout(*arguments)
        assert ran.code == 1
        assert "docs is a symlink, and nothing is written through one" in ran.said
        assert "git add -- docs" not in ran.said
    assert "a name is needed" not in repo.text("elsewhere/flowcharts/src/volume.py.md")
    repo.git("rm", "-q", "--cached", "docs")
    (repo.path / "docs").unlink()
    repo.git("mv", "elsewhere", "docs")
    assert attempt(repo, "commit", "-m", "x").code == 1
    repo.git("add", "-A")
    assert attempt(repo, "commit", "-m", "x").code == 0


def test_the_store_is_closed_for_good(repo: Repo) -> None:
    """A log that is left beside it is read through by each later run."""
    log = repo.path / ".git/flowscout/store.sqlite-wal"
    repo.write({"other.txt": "x"}).git("add", "other.txt")
    assert attempt(repo, "commit", "-m", "x").code == 0
    repo.write({"src/volume.py": CHANGED}).git("add", "src")
    assert attempt(repo, "commit", "-m", "y").code == 1
    assert not log.exists()


def test_what_is_not_staged_is_not_judged(repo: Repo) -> None:
    repo.write({"src/volume.py": CHANGED, "other.txt": "x"}).git("add", "other.txt")
    assert attempt(repo, "commit", "-m", "x").code == 0
    assert repo.text("src/volume.py") == CHANGED


def test_unstaged_edits_survive_the_writing(repo: Repo) -> None:
    repo.write({"src/volume.py": CHANGED}).git("add", "src")
    repo.write({"README.md": repo.text("README.md") + "not staged\n"})
    assert attempt(repo, "commit", "-m", "x").code == 1
    assert repo.text("README.md").endswith("not staged\n")


def test_a_partial_commit_is_judged_by_its_own_index(repo: Repo) -> None:
    repo.write({"src/volume.py": CHANGED, "b.txt": "b"}).git("add", "-A")
    assert attempt(repo, "commit", "-m", "only b", "--", "b.txt").code == 0
    refused = attempt(repo, "commit", "-m", "only volume", "--", "src/volume.py")
    assert refused.code == 1
    assert "name them in your `git commit PATH" in refused.said
    assert attempt(repo, "commit", "-m", "both", "--", "src/volume.py", PAGE, "README.md").code == 0


def test_commit_all_is_judged(repo: Repo) -> None:
    repo.write({"src/volume.py": CHANGED})
    assert attempt(repo, "commit", "-a", "-m", "x").code == 1
    assert attempt(repo, "commit", "-a", "-m", "x").code == 0


TWO = VOLUME + "\n\n" * 4 + VOLUME.replace("def create(", "def build(").replace("no name", "nameless")


def test_chosen_hunks_are_judged_alone(repo: Repo) -> None:
    repo.write({"src/volume.py": TWO})
    repo.flowscout("refresh", "--worktree")
    repo.commit({})
    repo.write({"src/volume.py": TWO.replace("no name", "a name is needed").replace("nameless", "no name at all")})
    refused = attempt(repo, "commit", "-p", "-m", "x", stdin="y\nn\n")
    assert refused.code == 1
    assert PAGE in refused.said
    page = " ".join(repo.text(PAGE).replace("<br/>", " ").split())
    assert "a name is needed" in page
    assert "no name at all" not in page, "that hunk was not chosen"
    repo.git("add", PAGE, "README.md", INDEX)
    assert attempt(repo, "commit", "-p", "-m", "x", stdin="y\nn\n").code == 0
    assert repo.git("diff", "--name-only").split() == ["src/volume.py"]


def test_an_amended_commit_is_judged_as_a_whole(repo: Repo) -> None:
    repo.write({"b.txt": "b"}).git("add", "b.txt")
    assert attempt(repo, "commit", "-m", "x").code == 0
    repo.write({"src/volume.py": CHANGED}).git("add", "src")
    assert attempt(repo, "commit", "--amend", "--no-edit").code == 1
    repo.git("add", "-A")
    assert attempt(repo, "commit", "--amend", "--no-edit").code == 0
    repo.git("reset", "-q", "--soft", "HEAD^")
    assert attempt(repo, "commit", "--amend", "-m", "reworded").code == 0


def diverged(repo: Repo, ours: str, theirs: str) -> None:
    """Two branches whose documents are in step with their own source."""
    for branch, text in (("side", theirs), ("main", ours)):
        repo.git("checkout", "-q", *(["-b", "side"] if branch == "side" else ["main"]))
        repo.write({"src/volume.py": text}).git("add", "src")
        assert repo.flowscout("refresh").code == 0
        repo.git("add", "-A")
        assert attempt(repo, "commit", "-m", branch).code == 0


def test_a_merge_waits_for_the_documents_of_both_sides(repo: Repo) -> None:
    install(repo, "pre-merge-commit", "hook")
    repo.write({"src/volume.py": TWO}).git("add", "src")
    attempt(repo, "commit", "-m", "two")
    repo.commit({}, "two")
    diverged(repo, TWO.replace("no name", "a name is needed"), TWO.replace("nameless", "no name at all"))
    repo.write({".git/info/attributes": "docs/flowcharts/** merge=ours\nREADME.md merge=ours\n"}).git(
        "config", "merge.ours.driver", "true"
    )
    refused = attempt(repo, "merge", "side")
    assert refused.code == 1
    assert PAGE in refused.said
    repo.git("add", "-A")
    assert attempt(repo, "commit", "--no-edit").code == 0
    assert len(repo.git("log", "-1", "--format=%P").split()) == 2
    page = " ".join(repo.text(PAGE).replace("<br/>", " ").split())
    assert "a name is needed" in page
    assert "no name at all" in page


def test_conflicts_in_charts_are_settled_by_drawing_anew(repo: Repo) -> None:
    diverged(repo, CHANGED, VOLUME.replace("no name", "a volume has a name"))
    assert attempt(repo, "merge", "side").code == 1
    assert "<<<<<<<" in repo.text(PAGE)
    repo.write({"src/volume.py": CHANGED}).git("add", "-A")
    assert attempt(repo, "commit", "--no-edit").code == 1
    assert "<<<<<<<" not in repo.text(PAGE) + repo.text("README.md")
    repo.git("add", "-A")
    assert attempt(repo, "commit", "--no-edit").code == 0


def test_what_was_committed_without_the_hook_is_found_by_the_next_commit(repo: Repo) -> None:
    repo.git("checkout", "-q", "-b", "side")
    repo.write({"src/volume.py": CHANGED}).git("add", "src")
    repo.git("commit", "-q", "--no-verify", "-m", "stale")
    repo.git("checkout", "-q", "main")
    repo.write({"b.txt": "b"}).git("add", "b.txt")
    assert attempt(repo, "commit", "-m", "b").code == 0
    repo.git("rebase", "-q", "main", "side")
    repo.write({"c.txt": "c"}).git("add", "c.txt")
    refused = attempt(repo, "commit", "-m", "c")
    assert refused.code == 1
    assert PAGE in refused.said


def test_a_renamed_source_takes_its_page_along(repo: Repo) -> None:
    repo.git("mv", "src/volume.py", "src/disk.py")
    assert attempt(repo, "commit", "-m", "x").code == 1
    assert not (repo.path / PAGE).exists()
    assert (repo.path / PAGE.replace("volume", "disk")).exists()
    repo.git("add", "-A")
    assert attempt(repo, "commit", "-m", "x").code == 0


def test_a_commit_from_a_folder_below(repo: Repo) -> None:
    repo.write({"src/volume.py": CHANGED}).git("add", "src")
    done = subprocess.run(
        ["git", "commit", "-m", "x"], cwd=repo.path / "src", env=environment(), capture_output=True, check=False
    )
    assert done.returncode == 1
    assert (
        f"git add -- README.md {INDEX}" in done.stderr.decode()
        or f"git add -- {PAGE}" in done.stderr.decode()
        or PAGE in done.stderr.decode()
    )


def test_a_linked_worktree_is_judged_by_its_own_index(repo: Repo, tmp_path: Path) -> None:
    repo.git("worktree", "add", "-q", "-b", "side", str(tmp_path / "side"))
    side = Repo(tmp_path / "side", git=False)
    side.write({"src/volume.py": CHANGED}).git("add", "src")
    assert attempt(side, "commit", "-m", "x").code == 1
    assert "a name is needed" in side.text(PAGE).replace("<br/>", " ").replace("\n", " ")
    assert repo.git("status", "--porcelain") == ""
    side.git("add", "-A")
    assert attempt(side, "commit", "-m", "x").code == 0


def test_deleting_a_source_deletes_its_page(repo: Repo) -> None:
    repo.git("rm", "-q", "src/volume.py")
    refused = attempt(repo, "commit", "-m", "x")
    assert refused.code == 1
    assert "its source is gone" in refused.said
    assert not (repo.path / PAGE).exists()
    repo.git("add", "-A")
    assert attempt(repo, "commit", "-m", "x").code == 0


def test_the_first_commit_of_a_repository(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "new").write({"src/volume.py": VOLUME, "flowscout.toml": ""})
    install(repo, "pre-commit", "hook")
    repo.git("add", "-A")
    assert attempt(repo, "commit", "-m", "x").code == 1
    repo.git("add", "-A")
    assert attempt(repo, "commit", "-m", "x").code == 0


def test_the_check_writes_nothing(repo: Repo) -> None:
    install(repo, "pre-commit", "hook", "--check")
    before = repo.text(PAGE)
    repo.write({"src/volume.py": CHANGED}).git("add", "src")
    refused = attempt(repo, "commit", "-m", "x")
    assert (refused.code, repo.text(PAGE)) == (1, before)
    assert "run: flowscout refresh && git add -- " in refused.said


def test_without_configuration_it_does_nothing(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "bare").write({"src/volume.py": VOLUME})
    install(repo, "pre-commit", "hook")
    repo.git("add", "-A")
    passed = attempt(repo, "commit", "-m", "x")
    assert passed.code == 0
    assert "flowscout init" in passed.said
    assert not (repo.path / "docs").exists()


def test_a_broken_configuration_stops_the_commit(repo: Repo) -> None:
    repo.write({"flowscout.toml": "detial = 1\n"}).git("add", "-A")
    refused = attempt(repo, "commit", "-m", "x")
    assert refused.code == 1
    assert "did you mean `detail`?" in refused.said


def test_the_configuration_is_the_staged_one(repo: Repo) -> None:
    repo.write({"flowscout.toml": "detial = 1\n", "b.txt": "b"}).git("add", "b.txt")
    assert attempt(repo, "commit", "-m", "x").code == 0


def test_every_root_of_a_monorepo_is_judged(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "mono")
    repo.write(
        {"one/flowscout.toml": "", "one/a.py": VOLUME, "two/pyproject.toml": "[tool.flowscout]\n", "two/b.py": VOLUME}
    )
    install(repo, "pre-commit", "hook")
    repo.git("add", "-A")
    refused = attempt(repo, "commit", "-m", "x")
    assert refused.code == 1
    assert (repo.path / "one/docs/flowcharts/a.py.md").exists()
    assert (repo.path / "two/docs/flowcharts/b.py.md").exists()
    assert "git add -- one/docs/flowcharts/README.md one/docs/flowcharts/a.py.md" in refused.said
    repo.git("add", "-A")
    assert attempt(repo, "commit", "-m", "x").code == 0


def test_a_push_is_judged_by_what_is_pushed(repo: Repo, tmp_path: Path) -> None:
    (repo.path / ".git/hooks/pre-commit").unlink()
    install(repo, "pre-push", "hook", "--check", "--pushed")
    Repo(tmp_path / "remote", git=False).git("init", "-q", "--bare")
    repo.git("remote", "add", "origin", str(tmp_path / "remote"))
    assert attempt(repo, "push", "origin", "main").code == 0
    repo.commit({"src/volume.py": CHANGED})
    assert repo.flowscout("refresh").code == 0
    assert attempt(repo, "push", "origin", "main").code == 1, "the pages are on disk, not in the commit"
    repo.commit({})
    assert attempt(repo, "push", "origin", "main").code == 0
    assert attempt(repo, "push", "origin", "--delete", "main").code in (0, 1)


@pytest.fixture(scope="session")
def framework(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """pre-commit with its own store, and this checkout as a hook repository with a tag."""
    pytest.importorskip("pre_commit", reason="pre-commit is not installed")
    base = tmp_path_factory.mktemp("framework")
    hooks = Repo(base / "hooks")
    root = SOURCE.parent
    import shutil

    shutil.copytree(root / "src", hooks.path / "src", ignore=shutil.ignore_patterns("__pycache__"))
    for name in (
        "pyproject.toml",
        "hatch_build.py",
        "README.md",
        "LICENSE",
        ".pre-commit-hooks.yaml",
        "requirements.action.lock",
    ):
        if (root / name).exists():
            shutil.copy(root / name, hooks.path / name)
        else:
            (hooks.path / name).write_text(name)
    hooks.commit()
    hooks.git("tag", "v0.0.1")
    return {"PRE_COMMIT_HOME": str(base / "store"), "hooks": str(hooks.path)}


def configured(repo: Repo, framework: dict[str, str], *ids: str) -> dict[str, str]:
    listed = "".join(f"  - id: {id_}\n" for id_ in ids)
    repo.write({".pre-commit-config.yaml": f"repos:\n- repo: {framework['hooks']}\n  rev: v0.0.1\n  hooks:\n{listed}"})
    repo.git("add", ".pre-commit-config.yaml")
    return {"PRE_COMMIT_HOME": framework["PRE_COMMIT_HOME"], "PYTHONPATH": ""}


def pre_commit(repo: Repo, env: dict[str, str], *arguments: str) -> Ran:
    import sys

    done = subprocess.run(
        [sys.executable, "-m", "pre_commit", *arguments],
        cwd=repo.path,
        env=environment(env),
        capture_output=True,
        check=False,
    )
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())


def installed(repo: Repo, env: dict[str, str]) -> None:
    (repo.path / ".git/hooks/pre-commit").unlink(missing_ok=True)
    done = pre_commit(
        repo, env, "install", "--install-hooks", "-t", "pre-commit", "-t", "pre-push", "-t", "pre-merge-commit"
    )
    if done.code and "No matching distribution" in done.out + done.said:
        pytest.skip("the package index is not reachable")
    assert done.code == 0, done.out + done.said


@pytest.mark.slow
def test_pre_commit_runs_the_hook(repo: Repo, framework: dict[str, str]) -> None:
    env = configured(repo, framework, "flowscout")
    installed(repo, env)
    assert list(Path(framework["PRE_COMMIT_HOME"]).rglob("flowscout/schemas/sfm.json")), "the wheel ships the schemas"
    assert attempt(repo, "commit", "-m", "config", env=env).code == 0
    repo.write({"src/volume.py": CHANGED}).git("add", "src")
    repo.write({"note.txt": "untracked", "README.md": "not staged\n" + repo.text("README.md")})
    refused = attempt(repo, "commit", "-m", "x", env=env)
    assert refused.code == 1
    assert "run: git add -- " in refused.out + refused.said
    assert repo.text("README.md").startswith("not staged\n")
    repo.git("add", PAGE, "README.md", INDEX)
    passed = attempt(repo, "commit", "-m", "x", env=env)
    assert passed.code == 0, passed.out + passed.said
    repo.git("rm", "-q", "src/volume.py")
    assert attempt(repo, "commit", "-m", "delete only", env=env).code == 1
    repo.git("add", "-A")
    assert attempt(repo, "commit", "-m", "delete only", env=env).code == 0


@pytest.mark.slow
def test_pre_commit_checks_all_files_and_pushed_commits(repo: Repo, framework: dict[str, str], tmp_path: Path) -> None:
    env = configured(repo, framework, "flowscout-check")
    installed(repo, env)
    assert pre_commit(repo, env, "run", "--all-files").code == 0
    repo.git("commit", "-q", "--no-verify", "-m", "config")
    Repo(tmp_path / "remote", git=False).git("init", "-q", "--bare")
    repo.git("remote", "add", "origin", str(tmp_path / "remote"))
    assert attempt(repo, "push", "origin", "main", env=env).code == 0
    repo.write({"src/volume.py": CHANGED}).git("add", "src")
    repo.git("commit", "-q", "--no-verify", "-m", "stale")
    assert repo.flowscout("refresh").code == 0
    repo.git("add", "-A")
    refused = attempt(repo, "push", "origin", "main", env=env)
    assert refused.code == 1, "staged pages are not pushed pages"
    assert "flowscout refresh" in refused.out + refused.said


@pytest.mark.slow
def test_pre_commit_judges_parts_merges_amends_and_worktrees(
    repo: Repo, framework: dict[str, str], tmp_path: Path
) -> None:
    env = configured(repo, framework, "flowscout")
    installed(repo, env)
    repo.write({"src/volume.py": TWO}).git("add", "-A")
    attempt(repo, "commit", "-m", "two", env=env)
    repo.git("add", "-A")
    assert attempt(repo, "commit", "-m", "two", env=env).code == 0

    repo.write({"src/volume.py": TWO.replace("no name", "a name is needed"), "b.txt": "b"}).git("add", "-A")
    assert attempt(repo, "commit", "-m", "only b", "--", "b.txt", env=env).code == 0
    assert attempt(repo, "commit", "-m", "volume", env=env).code == 1
    repo.git("add", "-A")
    assert attempt(repo, "commit", "--amend", "--no-edit", env=env).code == 0

    repo.git("worktree", "add", "-q", "-b", "side", str(tmp_path / "side"), "HEAD^")
    side = Repo(tmp_path / "side", git=False)
    side.write({"src/volume.py": TWO.replace("nameless", "no name at all")}).git("add", "-A")
    assert attempt(side, "commit", "-m", "side", env=env).code == 1
    assert repo.git("status", "--porcelain") == ""
    side.git("add", "-A")
    assert attempt(side, "commit", "-m", "side", env=env).code == 0

    repo.write({".git/info/attributes": "docs/flowcharts/** merge=ours\nREADME.md merge=ours\n"}).git(
        "config", "merge.ours.driver", "true"
    )
    refused = attempt(repo, "merge", "side", env=env)
    assert refused.code == 1
    assert PAGE in refused.out + refused.said
    repo.git("add", "-A")
    assert attempt(repo, "commit", "--no-edit", env=env).code == 0


@pytest.mark.slow
def test_try_repo(repo: Repo, framework: dict[str, str]) -> None:
    env = {"PRE_COMMIT_HOME": framework["PRE_COMMIT_HOME"], "PYTHONPATH": ""}
    done = pre_commit(repo, env, "try-repo", framework["hooks"], "flowscout-check", "--all-files", "--verbose")
    assert done.code == 0, done.out + done.said
    assert "Passed" in done.out


def test_the_manifest_is_valid() -> None:
    pytest.importorskip("pre_commit", reason="pre-commit is not installed")
    import sys

    manifest = SOURCE.parent / ".pre-commit-hooks.yaml"
    done = subprocess.run(
        [sys.executable, "-m", "pre_commit", "validate-manifest", str(manifest)], capture_output=True, check=False
    )
    assert done.returncode == 0, done.stdout.decode()
    assert os.path.isfile(manifest)


@pytest.mark.parametrize("seconds", [0.02, 0.2, 0.6])
def test_the_time_of_a_commit_ends_wherever_it_is(repo: Repo, seconds: float) -> None:
    """In git's answer, in a page, in a drawing: nothing is half written, and the command that is named finishes the work."""
    import sys

    many = "".join(CHANGED.replace("def ", f"def v{n}_") for n in range(150))
    repo.write(
        {"src/volume.py": CHANGED, "src/more.py": many, "README.md": MARKED + "\n<!--flowscout:" + "\t" * 9000}
    ).git("add", ".")
    run = "import sys\nfrom flowscout.entrypoints import hook\nhook.SECONDS = float(sys.argv.pop())\nfrom flowscout.__main__ import main\nsys.exit(main())"
    before = repo.text(PAGE)
    done = subprocess.run(
        [sys.executable, "-c", run, "hook", str(seconds)],
        cwd=repo.path,
        env=environment({"CI": ""}),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode == 0:
        assert "not judged; CI will" in done.stderr
        assert "flowscout refresh --check" in done.stderr
        assert repo.text(PAGE) == before or "a name is needed" in repo.text(PAGE).replace("\n", " ").replace(
            "<br/>", " "
        )
    else:
        assert done.returncode == 1
        assert PAGE in done.stderr
    assert repo.flowscout("refresh").code == 0
    repo.git("add", "-A")
    assert repo.flowscout("refresh", "--check").code == 0
