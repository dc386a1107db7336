"""What is released: both archives are complete, know their commit, and work where nothing else is installed."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest

from mermaid import harness
from shell.repositories import QUIET

ROOT = Path(__file__).resolve().parents[2]
TOOLS = ("build", "hatchling", "twine")


def script(name: str) -> Any:
    spec = importlib.util.spec_from_file_location(name, ROOT / ".ci" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def built(source: Path, into: Path) -> Path:
    for tool in TOOLS:
        if importlib.util.find_spec(tool) is None:
            harness.missing(f"{tool} is not installed")
    done = subprocess.run(
        [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(into), str(source)],
        env={**os.environ, **QUIET},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return into


@pytest.fixture(scope="module")
def tagged(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path, str]:
    """(a copy of this tree, released as a commit with its tag; what was built of it; the commit)."""
    folder = tmp_path_factory.mktemp("release")
    source = folder / "source"
    source.mkdir()
    for name in (
        "src",
        ".ci",
        "pyproject.toml",
        "hatch_build.py",
        "README.md",
        "CHANGELOG.md",
        "SECURITY.md",
        "LICENSE",
        "requirements.action.lock",
    ):
        target = ROOT / name
        shutil.copytree(
            target, source / name, ignore=shutil.ignore_patterns("__pycache__")
        ) if target.is_dir() else shutil.copy(target, source / name)
    git = ["git", "-c", "init.defaultBranch=main"]
    for arguments in (["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "release"], ["tag", f"v{version()}"]):
        subprocess.run([*git, *arguments], cwd=source, env={**os.environ, **QUIET}, check=True)
    commit = subprocess.run(
        [*git, "rev-parse", "HEAD"], cwd=source, capture_output=True, text=True, check=True
    ).stdout.strip()
    return source, built(source, folder / "dist"), commit


def version() -> str:
    from flowscout import __version__

    return __version__


def test_the_version_stands_in_one_place(tagged: tuple[Path, Path, str]) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

    assert "version" not in project
    assert "version" in project["dynamic"]
    assert [path.name for path in sorted(tagged[1].iterdir())] == [
        f"flowscout-{version()}-py3-none-any.whl",
        f"flowscout-{version()}.tar.gz",
    ]
    assert script("sbom").bill(ROOT)["metadata"]["component"]["version"] == version()


def test_the_readme_leads_out_of_an_index_to_what_was_built(tagged: tuple[Path, Path, str]) -> None:
    source, dist, commit = tagged
    (wheel,), (packed,) = dist.glob("*.whl"), dist.glob("*.tar.gz")
    with zipfile.ZipFile(wheel) as opened, tarfile.open(packed) as archive:
        of_wheel = opened.read(f"flowscout-{version()}.dist-info/METADATA").decode().partition("\n\n")[2]
        member = archive.extractfile(f"flowscout-{version()}/PKG-INFO")
        assert member is not None
        assert member.read().decode().partition("\n\n")[2] == of_wheel
    here = (source / "README.md").read_text(encoding="utf-8")
    links = re.compile(r"!?\[[^\[\]\n]*\]\(([^()\s]+)\)")
    leading = {
        path: found
        for path, found in zip(links.findall(here), links.findall(of_wheel), strict=True)
        if not path.startswith(("http", "#"))
    }
    assert len(leading) > 10
    for path, found in leading.items():
        assert (ROOT / path.partition("#")[0]).exists(), path
        start = (
            "https://raw.githubusercontent.com/flowscout/flowscout/"
            if path.endswith(".svg")
            else "https://github.com/flowscout/flowscout/blob/"
        )
        assert found == f"{start}{commit}/{path}"
    code = re.compile(r"(?ms)^```.*?^```$")
    assert code.findall(here) == code.findall(of_wheel), "what is code stays as it is"


def test_the_changelog_is_one_that_a_release_can_quote() -> None:
    """The form of Keep a Changelog, and a section with its day for the version that stands here."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    sections = re.findall(r"(?m)^## (.*)$", text)
    assert sections[0] == "[Unreleased]"
    assert [re.fullmatch(r"\[(\d+\.\d+\.\d+)\] - \d{4}-\d\d-\d\d", one) is not None for one in sections[1:]] == [
        True
    ] * (len(sections) - 1)
    assert set(re.findall(r"(?m)^### (.*)$", text)) <= {
        "Added",
        "Changed",
        "Deprecated",
        "Removed",
        "Fixed",
        "Security",
    }
    assert {name.strip("[]") for name in re.findall(r"(?m)^## (\[[^\]]+\])", text)} == set(
        re.findall(r"(?m)^\[([^\]]+)\]: https://", text)
    )
    notes = script("check_dist").notes(version())
    assert notes.startswith("### ")
    assert "\n## " not in notes
    assert "]: https://" not in notes
    assert script("check_dist").notes("0.0.0") == ""


