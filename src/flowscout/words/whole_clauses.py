"""An author's sentence in whole clauses, as far as there is room."""

from __future__ import annotations

from re import IGNORECASE
from typing import Final

from ..model.pattern import regex
from .authored import begun
from .openings import speaks
from .plainer import BRACKETED

LONGEST: Final = 140  # letters of a sentence, its full stop included
INTERVAL: Final = regex(r"[\[(][\w +\-]{1,30}, ?[\w +\-]{1,30}[\])]")  # `[first, last)`
_WHAT_GIVEN: Final = regex(r"given (?:an?|the|some|two|its) [^.;:,]{2,100}, (?:then )?(?=[a-z])", IGNORECASE)
_ENDS: Final = (
    ". ",
    "; ",
    " (",
    " -- ",
    " - ",
    " — ",
    ", so that ",
    ", which ",
    ", e.g. ",
    ", i.e. ",
    ", and then ",
    ", then ",
    ", optionally ",
    " so that ",
    ": ",
    ", that is",
    ", as ",
    ", since ",
    ", with ",
    ", using ",
    ", because ",
    " for the purpose",
    " in order to ",
    " and returns ",
    " and return ",
    " This function ",
    " This method ",
    " This is ",
)
_ALONG: Final = regex(r", (?=[a-z]{2,15}ing (?:an?|the|its?|their|all|each|any|it) )")  # `…, checking its contents`
_HANGS: Final = regex(
    r"\b(?:its?|the|an?|of|to|such that|and|or|with|for|by|in|on|from|as|is|are|which|that|i\.e|e\.g)$"
)
_LIMITS: Final = regex(
    r"\W*(?:and |but |or )?(?:unless|except|excluding|but|only|if|when|not|never|without|however|until|while)\b",
    IGNORECASE,
)


def whole_clauses(said: str, whole: bool, cut: bool) -> str:
    """As many whole clauses as there is room for; "" where the first is too long. What it is given goes before what it does."""
    said = said if len(said) < LONGEST else BRACKETED.sub("", said)
    if len(said) >= LONGEST and (given := _WHAT_GIVEN.match(said)) and speaks(said[given.end() :]):
        said = said[given.end() :]
    if whole and len(said) < LONGEST:
        return said
    if cut:
        return begun(said, LONGEST - 1)
    room = said[: LONGEST - 1]
    at = max(*(room.rfind(end) for end in _ENDS), *(found.start() for found in _ALONG.finditer(room)), -1)
    kept = room[:at].rstrip(" .,;:-—") if at > 0 else ""
    if _LIMITS.match(said[at:]) or (said[at : at + 1] not in (";", ".") and _HANGS.search(kept)):
        return ""
    return (
        kept if (closed := INTERVAL.sub("", kept)).count("(") == closed.count(")") and kept.count("`") % 2 == 0 else ""
    )
