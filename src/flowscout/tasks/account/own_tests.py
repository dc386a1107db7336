"""Python: functions that are tests and stand in a file of the product, beside what they test."""

from __future__ import annotations

from typing import Final

from ...model.identity import path_of
from ...pipeline import Project
from ..entrypoints import is_test

_COLLECTED: Final = "test_"
_PYTHON: Final = (".py", ".pyi", ".pyw")
_RUNNER: Final = "pytest."


def is_own_test(project: Project, id_: str) -> bool:
    """A function of the file's own level that is named as tests are, that nobody calls, and that asserts or is given to the runner of tests: a
    command `test_connection` is called, or given to what calls it."""
    path = path_of(id_)
    if is_test(path) or not path.endswith(_PYTHON) or id_ not in project.functions:
        return False
    facts = project.functions[id_].facts
    if not facts.name.startswith(_COLLECTED) or facts.scope or facts.kind != "function" or project.callers.get(id_):
        return False
    given = [each.lstrip("@") for each in facts.decorators]
    runs = any(each.startswith(_RUNNER) for each in given)
    return runs or (not given and '"assert"' in facts.body)
