"""`closes the file whether or not the import succeeded`, `closes the socket no matter how the loop ends`: that a step hangs not on what is said.

It stands where the step is behind no question but such as let nobody pass, none of what decides over it speaks of that, and another question does;
or where it is done behind an error as well as without one.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from ..model.pattern import regex
from .bearing import ways_of
from .claims.agreeing import about
from .clauses import ClauseWord
from .deeds import Deed, Under
from .heads import raises
from .parts import Facts
from .segments import DO, cut

_PHRASE: Final = regex(
    r"(?i),? ?\b(?:whether or not|whether|no matter (?:how|what|whether|if)|regardless of (?:whether|how|what|if)) (?P<what>[^,.;]{3,120}?)(?: or not)?(?=[,.;]|$)"
)
_BEGUN: Final = regex(
    r"(?i)\b(?:checks?|decides?|tells?|tests?|says?|returns?|asks?|reports?|knows?|sees?|determines?|depending on)$"
)
_SPEAKS: Final = 0.39
NOT_SO: Final = "nothing says that it is done either way"


class RegardlessSaid(NamedTuple):
    """text: without what is so. wrong: why it is not so, "" where that is so, or nothing of the kind is said."""

    text: str
    wrong: str = ""


def regardless(text: str, facts: Facts) -> RegardlessSaid:
    found = _PHRASE.search(text)
    if not found or _BEGUN.search(text[: found.start()]) or (found[0].lstrip(", ").lower().startswith("whether ") and " not" not in found[0]):  # fmt: skip
        return RegardlessSaid(text)
    clause = next((s.words for s in cut(f"stops if {found['what']}") if s.role != DO), ())
    before = cut(text[: found.start()])
    at = next((n for n in range(len(before) - 1, -1, -1) if before[n].role == DO), -1)
    if at < 0 or not clause:
        return RegardlessSaid(text)
    ways, _ = ways_of(before[at], before, at, [None] * len(before), facts)
    if any(all(_either(facts.steps[id_], clause, facts) for id_ in way) for way in ways):
        return RegardlessSaid(f"{text[: found.start()]}{text[found.end() :]}")
    return RegardlessSaid(text, NOT_SO)


def _either(step: Deed, clause: tuple[ClauseWord, ...], facts: Facts) -> bool:
    asked = [u for u in step.under if not u.loop]
    if any(about(clause, u, facts) >= _SPEAKS for u in asked) or not all(_lets_nobody_pass(u, facts) for u in asked):
        return False
    known = any(about(clause, u, facts) >= _SPEAKS for u in facts.conditions.values())
    twice = [other for other in facts.steps.values() if other.code == step.code and other is not step]
    return known or any(any(not u.code for u in other.under) for other in twice)


def _lets_nobody_pass(under: Under, facts: Facts) -> bool:
    """Whether its other answer leaves the function."""
    other = under._replace(holds=not under.holds)
    return bool(under.code) and any(
        (step.said.startswith("Return") or raises(step))
        and any((u.code, u.holds) == (other.code, other.holds) for u in step.under[:1])
        for step in facts.steps.values()
    )
