"""The same question in other words: what `A` says for something is what it returns then, which error is raised when … is what happens then."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from ....model.pattern import regex

_SAYS: Final = regex(
    r"(?i)\s{0,9}what (?:does|do|will|would) (\S{2,120}) (say|answer|report|tell) ((?:for|when|if|on) [^?]{2,200})"
)
_PICKS: Final = regex(
    r"(?i)\s{0,9}(?:what|which) [\w -]{2,40} (?:does|do|will|would) (\S{2,120}) (?:use|take|pick|choose|assume|fall back to) ((?:when|if|unless) [^?]{3,200})"
)
_RAISED: Final = regex(
    r"(?i)\s{0,9}(?:what|which) (?:exceptions?|errors?) (?:is|are|gets?|will be) (?:raised|thrown) ((?:when|if) [^?]{3,200})"
)
_BY_DEFAULT: Final = regex(
    r"(?i)\s{0,9}(?:what|which) (\S[\w -]{1,60}?) (?:is|are|gets?|will be) (?:used|taken|assumed|chosen|applied|set|picked|selected|in use|in effect)(?:,? by default|,? (?:if|when) (?:nothing|none) (?:else )?is (?:given|set|said|specified|configured|chosen))\??\s{0,9}$"
)
UNSET: Final = regex(
    r"(?i)\s{0,9}(?:what|which) \w[\w -]{1,60}? (?:is|are|gets?|will be) (?:used|taken|assumed|chosen|run|started|applied|picked)[ ,]{1,2}(?:if|when|unless) (?-i:`?([A-Z][A-Z0-9_]{2,60})`?) (?:is|has) (?:(?:not|n't) (?:been )?(?:set|given|defined|there|specified)|unset|undefined|missing|empty|absent|set|given|defined)\??\s{0,9}$"
)
_DEEP: Final = regex(
    r"(?i)\s{0,9}how deep(?:ly)? (?:can|may|could|will) (?:an? |the )?([\w ]{2,60}?) (?:be nested|nest|recurse|go|be|be followed|refer to each other)\??\s{0,9}$"
)
_CAUSES: Final = regex(
    r"(?i)\s{0,9}(?:what|which [\w -]{2,40}?) (?:makes?|causes?|leads?|lets?|forces?|gets?) ((?:the |a |an )?[\w.]{2,60}) (?:to )?(\w{3,40}(?: [^?]{2,120})?)$"
)
_GIVES_UP: Final = regex(
    r"(?i)\s{0,9}how many ((?!times\b)[\w -]{3,40}?) (?:is|are|will be|does it|do we|can be|may be) \w{3,20} (?:before (?:it |we |one )?(?:gives?|giving) up|at (?:the )?most)\??\s{0,9}$"
)
_STATUS: Final = regex(
    r"(?i)\s{0,9}(?:what|which) (?:http )?(?:status|response|error) codes? (?:is|are|gets?|will be) (?:sent|returned|given|answered|used)(?: back)? ((?:for|when|if|on) [^?]{3,200})"
)
_OF_STATUS: Final = regex(r"(?<![\w.])[1-5]\d\d(?![\w.])|(?i:status|code)")
_RAISING: Final = regex(r"\b(?:raise|throw)\b")


class Other(NamedTuple):
    """note: how it was read. only: what a line of the answer has to say."""

    question: str
    note: str = ""
    only: re.Pattern[str] | None = None


def reasked(question: str) -> Other | None:
    if found := _SAYS.match(question):
        return Other(f"what does {found[1]} return {found[3]}", f"I read `{found[2]}` as `return`.")
    if found := _PICKS.match(question):
        return Other(f"what does {found[1]} do {found[2]}")
    if found := _BY_DEFAULT.match(question):
        return Other(f"what is the default {found[1]}")
    if found := UNSET.match(question):
        return Other(f"what is the default of {found[1]}")
    if found := _DEEP.match(question):
        return Other(f"what is the maximum depth of {found[1]}")
    if found := _GIVES_UP.match(question):
        return Other(f"what is the maximum number of {found[1]}")
    if found := _CAUSES.match(" ".join(question.split()).rstrip("?!. ")):
        return Other(f"when does {found[1]} {found[2]}")
    if found := _STATUS.match(question):
        return Other(f"which error is raised {found[1]}", "I read the status code as that of the error.", _OF_STATUS)
    if found := _RAISED.match(question):
        return Other(f"what happens {found[1]}", only=_RAISING)
    return None
