"""A deed of another function in what an author says, `name()`, is believed where the body names that too.

Opens the port, fatal() on any failure. (of a body without `fatal`)      Opens the port
Calls flush() for each of them. (of a body without `flush`)               nothing: the code says what is done

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
from .sets import noise

_CALLS: Final = regex(
    r"(?:^|[,;] |\b(?:then|and|or) )(?:(?:and|or|then|otherwise|else) ){0,2}(?:calls?|invokes?|executes?|runs?|uses?) `?(?:[\w:]{1,60}(?:\.|->))?([^\W\d]\w{1,60})\(\)",
    IGNORECASE,
)
_ENDS: Final = regex(
    r"(?<!\))[,;] (?:(?:and|or|then|otherwise|else) ){0,2}`?([^\W\d]\w{1,60})\(\)`?(?= (?:on|if|when|where|unless|for|at)\b|\.?$)"
)


def borne_out(told: str, facts: FunctionFacts, text: Callable[[], bytes], language: Language) -> str:
    """told: a sentence. Up to what the body does not do; "" where that is said first."""
    claims = (
        sorted([*_CALLS.finditer(told), *_ENDS.finditer(told)], key=lambda each: each.start()) if "()" in told else []
    )
    if not claims:
        return told
    code, called = noise(language).sub(" ", text().decode("utf-8", "replace")), {call.name for call in facts.calls}
    for claim in claims:
        if claim[1] not in called and re.search(rf"(?<!\w){re.escape(claim[1])}(?!\w)", code) is None:
            kept = told[: claim.start()].rstrip(" ,;")
            whole = " " in kept and kept.count("(") == kept.count(")") and kept.count("`") % 2 == 0
            return f"{kept}." if whole else ""
    return told
