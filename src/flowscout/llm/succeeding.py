"""`returns 1 on success and 0 on any error`: which value is that of success is told by the values themselves, else by what
is said, or jumped to, where the other one is returned. Where neither tells, nothing is taken for so or for wrong.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from ..model.pattern import regex
from .deeds import Deed
from .parts import Facts

_VALUE: Final = r"(?P<value>`[^`]{1,40}`|-?\w{1,40})"
_LEADS: Final = regex(rf"(?i)(?<!\w)(?P<verb>returns|returning) {_VALUE} (?:on|upon) success,? (?:and|or|but) ")
_ENDS: Final = regex(rf"(?i),? (?:and|or|but) (?P<verb>){_VALUE} (?:on|upon) success\b")
_ALONE: Final = regex(rf"(?i)(?<!\w)(?P<verb>returns|returning) {_VALUE} (?:on|upon) success\b")
_LITERAL: Final = regex(
    r"return \(?(-?\d{1,10}|NULL|nullptr|None|[Tt]rue|[Ff]alse|TRUE|FALSE|-?[A-Z][A-Z0-9_]{1,60})\)?;?"
)
_ERROR: Final = regex(r"\A(?:\w{0,50}_)?(?:err|error|fail|failed|failure|invalid)(?:_\w{0,50})?\Z")
_FAILS: Final = regex(r"\Agoto \w{0,40}?(?:err|fail|bad)\w{0,40};?\Z")
_TELLS: Final = regex(
    r"\A(?:\w{1,40}(?:->|\.))?(?:err(?:or)?_?(?:msg|message|text|string|str)?) = |\A(?:[\w.>-]{1,60}[_.>])?(?:p?error|warn(?:ing|x)?|errx?|fatal|critical|exception)\(|\A[\w.>-]{0,60}(?:log|print)\w{0,20}\(.{0,200}(?:stderr|rror|ailed|annot|nable to|nvalid)"
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
        given = _given(facts)
        own = _plain(found["value"])
        if own not in given:
            return SuccessSaid(text)
        bad = _bad(given, facts)
        others = set(given) - bad - {own}
        if own in bad:
            return SuccessSaid(text, f"{found['value']} is not what is returned on success" if others else "")
        return SuccessSaid(form.sub(left, text, count=1) if bad and not others else text)
    return SuccessSaid(text)


def _given(facts: Facts) -> dict[str, list[Deed]]:
    """Value -> where it is returned; "" for what is no plain value."""
    given: dict[str, list[Deed]] = {}
    for deed in facts.steps.values():
        if deed.said.startswith("Return"):
            made = _LITERAL.fullmatch(deed.code.strip())
            given.setdefault(_plain(made[1]) if made else "", []).append(deed)
    return given


def _bad(given: Mapping[str, Sequence[Deed]], facts: Facts) -> set[str]:
    """Values that are those of a failure."""
    told = {value for value in given if value[:1] == "-" or _ERROR.search(value)}
    told |= {"false", "nothing"} & set(given) if "true" in given else set()
    if told:
        return told
    last = max((deed for deeds in given.values() for deed in deeds), key=lambda deed: deed.place)
    lost = [d for deeds in given.values() for d in deeds if _tells(d, facts) or (d is last and _behind_label(d, facts))]
    return {value for value, deeds in given.items() if value and all(deed in lost for deed in deeds)}


def _tells(left: Deed, facts: Facts) -> bool:
    """An error is told of right where it is returned, or it is returned where the very result is false."""
    if (
        left.under
        and left.under[0].holds is not bool(_WELL.match(left.under[0].code))
        and _RESULT.match(left.under[0].code)
    ):
        return True
    return bool(left.under) and any(
        deed.under == left.under and deed.place < left.place and _TELLS.match(deed.code.strip())
        for deed in facts.steps.values()
    )


_RESULT: Final = regex(
    r"\(?\s?(?P<not>!|not )?\s?\(?(?:\w{1,40}(?:\.|->))?(?:success|succeeded|result|ok|okay|status_ok|is_ok|valid)\)?(?P<is> ?(?:==|is) ?(?:false|False|FALSE))?\s?\)?$"
)
_WELL: Final = regex(r"(?:(?!!|not |==|is ).){1,80}$")  # it asks that it went well


def _behind_label(left: Deed, facts: Facts) -> bool:
    """All jumps go to one label of a failure, and what stands before it has returned."""
    jumps = [deed for deed in facts.steps.values() if deed.code.startswith("goto ")]
    before = [d for d in facts.steps.values() if d.said.startswith("Return") and d.place < left.place]
    return (
        len({deed.code for deed in jumps}) == 1
        and _FAILS.match(jumps[0].code) is not None
        and any(all(deed.place > jump.place for jump in jumps) for deed in before)
    )


def _plain(value: str) -> str:
    small = re.sub(r"[`\s]", "", value).lower()
    return _WORDS.get(small, small)
