"""The same attacks as on a job, on the hook, on the processes that work, on `listen`, and on git where it fetches."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from flowscout.adapters.files.docs import carriage_returns
from flowscout.adapters.git.basis import Fetch
from flowscout.adapters.git.blobs import Blobs
from flowscout.adapters.git.gitpython import last_change
from flowscout.adapters.git.plumbing import GitFailed, discover, run, settings
from flowscout.adapters.git.ranges import renames
from flowscout.adapters.git.snapshots import commit, index, worktree
from hub.attacks import TRANSPORTS, Attacks, git
from hub.double import Double
from hub.stage import CHANGED, Stage
from hub.stage import git as committing
from hub.test_listen import Listening, until

ROOT = Path(__file__).parent.parent.parent
VOLUME = "def handle(x):\n    if x:\n        raise ValueError(x)\n    return 1\n"
ENTRIES = re.findall(r"^  entry: (.*)$", (ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"), re.MULTILINE)


@pytest.fixture
def made(tmp_path: Path) -> Attacks:
    """A repository of a person, with all of it in its work tree, set up for flowscout."""
    made = Attacks(tmp_path / "fired", tmp_path / "work")
    for name, text in {**made.files(), "flowscout.toml": 'include = ["src/"]\n', "src/volume.py": VOLUME}.items():
        path = made.place / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    git(tmp_path, "init", "-q", "-b", "main", str(made.place))
    git(made.place, "add", "-A", "--", ":!embedded", ":!evil.git")
    committing(made.place, "commit", "-q", "-m", "all")
    (made.place / "src/volume.py").write_text(VOLUME.replace("return 1", "return 2"))
    committing(made.place, "commit", "-q", "-a", "-m", "more")
    return made


def python_only(made: Attacks) -> dict[str, str]:
    """git runs hooks with its own variables and a person's PATH: those are theirs."""
    mine = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return {**{name: value for name, value in made.environment().items() if not name.startswith("GIT_")}, **mine}


@pytest.mark.parametrize("shared", [False, True], ids=["its own interpreter", "what stands on PATH"])
def test_a_plain_hook(made: Attacks, tmp_path: Path, shared: bool) -> None:
    alone = [sys.executable, "-I", "-m", "flowscout"]
    subprocess.run([*alone, "hook", "install"], cwd=made.place, check=True, capture_output=True)
    hook = made.place / ".git/hooks/pre-commit"
    given = python_only(made)
    if shared:
        hook = ROOT / "hooks/pre-commit"
        program = tmp_path / "bin/flowscout"
        program.parent.mkdir()
        program.write_text(
            f"#!{sys.executable}\nimport re, sys\nfrom flowscout.__main__ import main\nsys.exit(main())\n"
        )
        program.chmod(0o755)
        given["PATH"] = f"{program.parent}:{given['PATH']}"
    made.prepare()

    done = subprocess.run([str(hook)], cwd=made.place, env=given, capture_output=True, text=True, check=False)

    assert (done.returncode, made.fired) == (1, set()), done.stderr
    assert "run: git add -- " in done.stderr
    assert not (made.place / "cache").exists()


@pytest.mark.parametrize("entry", ENTRIES)
def test_a_hook_of_pre_commit(made: Attacks, entry: str) -> None:
    program, *arguments = entry.split()
    assert program == "python"
    made.prepare()
    given = {
        name: value for name, value in python_only(made).items() if name not in ("PYTHONHOME", "PYTHONEXECUTABLE")
    }  # pre-commit's own

    done = subprocess.run(
        [sys.executable, *arguments], cwd=made.place, env=given, capture_output=True, text=True, check=False
    )

    assert (done.returncode, made.fired) == (1, set()), done.stderr


