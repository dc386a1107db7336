"""Which row of a file is tried first: the one that says most literally what it takes."""

from __future__ import annotations

import re._constants as codes  # type: ignore[import-not-found]
import re._parser as parser  # type: ignore[import-not-found]
from collections.abc import Iterable
from typing import Any, Final

from ...model.logformat import Pattern

_REPEATS: Final = (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT)


def literal(pattern: Pattern) -> int:
    """Letters that stand as they are in the shortest text it takes; lines that must follow count too."""
    further = sum(1 + _letters(parser.parse(expression)) for expression, reach in pattern.then if reach > 0)
    return _letters(parser.parse(pattern.first)) + further


def _letters(tree: Iterable[Any]) -> int:
    return sum(_of(code, given) for code, given in tree)


def _of(code: Any, given: Any) -> int:
    if code is codes.LITERAL:
        return 1
    if code is codes.SUBPATTERN:
        return _letters(given[3])
    if code is codes.ATOMIC_GROUP:
        return _letters(given)
    if code is codes.BRANCH:
        return min(_letters(arm) for arm in given[1])
    return given[0] * _letters(given[2]) if code in _REPEATS else 0
