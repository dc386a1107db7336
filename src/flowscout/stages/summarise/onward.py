"""A loop that only moves a variable on: where to is what it is there for, and what stands behind it speaks of.

while self.byte(at): at += 1        adds `1` to `at` while self.byte(at) holds
return self.read(first, at)
"""

from __future__ import annotations

import re
from typing import Final

from ...model.pattern import regex
from ...model.syntax import Loop, Simple
from ...words.phrases import order
from .clauses import DOES, Clause
from .own import Own

_MOVES: Final = regex(
    r"([^\W\d]\w*+) ?(?:[-+]= ?[^=]{1,40}|\+\+|--|= ?\1(?:\.|->)[\w.>-]{1,40})|(?:\+\+|--) ?([^\W\d]\w*+)"
)
_WEIGHT: Final = 3.6


def onward(stmt: Loop, own: Own) -> Clause | None:
    """Nothing of one whose test asks nobody, or that does more than that; nor where nobody speaks of the variable behind it."""
    only = stmt.body[0] if len(stmt.body) == 1 else None
    if not isinstance(only, Simple) or stmt.style != "while" or not stmt.test or not own.calls(*stmt.test):
        return None
    written = own.text(only.start, only.end).rstrip("; ")
    found = _MOVES.fullmatch(written)
    name = (found[1] or found[2]) if found else ""
    behind = own.text(stmt.end, own.facts.end - own.facts.start)
    if not name or not re.search(rf"(?<![\w.>]){re.escape(name)}(?!\w)", behind):
        return None
    return Clause(DOES, order(written, only.role, own.language), _WEIGHT, at=only.start)