def test_python_that_is_not_isolated_does_not_look_where_we_stand(made: Attacks) -> None:
    """`python -m flowscout` by hand. Only what Python itself imports for `-m`, and a package of our own name, could come before us."""
    made.prepare()
    subprocess.run(
        [
            "rm",
            "-r",
            *(str(place) for name in ("flowscout", "contextlib", "types") for place in made.place.glob(f"{name}*")),
        ],
        check=True,
    )
    given = {name: os.environ[name] for name in ("PATH", "HOME")}

    done = subprocess.run(
        [sys.executable, "-m", "flowscout", "hook"],
        cwd=made.place,
        env=given,
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.returncode, made.fired) == (1, set()), done.stderr


WORKING = """\
import os, sys
if sys.argv[1:] == ["settled"]:
    from flowscout.children import settle
    settle(os.environ)
if __name__ == "__main__":
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        print(pool.submit(os.getpid).result() != os.getpid())
"""


@pytest.mark.parametrize("settled", [True, False])
def test_a_process_of_a_pool(made: Attacks, tmp_path: Path, settled: bool) -> None:
    script = tmp_path / "working.py"
    script.write_text(WORKING)

    done = subprocess.run(
        [sys.executable, str(script), *(["settled"] if settled else [])],
        cwd=made.place,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )

    assert bool(made.fired) is not settled, done.stderr
    assert (done.stdout.strip() == "True") is settled


def test_a_worker_of_listen(stage: Stage, double: Double, tmp_path: Path) -> None:
    made = Attacks(tmp_path / "fired", stage.workspace)
    stage.push({"store.py": CHANGED, **made.files()})
    stage.checkout()
    event = stage.comment("/flowchart Store.forget")
    made.prepare()
    given = {
        name: value
        for name, value in made.environment().items()
        if name not in ("PATH", "PYTHONEXECUTABLE", "PYTHONHOME")
    }
    listening = Listening(stage)
    with listening.log.open("ab") as log:
        listening.process = subprocess.Popen(
            [sys.executable, "-I", "-m", "flowscout", "listen", "--port", "0"],
            env={**listening.environment(), **given},
            cwd=stage.workspace,
            stderr=log,
        )
    try:
        listening.port = int(
            until(lambda: re.search(r"listening on http://127\.0\.0\.1:(\d+)/", listening.said()), 30)[1]
        )
        listening.deliver("issue_comment", event)
        listening.idle(90)
    finally:
        listening.stop()

    (answer,) = double.bodies(1)
    assert "Store.forget" in answer, listening.said()
    assert made.fired == set()


def test_a_worker_gets_what_it_needs_and_no_more(tmp_path: Path) -> None:
    from flowscout.entrypoints.listen.work import DeliveryWorkers, Setting

    ours = {
        "PATH": "/bin", "HOME": "/h", "LC_ALL": "C", "HTTPS_PROXY": "http://p", "SSL_CERT_FILE": "/c", "ANTHROPIC_API_KEY": "k", "FLOWSCOUT_PROVIDER": "x", "GITHUB_API_URL": "u",
        "FLOWSCOUT_APP_ID": "1", "FLOWSCOUT_APP_PRIVATE_KEY": "s", "FLOWSCOUT_WEBHOOK_SECRET": "s", "FLOWSCOUT_LISTEN_TOKEN": "s", "FLOWSCOUT_INPUT_BASE": "b", "AWS_SECRET_ACCESS_KEY": "s",
        "PYTHONPATH": "/x", "LD_PRELOAD": "/x", "GIT_DIR": "/x", "GITHUB_TOKEN": "s", "DATABASE_URL": "s"}  # fmt: skip
    bare = DeliveryWorkers.__new__(DeliveryWorkers)
    bare._setting = Setting(tmp_path, None, 1, ours)  # type: ignore[arg-type]

    got = bare._given(type("One", (), {"event": "issue_comment"})(), tmp_path, "t")  # type: ignore[arg-type]

    assert {name for name in got if got[name] == ours.get(name)} == {
        "PATH",
        "HOME",
        "LC_ALL",
        "HTTPS_PROXY",
        "SSL_CERT_FILE",
        "ANTHROPIC_API_KEY",
        "FLOWSCOUT_PROVIDER",
        "GITHUB_API_URL",
    }
    assert not {"s", "/x"} & set(got.values())


