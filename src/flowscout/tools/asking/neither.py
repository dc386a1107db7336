"""A yes or no that no word of the code says: what would tell it, and neither yes nor no.

`is the cache emptied when it is full` shows the steps that empty it; `is send thread-safe` shows what it locks.
"""

from __future__ import annotations

from typing import Final

from ...model.pattern import regex
from . import doing
from .concept import conceived
from .everywhere import over
from .here import Found, Here
from .question.asked import Asked
from .question.sought import LITTLE, sought
from .question.tokens import QuestionToken, one_line
from .scored import held_by

_SAFE: Final = regex(
    r"(?i)(?:is|are) (?:it safe to (?:call|use) )?`?(?P<name>[A-Za-z_][\w.:]{2,120}+)(?:\(\))?`? (?:thread[- ]?safe|re-?entrant|synchroni[sz]ed|locked|guarded|protected(?: by (?:a |the )?(?:lock|mutex))?|from (?:several|multiple|many|different) threads)$"
)
_SAFE_THING: Final = regex(
    r"(?i)(?:is|are) (?:the |our |this |access to (?:the )?)?(?P<thing>[a-z][\w -]{2,80}?) (?:thread[- ]?safe|re-?entrant|synchroni[sz]ed|locked|guarded|protected(?: by (?:a |the )?(?:lock|mutex))?|safe to use from (?:several|multiple|many|different) threads)$"
)
_WHETHER: Final = regex(r"(?i)(?P<verb>is|are|does|do|will|would|can|was|were|did) (?P<rest>\S.{6,250})$")
LOCKS: Final = "Whether that makes it safe I cannot tell; what it locks, itself or through calls, is this."
NEITHER: Final = "I say neither yes nor no."


def neither(here: Here, question: str) -> Found | None:
    plain = one_line(question).rstrip("?!. ")
    if asked := _SAFE.match(plain):
        found = doing.one("locks")(here, Asked("locks_of", {"A": QuestionToken("", asked["name"], code=True)}))
        return found._replace(note=f"{LOCKS} {found.note}".strip()) if isinstance(found, Found) else None
    if (asked := _SAFE_THING.match(plain)) and (taken := _taken(here, asked["thing"])):
        return taken
    if asked := _WHETHER.match(plain):
        found_so = conceived(here, f"where {plain}", surely=True)
        return found_so._replace(note=f"{NEITHER} {found_so.note}") if found_so else None
    return None


def _taken(here: Here, thing: str) -> Found | None:
    """The locks that are taken where a function, its type or its file is named for all of a thing."""
    words = [word for word in sought(thing) if word.weight > LITTLE]
    every = over("locks")(here, Asked("lockers", {}))
    if not words or not isinstance(every, Found):
        return None
    said = tuple(line for line in every.said if len(held_by(words, f"{line.text} {line.path}".encode())) == len(words))
    note = f"{LOCKS_OF_NAME} `{thing[:80]}`. Whether that makes it safe I cannot tell."
    return Found(said, (), note) if said else None


LOCKS_OF_NAME: Final = "Locks that are taken where the function, its type, its file or the lock is named for"
