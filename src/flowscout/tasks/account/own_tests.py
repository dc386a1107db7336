"""Functions that are tests and stand in a file of the product, beside what they test; and files that are named as tests' and hold none."""

from __future__ import annotations

import re
from typing import Final

from ...model.identity import path_of
from ...pipeline import Project
from ..entrypoints import is_test

_COLLECTED: Final = "test_"
_PYTHON: Final = (".py", ".pyi", ".pyw")
_RUNNER: Final = "pytest."
_SIGNS: Final = re.compile(
    rb"(?<![A-Za-z])(?:assert|ASSERT|EXPECT|CHECK|REQUIRE|TEST|FIXTURE|fixture|pytest|unittest|doctest|mock|Mock|cmocka|criterion)"
    rb"|(?<![A-Za-z0-9])tests?(?=[_A-Z])|Tests?(?=Case|Suite|[ (:])|>>> |(?<!\w)main(?= ?\()"
)
_FOLDERS: Final = frozenset(("test", "tests", "unittest", "unittests"))


def is_own_test(project: Project, id_: str) -> bool:
    """A function of the file's own level that is named as tests are, that nobody calls or names, and that is given to the runner of tests, or
    asserts and takes nothing: a command `test_connection(host)` is called, or stands in a table of those that are."""
    path = path_of(id_)
    if is_test(path) or not path.endswith(_PYTHON) or id_ not in project.functions:
        return False
    facts = project.functions[id_].facts
    if not facts.name.startswith(_COLLECTED) or facts.scope or facts.kind != "function" or project.callers.get(id_):
        return False
    given = [each.lstrip("@") for each in facts.decorators]
    runs = any(each.startswith(_RUNNER) for each in given)
    if not runs and (given or facts.params or '"assert"' not in facts.body):
        return False
    name = facts.name.encode("utf-8", "replace")
    return len(re.findall(rb"(?<!\w)%b(?!\w)" % re.escape(name), project.sources(path))) == 1


def is_named_only(project: Project, path: str) -> bool:
    """A file that is named as a test's, has no sign of a test in it, and stands in no folder of tests, or is called by the product:
    `src/test_runner.py`."""
    if not is_test(path) or path not in project.files or _SIGNS.search(project.sources(path)):
        return False
    folders = path.lower().split("/")[:-1]
    if _FOLDERS.isdisjoint(word for each in folders for word in each.replace("-", "_").split("_")):
        return True
    callers = (each for id_ in project.ids.get(path, ()) for each in project.callers.get(id_, ()))
    return any(not is_test(path_of(each)) for each in callers)
