"""A question that is new round steps of which each is told to run by it now, no longer by another one: the question says nothing more; nor
does a step that runs in a case of a choice which is told with it. Of several steps it tells those that are not told by themselves. Steps that now run only by the same are told together.

`if (space) { read(); }` that became `if (space) make = …; if (make) { read(); }`: `read()` now runs when `make`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from typing import Final

from ....model.account import FLOW, NEUTRAL, Answer
from ....model.pattern import regex

TOLD: Final = "questions told with what runs by them"
_QUOTED: Final = r"`[^`]{1,400}+`"
_ROUND: Final = regex(
    rf"^({_QUOTED}(?:(?:, | and ){_QUOTED}){{0,12}}+) now runs? (?:only )?where ({_QUOTED}) (holds|does not hold)[^;]{{0,400}}\.$"
)
_SEVERAL: Final = regex(
    rf"^({_QUOTED}(?:(?:, | and ){_QUOTED}){{1,12}}+) now run (?:only )?where ({_QUOTED}) (holds|does not hold)[^\n]{{1,1800}}+$"
)
_RUNS: Final = regex(rf"^({_QUOTED}) (?:now )?runs? (when|unless) ({_QUOTED})(?:.{{0,800}}, no longer |[.;])")
_CHOSEN: Final = regex(rf"^({_QUOTED} now runs only in (?:the default case|case {_QUOTED})) of a choice by ")
_ONLY: Final = regex(rf"^({_QUOTED}) now runs only ((?:when|unless) .{{1,800}}+)$")
_PASSED: Final = "; it comes "  # of one step alone
_MOST: Final = 8  # steps that are told together
_ONE: Final = regex(_QUOTED)
_ANSWER: Final = {"holds": "when", "does not hold": "unless"}


def where_it_runs(told: Sequence[Answer]) -> Iterator[Answer]:
    """told: of one function."""
    runs = {(found[1], found[2], found[3]) for one in told if (found := _RUNS.match(one.sentence))}
    chosen = {f"{found[1]}." for one in told if one.how == FLOW and (found := _CHOSEN.match(one.sentence))}
    only: dict[str, dict[str, None]] = {}
    for one in told:
        if one.how == FLOW and (found := _ONLY.match(one.sentence)) and _PASSED not in found[2]:
            only.setdefault(found[2], {})[found[1]] = None
    for one in told:
        found = _ROUND.match(one.sentence) if one.how == FLOW and (runs or only) else None
        again = one.how == FLOW and one.sentence in chosen
        if again or (found and all(_runs_by(each, found, runs, only) for each in _ONE.findall(found[1]))):
            yield one._replace(how=NEUTRAL, rule=TOLD, sentence="", core="", rank=9)
        elif one.how == FLOW and (found := _ONLY.match(one.sentence)) and 1 < len(only.get(found[2], ())) <= _MOST:
            yield one._replace(sentence=f"{_row([*only[found[2]]])} now run only {found[2]}", core="")
        elif one.how == FLOW and only and (found := _SEVERAL.match(one.sentence)):
            left = [each for each in _ONE.findall(found[1]) if not _runs_by(each, found, runs, only)]
            yield one._replace(sentence=_without(one.sentence, found[1], left), core=_without(one.core, found[1], left))
        else:
            yield one


def _without(said: str, row: str, left: Sequence[str]) -> str:
    """Of the steps of a row those that are not told by themselves."""
    behind = said.removeprefix(row)
    if not left or behind == said or _row(left) == row:
        return said
    return f"{_row(left)}{behind if len(left) > 1 else behind.replace(' now run ', ' now runs ', 1)}"


def _row(steps: Sequence[str]) -> str:
    *first, last = steps
    return f"{', '.join(first)} and {last}" if first else last


def _runs_by(
    step: str, round_it: re.Match[str], runs: Set[tuple[str, str, str]], only: Mapping[str, Mapping[str, None]]
) -> bool:
    """Whether that is told of the step itself."""
    if (step, _ANSWER[round_it[3]], round_it[2]) in runs:
        return True
    return any(step in steps and round_it[2] in _ONE.findall(by) for by, steps in only.items())