def test_git_is_asked_in_a_repository_that_names_programs(made: Attacks) -> None:
    made.prepare()
    found = discover(str(made.place))
    assert found is not None

    for path in made.place.glob("**/*.py"):
        path.touch()
    (made.place / ".git/index").touch()
    found.differing("--", "src")  # as new as the index in git's whole seconds, so that it may read the content
    os.utime(made.place / "src/volume.py", (1, 1))
    assert found.differing("--", "src")
    for seen in (worktree(found), index(found), commit(found, "HEAD")):
        seen.read(seen.entries(["src/volume.py"]))
        seen.close()
    assert carriage_returns(found, ["src/volume.py"]) == frozenset()
    before, after = last_change(found, "HEAD", "src/volume.py")
    assert (renames(found, before, after), len(after)) == ({}, 40)
    assert made.fired == set()


def test_a_repository_that_was_committed_into_another_is_not_one(made: Attacks) -> None:
    inside = discover(str(made.place / "embedded"))

    assert inside is not None
    assert (inside.top, inside.prefix) == (str(made.place), "embedded/")


@pytest.mark.parametrize("key", TRANSPORTS)
def test_what_fetches_is_not_named_by_the_checkout(stage: Stage, tmp_path: Path, key: str) -> None:
    stage.push({"store.py": CHANGED})
    stage.checkout()
    made = Attacks(tmp_path / "fired", stage.workspace)
    program = tmp_path / "program"
    program.write_text(made.program("transport"))
    program.chmod(0o755)
    for name, value in TRANSPORTS.items():
        if name == key or name.startswith(("protocol.", "extensions.", "remote.evil")):
            git(
                stage.workspace,
                "config",
                name.format(program, remote=stage.remote),
                value.format(program, remote=stage.remote),
            )
    missing = committing(stage.workspace, "cat-file", "-p", "HEAD").split("parent ")[1][:40]
    repository = discover(str(stage.workspace))
    assert repository is not None

    assert dict(Blobs(repository).read([missing])) == {}
    last_change(repository, missing, "store.py")
    try:
        Fetch(repository, stage.remote, "t" * 40).one(missing)
    except GitFailed as refusal:
        assert "not allowed" in str(refusal)  # noqa: PT017 - some are refused, some are passed over
    assert made.fired == set()


def test_transports_work_where_nobody_takes_care(stage: Stage, tmp_path: Path) -> None:
    stage.push({"store.py": CHANGED})
    stage.checkout()
    made = Attacks(tmp_path / "fired", stage.workspace)
    program = tmp_path / "program"
    program.write_text(made.program("transport"))
    program.chmod(0o755)

    for name in ("remote.{remote}.uploadpack", "protocol.ext.allow", "url.ext::{} .insteadOf"):
        git(
            stage.workspace,
            "config",
            name.format(program, remote=stage.remote),
            TRANSPORTS[name].format(program, remote=stage.remote),
        )
        subprocess.run(["git", "fetch", stage.remote], cwd=stage.workspace, capture_output=True, check=False)
        if name != "protocol.ext.allow":
            assert made.fired == {"transport"}, name
            made.mark.unlink()


def test_a_git_gets_what_it_needs_and_no_more(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    for name in (
        "FLOWSCOUT_INPUT_GITHUB_TOKEN",
        "ANTHROPIC_API_KEY",
        "GIT_EXTERNAL_DIFF",
        "GIT_SSH_COMMAND",
        "LD_PRELOAD",
        "GIT_TRACE",
        "GIT_CONFIG_COUNT",
    ):
        monkeypatch.setenv(name, "x")
    monkeypatch.setenv("GIT_INDEX_FILE", str(tmp_path / "next"))
    said = run(("-c", "alias.told=!env", "told"), str(tmp_path), settings())

    got = dict(line.partition("=")[::2] for line in said.decode().splitlines())
    assert not {name for name in got if got[name] == "x"}
    assert got["GIT_INDEX_FILE"] == str(tmp_path / "next")
    assert "GIT_INDEX_FILE" not in settings(elsewhere=True)
