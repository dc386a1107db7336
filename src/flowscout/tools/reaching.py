"""Entry points and tests that lead to a function, as rows of an answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

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
