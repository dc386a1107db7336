"""Where a program is entered, each with the evidence that says so."""

from __future__ import annotations

from collections.abc import Iterable
from fnmatch import fnmatchcase

from ..engine.scc import components
from ..model.pattern import regex
from ..model.record import NamedTuple
from ..pipeline import Located, Project
from .names import MODULE

_TEST = regex(
    r"(?:^|/)(?:(?:tests?|testing|unittests?|unit_tests|fixtures|testdata)/|(?:tests?|conftest)(?:\.[^./]*)?\Z|test_[^/]*\Z"
    r"|[^./]*(?:_tests?|_unittest|-test)\Z)|(?:_tests?|_unittest|-test)\.[^./]*\Z"
)


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
    """By its folders and its name."""
    return _TEST.search(path.lower()) is not None
