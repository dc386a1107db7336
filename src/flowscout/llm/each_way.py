"""`returns NULL if memory runs out, the file cannot be opened, or it is empty`: so where each of these, by itself, leads to that.

Such a sentence says as many things as it has conditions, and stands where each of them does. It does not where two of them decide together: `if a and b`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ..model.pattern import regex
from .deeds import Deed, Under
from .parts import Facts

_LISTED: Final = regex(
    r"(?P<before>[^;.]{3,200}?) (?P<how>if|when|whenever) (?P<list>[^;]{3,200}?)(?P<behind>(?:,? (?:and|but) [\w-]{1,30} otherwise|, otherwise [^;]{1,120}|; [^;]{1,120})?\.?)$"
)
_APART: Final = regex(r",? or (?:if |when )?|, (?:if |when )?")
_STATES: Final = regex(
    r"(?<!\w)(?:is|are|was|were|has|have|does|do|can|could|cannot|fails?|failed|exists?|expires?|runs? out|differs?|equals?|matches|exceeds|ends|finds|returns|isn't|aren't|doesn't|contains?|closes?|times out)(?!\w)"
)
_TOGETHER: Final = regex(r"(?<!\w)(?:and|both|neither|nor|either)(?!\w)")
_NOTHING: Final = Under("", "", True)
MOST: Final = 5


def ways(text: str) -> list[str]:
    """The sentence with one of its conditions at a time; empty where it has no list of them."""
    found = _LISTED.match(text)
    if not found or _TOGETHER.search(found["list"]):
        return []
    parts = [part.strip(" ,") for part in _APART.split(found["list"])]
    if not 1 < len(parts) <= MOST or not all(_STATES.search(part) for part in parts):
        return []
    return [f"{found['before']} {found['how']} {part}{found['behind']}" for part in parts]


def each_stands(text: str, facts: Facts, wrong: Callable[[str], list[str]]) -> bool:
    """wrong: why a sentence may not stand."""
    met = list[Under]()
    for one in ways(text):
        facts.met = _NOTHING
        if wrong(one) or facts.met == _NOTHING:
            return False
        met.append(facts.met)
    return bool(met) and all(any(_by_itself(one, step) for step in facts.steps.values()) for one in met)


def _by_itself(one: Under, step: Deed) -> bool:
    """Whether nothing else has to be so for a step to be reached."""
    return one in step.under and all(u == one or u.loop or not u.code or u in step.loosely for u in step.under)
