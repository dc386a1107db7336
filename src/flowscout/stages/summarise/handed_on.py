"""Names that are given back only where they say that something has failed, so that what gave them was called for what it does.

r = read_head(f);
if (r < 0) return r;        `r` is handed on, and `read_head(f)` is a deed
return 0;

r = read_head(f);  if (r) goto out;
r = read_rows(f);  if (r) goto out;         the same of what clean-up gives back
out:  close(f);  return r;
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from ...model.pattern import regex
from ...model.syntax import Body, If, Jump, Return, walk
from .just import fine
from .ways_out import Landing

_BELOW: Final = regex(r"\(*([^\W\d]\w*+)\)* ?(?:< ?0|== ?-1|!= ?[A-Z]\w{0,40}(?:OK|SUCCESS))\)*")
_ANY: Final = regex(r"\(*([^\W\d]\w*+)(?: ?!= ?0)?\)*")
_SET: Final = regex(r"\(* ?([^\W\d]\w*+) ?=(?!=) ?.{1,300}\) ?(?:< ?0|== ?-1|!= ?(?:0|[A-Z]\w{0,40}(?:OK|SUCCESS)))\)*")


_OFTEN: Final = 2  # guards


def handed_on(body: Body, text: Callable[[int, int], str]) -> frozenset[str]:
    """Of a function in C: where a name is looked at for a failure, it is given back and nowhere else, but for the last of them."""
    given = [(stmt, text(*stmt.value).strip("()")) for stmt in walk(body) if isinstance(stmt, Return) and stmt.value]
    every = Counter(value for _, value in given)
    failed = Counter(_failed(body, text, any(fine(value) for _, value in given)))
    last = text(*body[-1].value).strip("()") if body and isinstance(body[-1], Return) and body[-1].value else ""
    return frozenset(
        name
        for name, count in failed.items()
        if len(given) > count and (every[name] == count or (last == name and every[name] == count + 1 >= _OFTEN))
    )


def cleaned_up(body: Body, text: Callable[[int, int], str], labels: Mapping[str, Landing]) -> frozenset[str]:
    """Of a function in C: what several guards ask for a failure before they go to the label where it is given back, and nowhere else."""
    asked, plainly = Counter[str](), Counter[str]()
    places: dict[str, set[int]] = {}
    goes_on: dict[str, str] = {}  # what stands between the last guard and the label
    for stmt in walk(body) if labels else ():
        last = stmt.then[-1] if isinstance(stmt, If) and stmt.then and not stmt.orelse else None
        if not isinstance(stmt, If) or not isinstance(last, Jump) or last.keyword != "goto":
            continue
        leaves = to.leaves if (to := labels.get(last.label)) else None
        name = text(*leaves.value).strip("()") if isinstance(leaves, Return) and leaves.value else ""
        surely = _BELOW.fullmatch(test := text(*stmt.test)) or _SET.fullmatch(test)
        found = surely or _ANY.fullmatch(test)
        if to and leaves and found and found[1] == name and not _set_anew(name, text(to.at, leaves.start)):
            asked[name] += 1
            plainly[name] += surely is None
            places.setdefault(name, set()).add(leaves.start)
            goes_on[name] = text(stmt.end, to.at) if stmt.end < to.at else ""
    whole = text(body[0].start, body[-1].end) if asked else ""
    given = [
        (stmt.start, text(*stmt.value).strip("()")) for stmt in walk(body) if isinstance(stmt, Return) and stmt.value
    ]
    return frozenset(
        name
        for name, count in asked.items()
        if count >= _OFTEN
        and places[name].issuperset(at for at, value in given if value == name)
        and (not plainly[name] or _is_status(name, whole) or _is_0(name, goes_on[name]))
    )


def _is_status(name: str, whole: str) -> bool:
    """It is given a negative constant somewhere, or 0 behind its declaration: what is not 0 says what failed, and is nothing found."""
    return re.search(rf"(?<![\w.>]){name} ?= ?\(?-(?:\d|[A-Z])|(?<=[;}}] ){name} ?= ?0;", whole) is not None


def _is_0(name: str, way: str) -> bool:
    """Behind the last guard something is done, and the name keeps the 0 that it then has."""
    return bool(way.strip()) and not _set_anew(name, way)


def _set_anew(name: str, way: str) -> bool:
    return re.search(rf"(?<![\w.>]){name} ?=(?!=)", way) is not None


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
