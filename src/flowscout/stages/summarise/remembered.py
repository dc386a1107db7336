"""What only remembers that something has been done: `if (!seeded) { srand(7); seeded = 1; }` seeds, and notes that it has."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ...model.pattern import regex
from ...model.syntax import Body, If, Simple, Stmt, walk

_UNDONE: Final = regex(
    r"\(?\s*+(?:!\s*+|not )?([^\W\d][\w.>:-]{0,80}?)(?:\s*+(?:==|is)\s*+(?:0|false|False|FALSE|None|NULL))?\s*+\)?"
)
_DONE: Final = regex(r"([^\W\d][\w.>:-]{0,80}) ?= ?(?:1|true|True|TRUE);?")
_NOT: Final = regex(r"!|\bnot |==|\bis ")
_MOST: Final = 100


def remembered(body: Body, text: Callable[[int, int], str], say: Callable[[Stmt], str]) -> frozenset[int]:
    """Where such statements begin, that stand beside others."""
    found: set[int] = set()
    for each in walk(body):
        if not isinstance(each, If) or len(each.then) < 2 or each.test[1] - each.test[0] > _MOST:
            continue
        asked = text(*each.test)
        name = _UNDONE.fullmatch(asked) if _NOT.search(asked) else None
        for stmt in each.then if name else ():
            done = _DONE.fullmatch(say(stmt)) if isinstance(stmt, Simple) and stmt.end - stmt.start < _MOST else None
            if name and done and done[1] == name[1]:
                found.add(stmt.start)
    return frozenset(found)
