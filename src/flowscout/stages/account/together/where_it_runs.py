"""A question that is new round steps of which each is told to run by it now, no longer by another one: the question says nothing more; nor
does a step that runs in a case of a choice which is told with it.

`if (space) { read(); }` that became `if (space) make = …; if (make) { read(); }`: `read()` runs when `make`, no longer when `space`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ....model.account import FLOW, NEUTRAL, Answer
from ....model.pattern import regex

TOLD: Final = "questions told with what runs by them"
_QUOTED: Final = r"`[^`]{1,400}+`"
_ROUND: Final = regex(
    rf"^({_QUOTED}(?:(?:, | and ){_QUOTED}){{0,12}}+) now runs? only where ({_QUOTED}) (holds|does not hold)[^;]{{0,400}}\.$"
)
_RUNS: Final = regex(rf"^({_QUOTED}) runs? (when|unless) ({_QUOTED}).{{0,800}}, no longer ")
_CHOSEN: Final = regex(rf"^({_QUOTED} now runs only in (?:the default case|case {_QUOTED})) of a choice by ")
_ONE: Final = regex(_QUOTED)
_ANSWER: Final = {"holds": "when", "does not hold": "unless"}


def where_it_runs(told: Sequence[Answer]) -> Iterator[Answer]:
    """told: of one function."""
    runs = {(found[1], found[2], found[3]) for one in told if (found := _RUNS.match(one.sentence))}
    chosen = {f"{found[1]}." for one in told if one.how == FLOW and (found := _CHOSEN.match(one.sentence))}
    for one in told:
        found = _ROUND.match(one.sentence) if runs and one.how == FLOW else None
        again = one.how == FLOW and one.sentence in chosen
        if again or (found and all((each, _ANSWER[found[3]], found[2]) in runs for each in _ONE.findall(found[1]))):
            yield one._replace(how=NEUTRAL, rule=TOLD, sentence="", core="", rank=9)
        else:
            yield one
