"""What a constructor begins with the same value each time says nothing of what it is given, nor of what it makes.

self.lines = [0]; self.stream = open_stream(path)       sets `self.stream` to `open_stream(path)`
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...model.facts import FunctionFacts
from ...model.pattern import regex
from .clauses import DOES, Clause, plain
from .salience import NOTHING_SET

_BEGINS: Final = regex(
    r"(?:set|initialise) `[\w.>-]{1,80}` (?:to|with) `(?:[\[\](){}\d\s.,'\"-]|True|False|None|true|false|nullptr|NULL){1,60}`"
)
_SAYS: Final = 3  # what else is done weighs more


def begun(clauses: Sequence[Clause], facts: FunctionFacts) -> Sequence[Clause]:
    """Without it, where anything else is done; what begins with nothing is told with its like."""
    if facts.kind != "constructor":
        return clauses
    same = {each for each in clauses if _begins(each)}
    others = any(each.kind == DOES and each.weight > _SAYS and each not in same for each in clauses)
    return [each for each in clauses if each not in same] if others else clauses


def _begins(clause: Clause) -> bool:
    plainly = plain(clause) and not clause.phrase.endswith(NOTHING_SET)
    return plainly and _BEGINS.fullmatch(clause.phrase) is not None
