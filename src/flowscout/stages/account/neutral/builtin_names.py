"""Python: names of builtins that a file means something else by. A rule that rests on what `set` or `any` gives asks here first."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from ..pairing.changes import CHANGED, Change, Trees
from ..pieces.lexing import LexedSource
from ..pieces.scoping import names_bound, statements
from ..pieces.texts import FILLED
from . import equal_values

NAMES: Final = frozenset(
    b"list dict tuple set isinstance issubclass range super len any all bool int object str repr".split()
)
_BINDS_ANY: Final = (b"globals()", b"import builtins")  # by which a name is bound that stands in a text


@lru_cache(maxsize=2)  # both sides of a file, of which each change asks
def bound(file: LexedSource) -> frozenset[bytes]:
    """By whatever binds a name, anywhere in the file; `from x import *` may bind each."""
    found = set[bytes]()
    if any(way in file.data for way in _BINDS_ANY):
        return NAMES
    for words in statements(file):
        if words[0].text == b"from" and words[-1].text == b"*":
            return NAMES
        found |= NAMES.intersection(names_bound(words))
    return frozenset(found)


def rest_on_others(words: Sequence[bytes], files: Sequence[LexedSource]) -> bool:
    """Whether words name what a file means something else by."""
    leant_on = NAMES.intersection(words)
    return bool(leant_on) and any(leant_on & bound(file) for file in files)


def proven(rule: str, both: Trees, change: Change, files: Sequence[LexedSource]) -> str:
    """The rule, "" where it takes `int` for the builtin and the file means something else by it."""
    if rule not in (equal_values.RULE, FILLED) or change.kind != CHANGED or not files[0].path.endswith((".py", ".pyi")):
        return rule
    return "" if rest_on_others((*both.old[change.a].words, *both.new[change.b].words), files) else rule
