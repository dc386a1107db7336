"""What a module of Python does by itself, while it is imported: steps and questions of the file's own level are flow, and no declaration."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from ....model.account import DECLARATION, FLOW, Answer
from ..reading.saying import CONDITION

STATEMENT: Final = "statement"
_STEPS: Final = frozenset((STATEMENT, CONDITION))


def at_import(told: Iterable[Answer], is_python: Callable[[str], bool]) -> Iterator[Answer]:
    for one in told:
        runs = one.how == DECLARATION and one.rule in _STEPS and is_python(one.place.path)
        yield one._replace(how=FLOW) if runs else one
