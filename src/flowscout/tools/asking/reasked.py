"""The same question in other words: what `A` says for something is what it returns then, which error is raised when … is what happens then."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from ...model.pattern import regex

_SAYS: Final = regex(
    r"(?i)\s{0,9}what (?:does|do|will|would) (\S{2,120}) (say|answer|report|tell) ((?:for|when|if|on) [^?]{2,200})"
)
_PICKS: Final = regex(
    r"(?i)\s{0,9}(?:what|which) [\w -]{2,40} (?:does|do|will|would) (\S{2,120}) (?:use|take|pick|choose|assume|fall back to) ((?:when|if|unless) [^?]{3,200})"
)
_RAISED: Final = regex(
    r"(?i)\s{0,9}(?:what|which) (?:exceptions?|errors?) (?:is|are|gets?|will be) (?:raised|thrown) ((?:when|if) [^?]{3,200})"
)
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
    if found := _RAISED.match(question):
        return Other(f"what happens {found[1]}", only=_RAISING)
    return None
