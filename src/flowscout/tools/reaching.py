"""Entry points and tests that lead to a function, as rows of an answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..model.calls import UNSURE
from ..model.identity import name_in, path_of
from ..pipeline import Project
from ..tasks.entrypoints import is_test
from ..tasks.names import MODULE
from .contract import Data, Field
from .edges import HOW, Reached, callers
from .finding import name_of


class Leading(Data):
    id: str
    name: str
    file: str
    line: int = Field(description="Of its definition")
    depth: int
    how: str
    why: str = Field(description="What makes it an entry point; empty for a test")


def tests_of(project: Project, reached: Mapping[str, Reached]) -> list[tuple[str, Reached]]:
    """What a runner of tests would run: functions of tests that are named so, then those that no other function calls (fixtures,
    hooks, and tests of frameworks that find them otherwise)."""
    found = [
        (id_, way)
        for id_, way in reached.items()
        if (is_test(path_of(id_)) and is_root(project, id_)) or is_named_alone(project, id_)
    ]
    return sorted(found, key=lambda row: (row[1].how, not is_named(row[0]), row[1].far, row[0]))


def unknown_calls(project: Project, id_: str, most: int) -> tuple[int, list[tuple[str, int]]]:
    """How many calls of its name may be of it or not, as nobody can say whom they call; and (caller, place of the call in its text) of the first."""
    name = project.functions[id_].facts.name
    total = project.unsure(name) - len(_named_among(project, id_, name))
    held, found = name.encode("utf-8", "replace"), list[tuple[str, int]]()
    for path in sorted(project.files, key=lambda path: (is_test(path), path)) if total > 0 else ():
        if held not in project.sources(path):
            continue
        for other in project.ids.get(path, ()):
            facts = project.functions[other].facts
            if not any(call.name == name for call in facts.calls):
                continue
            known = {site.site for site in project.resolved(other) if site.how not in UNSURE or id_ in site.targets}
            found += [(other, call.start) for at, call in enumerate(facts.calls) if call.name == name and call.kind == "call" and at not in known]  # fmt: skip
        if len(found) >= most:
            break
    return max(0, total), found[:most]


def calls_named(project: Project, name: str, most: int) -> tuple[int, list[tuple[str, int]]]:
    """How many calls of a name lead to no function of the project, and (caller, place in its text) of the first."""
    held, found = name.encode("utf-8", "replace"), list[tuple[str, int]]()
    for path in sorted(project.files, key=lambda path: (is_test(path), path)) if name else ():
        if held not in project.sources(path):
            continue
        for other in project.ids.get(path, ()):
            calls = project.functions[other].facts.calls
            if any(call.name == name for call in calls):
                known = {site.site for site in project.resolved(other) if site.targets}
                found += [(other, call.start) for at, call in enumerate(calls) if call.name == name and call.kind == "call" and at not in known]  # fmt: skip
    return len(found), found[:most]


def _named_among(project: Project, id_: str, name: str) -> list[tuple[str, int]]:
    """Calls of which it is told that they may be of it."""
    return [
        (other, site.site)
        for other in project.callers.get(id_, ())
        for site in project.resolved(other)
        if site.how in UNSURE and id_ in site.targets and project.functions[other].facts.calls[site.site].name == name
    ]


OF_ITSELF: Final = ("_selftest", "_self_test", "_unittest", "_unit_test")


def is_root(project: Project, id_: str) -> bool:
    return is_named(id_) or (name_in(id_) != MODULE and not callers(project).get(id_))


def is_named(id_: str) -> bool:
    return name_in(id_).lower().startswith("test")


def is_named_alone(project: Project, id_: str) -> bool:
    """`void test_parse(void)`, `int parse_selftest(void)`: a test by its name and by taking nothing, wherever its file stands; `void cttest_heap()`
    of `testheap.c`, where the file says so, too. It is handed to what runs it."""
    if "test" not in id_:
        return False
    facts = project.functions[id_].facts
    said = facts.name.partition("_")[0].endswith("test") and path_of(id_).rpartition("/")[2].startswith("test")
    named = (facts.name.startswith("test_") or said) and facts.result == "void"
    return (named or facts.name.endswith(OF_ITSELF)) and not facts.scope and not facts.params


def leading_row(project: Project, id_: str, way: Reached, why: str = "") -> Leading:
    return Leading(
        id=id_,
        name=name_of(project, id_),
        file=path_of(id_),
        line=project.begins(id_),
        depth=way.far,
        how=HOW[way.how],
        why=why,
    )
