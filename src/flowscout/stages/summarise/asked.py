"""A condition in few words: as it is where there is room, else with less of what its calls are given, else the first of several.

compare(a.created, b.created, options) is not 0                 compare(…) is not 0
name is not a string or name is empty or …                      name is not a string or one of 6 more conditions holds
"""

from __future__ import annotations

from typing import Final

from ...model.pattern import regex
from ...words.phrases import fewer
from .made import LONGEST_CONDITION

_OF_TWO: Final = 70  # letters of two conditions
_OF_MANY: Final = 84  # letters of what is told of more conditions
_SHORT: Final = 12  # letters of what a call is given that stay
_CALLED: Final = regex(r"(?<=[\w>])\(")
_CALL: Final = regex(r"[\w.:>\-]{1,80}\([^()]{0,80}\)")  # a call, and nothing else
_EITHER: Final = regex(r"\|\||\?| or | if ")
_AND: Final = regex(r"\s{0,8}+(?:&&|\band\b)")
_WHETHER: Final = "whether "


def brief(asked: str) -> str:
    """At most so many letters; "" where that takes more, or it would begin with what could be read either way."""
    if asked.startswith("not "):
        return ""
    if len(asked) <= (_OF_TWO if " and " in asked else LONGEST_CONDITION):
        return asked
    for told in (asked, ungiven(asked)):
        if len(told) <= LONGEST_CONDITION:
            return f"{told} holds" if _CALL.fullmatch(told) else told
        some = fewer(f"{_WHETHER}{told}").removeprefix(_WHETHER)
        if some and len(some) <= _OF_MANY and "`" not in some:
            return some
    return ""


def ungiven(asked: str) -> str:
    """Each call without what it is given, where that is long; texts stay as they are."""
    told, at = "", 0
    for found in _CALLED.finditer(asked):
        end = closing(asked, found.end())
        if found.start() < at or not end or _quoted(asked, found.start()):
            continue
        if end - found.end() > _SHORT:
            told += f"{asked[at : found.end()]}…"
            at = end
        else:
            told += asked[at:end]
            at = end
    return told + asked[at:]


def _quoted(text: str, at: int) -> bool:
    return text.count('"', 0, at) % 2 == 1


def reached(before: str) -> tuple[int, bool]:
    """before: of a condition up to what it calls. How much of that holds where it is called, and whether it always is."""
    if _EITHER.search(f" {before} "):
        return 0, False
    ands = list(_AND.finditer(before))
    first = before[: ands[-1].start()] if ands else ""
    alone = first.strip() and first.count("(") == first.count(")") and not {'"', "'"} & set(first)
    return (len(first) if alone else 0), not ands


def closing(text: str, at: int) -> int:
    """Where the parenthesis is closed in which `at` stands; 0 for nowhere."""
    depth, quoted = 1, False
    for place in range(at, len(text)):
        quoted ^= text[place] == '"'
        depth += 0 if quoted else {"(": 1, ")": -1}.get(text[place], 0)
        if not depth:
            return place
    return 0
