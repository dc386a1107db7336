"""Where a program is entered, each with the evidence that says so."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase
from typing import Final

from ..border import within
from ..engine.scc import components
from ..file_index import resolver_of
from ..model.identity import path_of
from ..model.product import PUBLISHED, is_aside, is_test, is_test_case
from ..model.record import NamedTuple
from ..pipeline import Located, Project
from .names import MODULE

__all__ = [
    "EntryPoint",
    "entry_at",
    "entry_of",
    "entry_points",
    "evidence",
    "in_product",
    "is_test",
    "reach",
    "surface",
]


class EntryPoint(NamedTuple):
    """rank: 0 main, 1 route or framework decorator, 2 named like a handler (it does something, and nobody calls it by name), 3 given to whoever uses the project, 4 public and called
    by nobody."""

    id: str
    rank: int
    evidence: str


GIVEN: Final = 3  # to whoever uses the project
SAID: Final = {0: "is named main", 2: "is named like a handler", 4: "is public and called by nobody"}  # whoever it is


def entry_points(project: Project) -> list[EntryPoint]:
    """Best evidence first, then what leads to most of the project, then by id. Tests are no entry points; examples and the like
    are where there is nothing else."""
    every = list(_found(project))
    found = [entry for entry in every if not is_aside(path_of(entry.id))] or every
    below = reach(project, [entry.id for entry in found])
    return sorted(found, key=lambda entry: (entry.rank, -below[entry.id], entry.id))


def _found(project: Project) -> Iterator[EntryPoint]:
    """Of all but tests. What is kept says where, and why."""
    kept = project.entered()
    for id_ in project.functions if kept is None else kept:
        if not is_test_case(id_) and (entry := _ranked(project, id_, None if kept is None else kept[id_])):
            yield entry


def entry_at(project: Project, id_: str) -> EntryPoint | None:
    """As `evidence`, from what is kept where it is."""
    return _ranked(project, id_, project.entry(id_))


def _ranked(project: Project, id_: str, kept: str | None) -> EntryPoint | None:
    if kept is None:
        return evidence(project, project.functions[id_])
    rank, _, said = kept.partition(" ")
    return EntryPoint(id_, int(rank), said or SAID[int(rank)]) if kept else None


def reach(project: Project, roots: Iterable[str]) -> dict[str, int]:
    """How many functions each one leads to, itself included: bit sets, leaves first, so every edge is looked at once."""
    roots, reached, bit = list(roots), dict[str, int](), 1
    surely = project.surely()
    for component in components(roots, surely):
        below = 0
        for member in component:
            below, bit = below | bit, bit << 1
            for callee in surely(member):
                below |= reached.get(callee, 0)
        reached.update(dict.fromkeys(component, below))
    return {id_: reached[id_].bit_count() for id_ in roots}


def entry_of(project: Project, id_: str) -> str:
    """The rank of the evidence, and behind it the evidence where the rank does not say it; "" where there is none."""
    entry = evidence(project, project.functions[id_])
    return f"{entry.rank} {'' if entry.rank in SAID else entry.evidence}".rstrip() if entry else ""


def evidence(project: Project, function: Located) -> EntryPoint | None:
    return within(function.id, lambda: _evidence(project, function), lambda: None)


def _evidence(project: Project, function: Located) -> EntryPoint | None:
    facts = function.facts
    if facts.kind == "lambda" or facts.parent >= 0 or facts.name == MODULE or facts.ignore:
        return None
    lexicon = function.language.lexicon
    if facts.name == "main" and (not facts.scope or facts.scope == ("(anonymous)",)):
        return EntryPoint(function.id, 0, SAID[0])
    for decorator in facts.decorators:
        bare = decorator.split("(")[0].lstrip("@")
        if any(_fits(bare, pattern.lstrip("@")) for pattern in lexicon.routes):
            return EntryPoint(function.id, 1, f"is decorated @{bare}")
    if not facts.has("public"):
        return None
    alone = not in_product(project.callers.get(function.id, ()))
    if (
        alone
        and any(call.kind != "ref" for call in facts.calls)
        and any(_fits(facts.name, pattern) for pattern in lexicon.handlers)
    ):
        return EntryPoint(function.id, 2, SAID[2])
    if is_special(function):
        return None
    seen, why = surface(project, function)
    if seen == PUBLISHED:
        return EntryPoint(function.id, GIVEN, why)
    return EntryPoint(function.id, 4, SAID[4]) if alone else None


def _fits(name: str, glob: str) -> bool:
    """`fnmatchcase`, of which most globs need no expression: one takes as long to compile as a file to open."""
    head, star, tail = glob.partition("*")
    plain = head.partition("[")[0].partition("?")[0]
    if head == plain and not any(mark in tail for mark in "*?["):
        return (
            name == glob
            if not star
            else len(name) >= len(head) + len(tail) and name.startswith(head) and name.endswith(tail)
        )
    return name.startswith(plain) and fnmatchcase(name, glob)


def is_special(function: Located) -> bool:
    """The language calls it by itself."""
    return function.facts.name.startswith("__") or function.facts.kind in (
        "constructor",
        "destructor",
        "operator",
        "conversion",
    )


def surface(project: Project, function: Located) -> tuple[int, str]:
    """(how much of a function others may see, the evidence)."""
    seen: tuple[int, str] = resolver_of(function.language).surface(
        function.path, function.facts, project.lookups[function.language.resolver]
    )
    return seen


def in_product(ids: Iterable[str]) -> int:
    """How many of these are no tests and no examples: what only they call is there for others to call."""
    return sum(not is_aside(path_of(id_)) for id_ in ids)
