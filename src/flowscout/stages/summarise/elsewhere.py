"""A call that stands elsewhere too, where only what it is given would tell the two apart, and that is not told."""

from __future__ import annotations

from collections.abc import Mapping
from re import Match
from typing import Final

from ...model.pattern import regex
from ...words.names import last

_CUT_CALL: Final = regex(r"(alls `([^\W\d][\w.:]{0,80})\(…\)`) where ")


def elsewhere(told: str, calls: Mapping[str, int]) -> str:
    """`Calls `f(…)` where n is 0` of one of several calls that only what they are given would tell apart: also where n is 0."""

    def also(found: Match[str]) -> str:
        others = calls.get(last(found[2]), 0) > told.count(f"`{found[2]}(")
        return f"{found[1]}{' also' if others else ''} where "

    return _CUT_CALL.sub(also, told)