def test_both_archives_know_their_commit_and_hold_what_they_need(tagged: tuple[Path, Path, str]) -> None:
    source, dist, commit = tagged
    check = script("check_dist")
    (wheel,), (packed,) = dist.glob("*.whl"), dist.glob("*.tar.gz")
    with zipfile.ZipFile(wheel) as opened:
        names = set(opened.namelist())
        assert opened.read("flowscout/release.txt").decode() == f"{commit}\nv{version()}\n"
    with tarfile.open(packed) as archive:
        members = {name.partition("/")[2] for name in archive.getnames()}
    shipped = {path.relative_to(source / "src").as_posix() for path in (source / "src").rglob("*") if path.is_file()}
    assert shipped <= names
    assert {"flowscout/requirements.lock", "flowscout/py.typed"} <= names
    assert not [name for name in names | members if name.startswith(("tests/", "demo/", ".github/"))]
    assert {f"src/{name}" for name in shipped} <= members
    assert not list(source.glob("release.txt")), "nothing is left in the tree"
    done = subprocess.run(
        [sys.executable, "-m", "twine", "check", "--strict", str(wheel), str(packed)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    with pytest.raises(SystemExit, match=r"the tag is v0\.0\.0"):
        check.agree("v0.0.0", commit, wheel, packed)
    check.agree(f"v{version()}", commit, wheel, packed)


def test_a_build_outside_git_says_what_to_pass_instead_of_a_commit(
    tmp_path: Path, tagged: tuple[Path, Path, str]
) -> None:
    source = shutil.copytree(tagged[0], tmp_path / "export", ignore=shutil.ignore_patterns(".git"))
    dist = built(source, tmp_path / "dist")
    (wheel,) = dist.glob("*.whl")
    with zipfile.ZipFile(wheel) as opened:
        assert "flowscout/release.txt" not in opened.namelist()
        opened.extractall(tmp_path / "site")
    subprocess.run(["git", "init", "-q", str(tmp_path / "repo")], check=True)
    given = {**os.environ, **QUIET, "PYTHONPATH": str(tmp_path / "site")}
    ran = subprocess.run(
        [sys.executable, "-m", "flowscout", "init"],
        cwd=tmp_path / "repo",
        env=given,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 2
    assert "--action OWNER/REPOSITORY@COMMIT" in ran.stderr
    given["PYTHONPATH"] = str(tmp_path / "tagged")
    (released,) = tagged[1].glob("*.whl")
    with zipfile.ZipFile(released) as opened:
        opened.extractall(tmp_path / "tagged")
    ran = subprocess.run(
        [sys.executable, "-m", "flowscout", "init"],
        cwd=tmp_path / "repo",
        env=given,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert "no release" not in ran.stderr
    assert f"uses: flowscout/flowscout@{tagged[2]} # v{version()}\n" in (
        tmp_path / "repo/.github/workflows/flowscout.yml"
    ).read_text(encoding="utf-8")


def test_the_bill_of_materials_names_every_pin_of_the_lock_with_its_hashes() -> None:
    bill = script("sbom").bill(ROOT)
    lock = (ROOT / "requirements.action.lock").read_text(encoding="utf-8")

    pins = set(re.findall(r"(?m)^([\w.-]+)==(\S+)", lock))
    assert {(part["name"], part["version"]) for part in bill["components"]} == pins
    assert sum(
        len([p for p in part["properties"] if p["name"] == "flowscout:sha256"]) for part in bill["components"]
    ) == lock.count("--hash=sha256:")
    refs = [part["bom-ref"] for part in bill["components"]]
    assert len(refs) == len(set(refs)), "one entry for each"
    assert bill["dependencies"] == [{"ref": bill["metadata"]["component"]["bom-ref"], "dependsOn": sorted(refs)}]
    assert json.dumps(bill) == json.dumps(script("sbom").bill(ROOT))


@pytest.mark.slow
def test_a_new_user_installs_it_into_a_fresh_environment_and_uses_it(tagged: tuple[Path, Path, str]) -> None:
    done = subprocess.run(
        [sys.executable, "-I", str(ROOT / ".ci/check_dist.py"), "--dist", str(tagged[1]), "--try"],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode and "onnection" in done.stderr:
        harness.missing("no package index can be reached")
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("works on Python") == 2
