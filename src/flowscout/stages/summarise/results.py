"""A choice between values: what its cases give back, as many as there is room for.

switch (k) { case A: return 1; case B: return 2; default: throw bad(k); }       return `1` or `2` by `k`
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...model.pattern import regex
from ...words.phrases import bare
from .clauses import DOES, Course

_CHOICE: Final = regex(r"return (?:`|whether |[^`]{1,60} if )")
_SLIGHT: Final = 1  # weight of what only tells of something
_NAMED: Final = 4  # values
_FEWEST: Final = 2
_GIVEN: Final = 100  # letters of what they give back


def _values(values: Sequence[str], asked: str, most: int, others: int = 0) -> str:
    """others: how many more there are, of which each hangs on something itself."""
    count = len(values) + others
    if count < _FEWEST or not values:
        return ""
    told = values[: most if count > most else -1]
    more = f"{count - len(told)} more" if count > most or others else values[-1]
    return f"return {', '.join(told)} or {more} by `{asked}`" if told else ""


def results_by(asked: str, count: int, ways: Sequence[Course]) -> str:
    """What the cases give back, where that takes few words, by what is chosen among them."""
    given = [each.phrase for way in ways for each in way.clauses if each.kind != DOES]
    values = [each for each in given if not each.startswith(("raise `", "throw `"))]
    given = values if 2 * len(values) > len(given) else given  # the end says so
    hangs = [each for each in given if not each.startswith("return `") or " where " in each or ", else " in each]
    choice = all(map(_CHOICE.match, hangs))
    given = [each for each in given if each not in hangs]
    if (
        choice
        and given
        and not any(way.clauses and way.clauses[-1].kind == DOES and way.clauses[-1].weight > _SLIGHT for way in ways)
    ):
        values = list(dict.fromkeys(each.removeprefix("return ") for each in given))
        called = list(
            dict.fromkeys([f"`{bare(each.strip('`'))}(…)`" if each.endswith(")`") else each for each in values])
        )
        if len(called) == 1 < len(values) and called[0].endswith("(…)`") and not hangs:
            return f"return {called[0]} by `{asked}` in {count} cases"
        some = [_values(called, asked, most, len(set(hangs))) for most in range(_NAMED, 0, -1)]
        for told in (_values(values, asked, _NAMED, len(set(hangs))), *some):
            if 0 < len(told) <= _GIVEN:
                return told
    return f"choose its result by `{asked}` in {count} cases"
