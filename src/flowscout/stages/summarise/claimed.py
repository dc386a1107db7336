"""A deed of another function in what an author says, `name()`, is believed where the body names that too.

Opens the port, fatal() on any failure. (of a body without `fatal`)      Opens the port
Calls flush() for each of them. (of a body without `flush`)               nothing: the code says what is done

Sets an attribute named 'url' on the request. (of a body that sets none)   nothing: it is stale
Looks the row up and returns its key. (of what gives nothing back)           Looks the row up

What only relates to another function (`Frees what open_all() gave.`, `Like strcmp()`) claims nothing of the body.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from re import IGNORECASE
from typing import Final

from ...model.facts import FunctionFacts
from ...model.language import Language
from ...model.pattern import regex
from ...words.remarks import noise
from .believed import gives_nothing

_CALLS: Final = regex(
    r"(?:^|[,;] |\b(?:then|and|or) )(?:(?:and|or|then|otherwise|else) ){0,2}(?:calls?|invokes?|executes?|runs?|uses?) `?(?:[\w:]{1,60}(?:\.|->))?([^\W\d]\w{1,60})\(\)",
    IGNORECASE,
)
_ENDS: Final = regex(
    r"(?<!\))[,;] (?:(?:and|or|then|otherwise|else) ){0,2}`?([^\W\d]\w{1,60})\(\)`?(?= (?:on|if|when|where|unless|for|at)\b|\.?$)"
)

_SETS: Final = regex(
    r"(?:^|[,;] |\b(?:then|and|or) )(?:sets?|stores?|assigns?|adds?) (?:an?|the) (?:attribute|field|member|property)(?: (?:named|called))? [`'\"](\w{1,60})[`'\"]",
    IGNORECASE,
)
_GIVES: Final = regex(
    r"(?:,|;| and|, and|; and)(?: then)? returns? (?!(?:nothing|none|early|immediately|control|from|to|if|when|once|after|as|at|without|on)\b)(?![^.]{0,120} (?:to|into|back)\b)",
    IGNORECASE,
)


def borne_out(told: str, facts: FunctionFacts, text: Callable[[], bytes], language: Language) -> str:
    """told: a sentence. Up to what the body does not do; "" where that is said first."""
    if "eturn" in told and not facts.has("generator") and (gives := _GIVES.search(told)) and gives_nothing(facts):
        told = f"{told[: gives.start()].rstrip(' ,;')}."
    if (kept := _SETS.search(told)) and not any(_sets(write.target, kept[1]) for write in facts.writes):
        return ""  # it is older than the code
    claims = (
        sorted([*_CALLS.finditer(told), *_ENDS.finditer(told)], key=lambda each: each.start()) if "()" in told else []
    )
    if not claims:
        return told
    code, called = noise(language).sub(" ", text().decode("utf-8", "replace")), {call.name for call in facts.calls}
    for claim in claims:
        if claim[1] not in called and re.search(rf"(?<!\w){re.escape(claim[1])}(?!\w)", code) is None:
            return _before(told, claim.start())
    return told


def _sets(target: str, name: str) -> bool:
    return target.replace("->", ".").rpartition(".")[2].partition("[")[0] == name or f"{name!r}" in target


def _before(told: str, end: int) -> str:
    kept = told[:end].rstrip(" ,;")
    whole = " " in kept and kept.count("(") == kept.count(")") and kept.count("`") % 2 == 0
    return f"{kept}." if whole else ""
