"""Where a program is entered, each with the evidence that says so."""

from __future__ import annotations

from collections.abc import Iterable
from fnmatch import fnmatchcase
from functools import lru_cache

from ..border import within
from ..engine.scc import components
from ..model.identity import path_of
from ..model.record import NamedTuple
from ..pipeline import Located, Project
from .names import MODULE

TEST_FOLDERS = frozenset({"test", "tests", "testing", "unittest", "unittests", "unit_tests", "fixtures", "testdata"})
TEST_NAMES = frozenset({"test", "tests", "conftest"})
TEST_ENDS = ("_test", "_tests", "_unittest", "-test")


class EntryPoint(NamedTuple):
    """rank: 0 main, 1 route or framework decorator, 2 named like a handler, 3 public and called by nobody."""

    id: str
    rank: int
    evidence: str


def entry_points(project: Project) -> list[EntryPoint]:
    """Best evidence first, then what leads to most of the project, then by id; tests are no entry points."""
    asked = (evidence(project, function) for function in project.functions.values() if not is_test(function.path))
    found = [entry for entry in asked if entry]
    below = reach(project, [entry.id for entry in found])
    return sorted(found, key=lambda entry: (entry.rank, -below[entry.id], entry.id))


def reach(project: Project, roots: Iterable[str]) -> dict[str, int]:
    """How many functions each one leads to, itself included: bit sets, leaves first, so every edge is looked at once."""
    roots, reached, bit = list(roots), dict[str, int](), 1
    for component in components(roots, project.callees):
        below = 0
        for member in component:
            below, bit = below | bit, bit << 1
            for callee in project.callees(member):
                below |= reached.get(callee, 0)
        reached.update(dict.fromkeys(component, below))
    return {id_: reached[id_].bit_count() for id_ in roots}


def evidence(project: Project, function: Located) -> EntryPoint | None:
    return within(function.id, lambda: _evidence(project, function), lambda: None)


def _evidence(project: Project, function: Located) -> EntryPoint | None:
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
    if facts.has("public") and not special and not _called(project, function.id):
        return EntryPoint(function.id, 3, "is public and called by nobody")
    return None


def _called(project: Project, id_: str) -> bool:
    """By anything but tests: what only they call is there for others to call."""
    return any(not is_test(path_of(caller)) for caller in project.callers.get(id_, ()))


def is_test(path: str) -> bool:
    """By its folders and its name."""
    folders, _, name = path.lower().rpartition("/")
    if _among_tests(folders):
        return True
    stem = name.rpartition(".")[0] if "." in name else name
    return name.startswith("test_") or stem in TEST_NAMES or stem.endswith(TEST_ENDS)


@lru_cache(maxsize=65536)
def _among_tests(folders: str) -> bool:
    return not TEST_FOLDERS.isdisjoint(folders.split("/"))
