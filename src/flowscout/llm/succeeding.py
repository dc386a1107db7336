"""`returns 1 on success and 0 on any error`: what is returned on success is what the last return of a function gives."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from ..model.pattern import regex
from .parts import Facts

_VALUE: Final = r"(?P<value>`[^`]{1,40}`|-?\w{1,40})"
_LEADS: Final = regex(rf"(?i)(?<!\w)(?P<verb>returns|returning) {_VALUE} (?:on|upon) success,? (?:and|or|but) ")
_ENDS: Final = regex(rf"(?i),? (?:and|or|but) (?P<verb>){_VALUE} (?:on|upon) success\b")
_ALONE: Final = regex(rf"(?i)(?<!\w)(?P<verb>returns|returning) {_VALUE} (?:on|upon) success\b")
_LITERAL: Final = regex(
    r"return \(?(-?\d{1,10}|NULL|nullptr|None|[Tt]rue|[Ff]alse|TRUE|FALSE|[A-Z][A-Z0-9_]{1,60})\)?;?"
)
_WORDS: Final = {"zero": "0", "one": "1", "null": "nothing", "nullptr": "nothing", "none": "nothing", "nil": "nothing"}


class SuccessSaid(NamedTuple):
    """text: without what is so. wrong: why it is not so, "" where nothing says that."""

    text: str
    wrong: str = ""


def on_success(text: str, facts: Facts) -> SuccessSaid:
    for form, left in ((_LEADS, r"\g<verb> "), (_ENDS, ""), (_ALONE, r"\g<verb> \g<value>")):
        found = form.search(text)
        if not found:
            continue
        returns = sorted((d for d in facts.steps.values() if d.said.startswith("Return")), key=lambda d: d.place)
        given = [made[1] if (made := _LITERAL.fullmatch(d.code.strip())) else "" for d in returns]
        if not given or not given[-1]:
            return SuccessSaid(text)
        if _plain(given[-1]) == _plain(found["value"]):
            return SuccessSaid(form.sub(left, text, count=1))
        known = any(_plain(one) == _plain(found["value"]) for one in given)
        return SuccessSaid(text, f"{found['value']} is not what is returned on success" if known else "")
    return SuccessSaid(text)


def _plain(value: str) -> str:
    small = re.sub(r"[`\s]", "", value).lower()
    return _WORDS.get(small, small)
