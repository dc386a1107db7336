"""Rules of the house. A rule nobody checks is not a rule."""

from __future__ import annotations

import ast
import re
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from corpus.driver import Case, cases
from flowscout import shelf

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "flowscout"
ROOMS = sorted(p.parent for p in SOURCE.glob("*/__init__.py"))
OURS = sorted(
    p for folder in ("src", "tests", "demo") for p in (ROOT / folder).rglob("*.py") if "node_modules" not in p.parts
)
CORE = ("model", "stages", "resolvers", "words", "languages", "shapes", "engine", "pipeline.py", "whole.py")


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_no_module_is_too_long() -> None:
    lengths = {path: path.read_text(encoding="utf-8").count("\n") for path in OURS}
    assert [_name(path) for path, length in lengths.items() if length > (600 if "tests" in path.parts else 400)] == []


def test_nothing_is_left_to_do() -> None:
    mark = re.compile(rf"\b({'TO' + 'DO'}|{'FIX' + 'ME'}|{'X' * 3})\b")
    assert [_name(path) for path in OURS if mark.search(path.read_text(encoding="utf-8"))] == []


def _core() -> list[Path]:
    named = [SOURCE / name for name in CORE]
    return sorted(p for place in named for p in (place.rglob("*.py") if place.is_dir() else [place]))


def test_the_core_opens_nothing_and_prints_nothing() -> None:
    assert [
        (_name(path), node.lineno, node.func.id)
        for path in _core()
        for node in ast.walk(_tree(path))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        and node.func.id in {"open", "print", "input", "exec", "eval"}
    ] == []  # fmt: skip


def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def _room_of(path: Path, node: ast.ImportFrom) -> set[str]:
    """The rooms of ours that `from ..x import y` reaches."""
    if not node.level:
        package, _, rest = (node.module or "").partition(".")
        names = {rest.split(".")[0]} if rest else {alias.name for alias in node.names}
        return names if package == "flowscout" else set()
    base = list(path.relative_to(SOURCE).with_suffix("").parts)
    base = base[:-1] if path.name == "__init__.py" else base
    keep = base[: len(base) - node.level + (1 if path.name == "__init__.py" else 0)]
    parts = [*keep, *(node.module or "").split(".")] if node.module else keep
    parts = [part for part in parts if part]
    return {parts[0]} if parts else {alias.name for alias in node.names}


def _imported(room: Path) -> set[str]:
    found: set[str] = set()
    for path in room.rglob("*.py"):
        for node in ast.walk(_tree(path)):
            if isinstance(node, ast.ImportFrom):
                found |= _room_of(path, node)
    return found - {room.name, "__version__"}


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.name)
def test_a_room_says_what_it_imports(room: Path) -> None:
    """Its docstring ends with a line like "Imports model, shelf." that is true."""
    said = ast.get_docstring(_tree(room / "__init__.py")) or ""
    last = said.strip().split("\n")[-1]
    match = re.search(r"Imports ([\w ,]+)\.$", last)
    assert match, (
        f"the docstring of {room.name} should end: Imports {', '.join(sorted(_imported(room))) or 'nothing of ours'}."
    )
    named = set() if match[1] == "nothing of ours" else set(match[1].split(", "))
    assert named == _imported(room)


@pytest.mark.parametrize("language", shelf.names("flowscout.languages"))
def test_every_language_has_a_sample(language: str) -> None:
    """Under every heading of `polyglot.md`, in place or in `languages/NAME.md`."""
    shared = {case.headings[-1] for case in cases() if case.file.name == "polyglot.md"}
    given = {
        case.headings[-1]
        for case in cases()
        if language in case.languages and (case.file.name == "polyglot.md" or case.file.parent.name == "languages")
    }
    assert shared == given


def test_a_name_of_a_class_has_one_meaning() -> None:
    """But for what two resolvers have each their own of, and the published names of the tools' data."""
    aside = (SOURCE / "resolvers", SOURCE / "tools" / "each")
    named = Counter(
        node.name
        for path in SOURCE.rglob("*.py")
        if not any(path.is_relative_to(place) for place in aside)
        for node in _tree(path).body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )
    assert [name for name, count in named.items() if count > 1] == []


