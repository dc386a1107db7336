"""Names that are given back only where they say that something has failed, so that what gave them was called for what it does.

r = read_head(f);
if (r < 0) return r;        `r` is handed on, and `read_head(f)` is a deed
return 0;
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final

from ...model.pattern import regex
from ...model.syntax import Body, If, Return, walk
from .just import fine

_BELOW: Final = regex(r"\(*([^\W\d]\w*+)\)* ?(?:< ?0|== ?-1|!= ?[A-Z]\w{0,40}(?:OK|SUCCESS))\)*")
_ANY: Final = regex(r"\(*([^\W\d]\w*+)(?: ?!= ?0)?\)*")
_SET: Final = regex(r"\(* ?([^\W\d]\w*+) ?=(?!=) ?.{1,300}\) ?(?:< ?0|== ?-1|!= ?(?:0|[A-Z]\w{0,40}(?:OK|SUCCESS)))\)*")


def handed_on(body: Body, text: Callable[[int, int], str]) -> frozenset[str]:
    """Of a function in C: where a name is looked at for a failure, it is given back and nowhere else."""
    given = [(stmt, text(*stmt.value).strip("()")) for stmt in walk(body) if isinstance(stmt, Return) and stmt.value]
    every = Counter(value for _, value in given)
    failed = Counter(_failed(body, text, any(fine(value) for _, value in given)))
    return frozenset(name for name, count in failed.items() if every[name] == count and len(given) > count)


def _failed(body: Body, text: Callable[[int, int], str], status: bool) -> Iterator[str]:
    """The names that guards give back. status: what is not 0 is an error, since 0 is given back where all goes well."""
    for stmt in walk(body):
        last = stmt.then[-1] if isinstance(stmt, If) and stmt.then and not stmt.orelse else None
        if not isinstance(stmt, If) or not isinstance(last, Return) or not last.value:
            continue
        asked = text(*stmt.test)
        found = _BELOW.fullmatch(asked) or _SET.fullmatch(asked) or (status and _ANY.fullmatch(asked))
        if found and found[1] == text(*last.value).strip("()"):
            yield found[1]
