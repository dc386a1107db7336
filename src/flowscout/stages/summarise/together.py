"""What is done in many like steps, told in one clause.

set `a` to `x`, set `b` to `y`, set `c` to `z`, set `d` to `w`      set `a`, `b`, `c` and `d`
call `sel.add(INT)`, call `sel.add(TERM)`                           call `sel.add` 2 times
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from ...model.pattern import regex
from ...words.names import last
from .clauses import DOES, Clause

_GIVEN: Final = 3  # what only tells of something weighs no more
_MANY: Final = 4
_MADE: Final = 0.4  # how much more one weighs that is named first
_AGAIN: Final = 0.7, 0.2  # what more calls and sets weigh for each doubling
_ACTS: Final = 4.5
_NAMED: Final = 3
_TARGET: Final = regex(r"(?:set|initialise) (`[^`]{1,60}`) (?:to|with) [^,]{0,400}")
_CALLEE: Final = regex(
    r"call (`[^`(]{1,60}(?:\(\w{1,60}\)(?=\())?)\(.{1,400}"
)  # also of `NAME(parse)(x)`, which a macro makes


def together(clauses: Sequence[Clause], calls: Mapping[str, int]) -> list[Clause]:
    """Sets where they are many, calls of one function where they are more than one; the rest as it is.
    calls: by name, how often it is called in all: what stands elsewhere too is done several times, and nobody knows how many."""

    def times(told: Sequence[str]) -> str:
        return f"{len(told)} times" if calls.get(last(told[0].strip("`")), 0) <= len(told) else "several times"

    return _grouped(_grouped(clauses, _set, _MANY, _sets), _called, 2, lambda told: f"call {told[0]}` {times(told)}")


def _set(clause: Clause) -> str:
    return "set" if _target(clause) else ""


def _target(clause: Clause) -> str:
    found = _TARGET.fullmatch(clause.phrase)
    return found[1] if found else ""


def _called(clause: Clause) -> str:
    found = _CALLEE.fullmatch(clause.phrase)
    return found[1] if found else ""


def _sets(told: Sequence[str]) -> str:
    named = list(dict.fromkeys(told))
    more = len(named) - _NAMED
    return (
        f"set {', '.join(named[:_NAMED])} and {named[_NAMED] if more == 1 else f'{more} more'}"
        if more > 0
        else f"set {', '.join(named)}"
    )


def _grouped(
    clauses: Sequence[Clause], alike: Callable[[Clause], str], least: int, phrase: Callable[[Sequence[str]], str]
) -> list[Clause]:
    """It stands where the last of them does: before that not all is done. What weighs most is named first."""
    kinds: dict[tuple[str, str], list[Clause]] = {}
    for each in clauses:
        key = alike(each) if each.kind == DOES and not each.may and not each.other and each.weight > _GIVEN else ""
        if key:
            kinds.setdefault((key, each.after), []).append(each)
    many = {id(same[-1]): same for same in kinds.values() if len(same) >= least}
    gone = {id(each) for same in many.values() for each in same[:-1]}
    return [
        _one(many[id(each)], alike, phrase) if id(each) in many else each for each in clauses if id(each) not in gone
    ]


def _one(same: Sequence[Clause], alike: Callable[[Clause], str], phrase: Callable[[Sequence[str]], str]) -> Clause:
    top = max(each.weight for each in same)
    foremost = next(each for each in same if each.weight == top)
    led = alike is _set and foremost.weight > same[0].weight + _MADE
    told = phrase([_target(each) or _called(each) for each in ([foremost] if led else []) + [*same]])
    more = _AGAIN[alike is _set or top < _ACTS]  # what makes ready stays that, however often
    return same[-1]._replace(phrase=told, weight=top + more * math.log2(len(same)))
