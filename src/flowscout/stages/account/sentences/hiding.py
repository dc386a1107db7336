"""C and C++: of a declaration that is new, or gone, which other variable its name means without it."""

from __future__ import annotations

from typing import Final

from ..pairing.changes import Change, Trees
from ..pieces.quoting import q
from ..reading.bound import OUTSIDE, bound_otherwise
from ..reading.declarators import declared

_PYTHON: Final = ((b"def",), (b"async",))


def hides(both: Trees, change: Change) -> str:
    """ "what is called `n` there is now `int n = 0` from further out"; "" where it hides nothing that can be read in the function: a macro may
    declare what seems to stand outside."""
    bound = None if both.new[0].words[:1] in _PYTHON else bound_otherwise(both, change)
    if bound is None or bound.to == OUTSIDE:
        return ""
    now = "now" if bound.now else "no longer"
    return f"what is called {q(bound.name)} there is {now} {_variable(both, bound.name, bound.to)}"


def _variable(both: Trees, name: str, to: int) -> str:
    whole = next((each.whole for each in declared(both.new[to]) if each.name == name), "")
    return f"{q(whole)} from further out" if whole else "the parameter" if not to else "that of the loop around it"