def test_every_case_says_what_it_is_about() -> None:
    known = {"detail", "draw", "same", "together", "bytes", "wrong", "gone", "moved", "unborne"}

    def whole(case: Case) -> bool:
        said = case.prose and case.sources and case.outputs and case.options.get("wrong", "reason")
        return bool(said) and set(case.options) <= known

    assert [case.name for case in cases() if not whole(case)] == []


def test_no_two_cases_have_one_name() -> None:
    names = [case.name for case in cases()]
    assert len(names) == len(set(names))


def test_the_lock_names_every_dependency_and_no_index() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["dev"]]
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    locked = {re.sub(r"[-_.]+", "-", name).lower() for name in re.findall(r"^([\w.-]+)==", lock, re.MULTILINE)}
    assert {re.sub(r"[-_.]+", "-", re.match(r"[\w.-]+", want)[0]).lower() for want in wanted} <= locked  # type: ignore[index]
    assert "://" not in lock


def test_decisions_are_short_and_have_their_three_parts() -> None:
    pages = sorted((ROOT / "docs/decisions").glob("*.md"))
    assert [page.name[:3] for page in pages] == [f"{n:03}" for n in range(1, len(pages) + 1)]
    for page in pages:
        text = page.read_text(encoding="utf-8")
        assert text.count("\n") <= 30, page.name
        assert re.findall(r"^## (.+)$", text, re.MULTILINE) == ["Context", "Decision", "Consequences"], page.name


def test_the_architecture_page_fits_and_names_every_room() -> None:
    text = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    assert text.count("\n") <= 250
    assert [room.name for room in ROOMS if f"`{room.name}`" not in text] == []


@cache
def _there() -> set[str]:
    """Our files and folders by the ends of their paths, modules without their suffix too."""
    tree = [
        path.relative_to(ROOT).as_posix()
        for top in ("src", "tests", "docs")
        for path in (ROOT / top).rglob("*")
        if "node_modules" not in path.parts
    ]
    there = {path[at + 1 :] for path in tree for at, letter in enumerate(f"/{path}", -1) if letter == "/"}
    return there | {path.removesuffix(".py") for path in there}


def test_every_module_that_a_decision_names_is_there() -> None:
    pages = sorted((ROOT / "docs/decisions").glob("*.md"))
    named = {(page.name, path) for page in pages for path in re.findall(r"`([\w./-]+\.py)`", page.read_text("utf-8"))}
    assert sorted((page, path) for page, path in named if path not in _there() and not (ROOT / path).exists()) == []


@pytest.mark.parametrize("page", ["docs/architecture.md", "docs/glossary.md", "CONTRIBUTING.md"])
def test_every_file_that_a_page_for_contributors_names_is_there(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    there = _there()
    named = set(re.findall(r"(?<!`)`([\w-][\w./-]*)`", text)) | set(re.findall(r"(?<![\w./])(?:\w+/)+\w+\.\w+\b", text))
    paths = {word.rstrip("/") for word in named if "/" in word or word.endswith((".py", ".toml", ".md"))}
    samples = {"pay.py", "src/app.py", "db/db.cc"}
    missing = {path for path in paths - there - samples if "NAME" not in path and not (ROOT / path).exists()}
    assert sorted(missing) == []


_NAMED_TESTS = re.findall(
    r"`((?:tests/)?[\w/.]*test_[\w.]+(?:::\w+)?)[^`]*`", (ROOT / "docs" / "threats.md").read_text(encoding="utf-8")
)


@pytest.mark.parametrize("named", sorted(set(_NAMED_TESTS)))
def test_every_threat_is_held_by_a_test_that_is_there(named: str) -> None:
    path, _, function = named.rpartition("::") if "::" in named or not named.endswith(".py") else (named, "", "")
    files = [ROOT / path] if path else sorted((ROOT / "tests").rglob("test_*.py"))
    assert all(file.is_file() for file in files)
    assert any(f"def {function}" in file.read_text(encoding="utf-8") for file in files)
