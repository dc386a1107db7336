"""Which assertions guard what comes from outside, by data flow.

Most assertions are contracts: they say of parameters, fields and what was worked out here what must be so anyhow. One
that asks of what a foreign call gave (`n = read(fd, buf, 4); assert(n == 4)`), was handed to be filled in
(`get(&len)`), or was taken out of a buffer that the function was given (`len = data[0]; assert(len < MAX)`) decides
what happens to input: it is a check like any other.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from typing import Final

from ...model.bound import BoundFunction
from ...model.facts import is_written
from ...model.pattern import regex
from .draft import Draft, Drafts

_NAMES: Final = regex(r"(?<![\w.>])[^\W\d]\w*+(?!\s*+\()")
_FILLED: Final = regex(r"&\s*+([^\W\d]\w*+)\s*+(?=[,)])")
_SETS: Final = regex(r"(?:[\w:<>,]++[\s*&]++){0,6}([^\W\d]\w*+)\s*+=(?!=)\s*+")
_TAKEN: Final = regex(r"(?:\([^()]*+\)\s*+)?+([^\W\d]\w*+)\s*+\[")


def guarding(bound: BoundFunction, drafts: Drafts) -> None:
    """Tell these assertions, by `Draft.outside`."""
    asserts = [draft for draft in drafts.all if draft.role == "assert" and draft.is_op("test")]
    if not asserts:
        return
    made = _made(bound, drafts)
    for draft in asserts:
        asked = set(_NAMES.findall(bound.read(draft.start, draft.end)))
        draft.outside = any(_latest(made.get(name, ()), draft.start) for name in asked)


def _made(bound: BoundFunction, drafts: Drafts) -> Mapping[str, list[tuple[int, bool]]]:
    """Of each name, where it is given a value, and whether that comes from outside."""
    given = {param.name.lstrip("*") for param in bound.facts.params}
    steps = sorted([draft for draft in drafts.all if draft.is_op("do")], key=lambda draft: draft.start)
    called = sorted(call.start for call in bound.calls if is_written(call))
    found: dict[str, list[tuple[int, bool]]] = {}
    for draft in steps:
        text, foreign = bound.read(draft.start, draft.end), _foreign(draft, called)
        if sets := _SETS.match(text):
            taken = _TAKEN.match(text, sets.end())
            found.setdefault(sets[1], []).append((draft.start, foreign or (taken is not None and taken[1] in given)))
        for name in _FILLED.findall(text) if foreign else ():
            found.setdefault(name, []).append((draft.start, True))
    return {name: sorted(places) for name, places in found.items()}


def _foreign(draft: Draft, called: list[int]) -> bool:
    """It calls what is none of the project's."""
    calls = bisect_left(called, draft.start) < bisect_left(called, draft.end)
    return calls and not (draft.action and draft.action.callees)


def _latest(places: list[tuple[int, bool]] | tuple[()], before: int) -> bool:
    at = bisect_left(places, (before, False)) - 1 if places else -1
    return at >= 0 and places[at][1]
