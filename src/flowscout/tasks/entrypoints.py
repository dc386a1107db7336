"""Where a program is entered, each with the evidence that says so."""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import NamedTuple

from ..pipeline import Located, Project
from .names import MODULE

TEST_FOLDERS = frozenset({"test", "tests", "testing", "unittest", "unittests", "unit_tests", "fixtures", "testdata"})


class EntryPoint(NamedTuple):
    """rank: 0 main, 1 route or framework decorator, 2 named like a handler, 3 public and called by nobody."""

    id: str
    rank: int
    evidence: str


def entry_points(project: Project) -> list[EntryPoint]:
    """Best evidence first, then by id; tests are no entry points."""
    found = (evidence(project, function) for function in project.functions.values() if not is_test(function.path))
    return sorted((entry for entry in found if entry), key=lambda entry: (entry.rank, entry.id))


def evidence(project: Project, function: Located) -> EntryPoint | None:
    facts = function.facts
    if facts.kind == "lambda" or facts.parent >= 0 or facts.name == MODULE or facts.ignore:
        return None
    lexicon = function.language.lexicon
    if facts.name == "main" and (not facts.scope or facts.scope == ("(anonymous)",)):
        return EntryPoint(function.id, 0, "is named main")
    for decorator in facts.decorators:
        bare = decorator.split("(")[0].lstrip("@")
        if any(fnmatchcase(bare, pattern.lstrip("@")) for pattern in lexicon.routes):
            return EntryPoint(function.id, 1, f"is decorated @{bare}")
    if any(fnmatchcase(facts.name, pattern) for pattern in lexicon.handlers) and facts.has("public"):
        return EntryPoint(function.id, 2, "is named like a handler")
    special = facts.name.startswith("__") or facts.kind in ("constructor", "destructor", "operator", "conversion")
    if facts.has("public") and not special and function.id not in project.callers:
        return EntryPoint(function.id, 3, "is public and called by nobody")
    return None


def is_test(path: str) -> bool:
    *folders, name = path.lower().split("/")
    stem = name.rsplit(".", 1)[0]
    named = stem.startswith("test_") or stem.endswith(("_test", "_tests", "_unittest", "-test")) or stem in ("test", "tests", "conftest")
    return named or any(folder in TEST_FOLDERS for folder in folders)
