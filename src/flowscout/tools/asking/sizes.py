"""That something is too long or too short, held against a comparison of it: `the hash is too short` is so where `strlen(hash) < 40` is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ...llm.english import GLUE
from ...llm.stems import stem, stems
from ...model.pattern import regex
from ..conditions import Condition

_TOO: Final = regex(
    r"(?i)^(?:if |when )?(?P<what>\S.{0,80}?) (?:is|are|was|were|gets|has) too (?P<how>short|small|few|little|low|long|large|big|many|high)$"
)
_SMALL: Final = frozenset(["short", "small", "few", "little", "low"])
_ORDER: Final = regex(r"(?P<left>[^<>=!]{1,120}?) ?(?P<how><=?|>=?) ?(?P<right>[^<>=!]{1,120})$")
_WORD: Final = regex(r"[A-Za-z]{2,40}")


def sized(clause: str, conditions: Sequence[Condition]) -> tuple[bool, ...]:
    """For each condition that compares it, the last first, whether it says so; of what is not too short it is not told whether it is too long."""
    return tuple(_sized(clause, conditions))


def decided(said: tuple[bool, ...]) -> bool | None:
    return said[0] if len(set(said)) == 1 else None


def _sized(clause: str, conditions: Sequence[Condition]) -> Iterator[bool]:
    asked = _TOO.match(clause.strip())
    if asked is None:
        return
    wanted = {stem(word.lower()) for word in _WORD.findall(asked["what"]) if word.lower() not in GLUE}
    for one in reversed(conditions) if wanted else ():
        found = _ORDER.match(one.said.strip("() "))
        if found is None or one.loop:
            continue
        left, right = (wanted <= stems(found[side]) for side in ("left", "right"))
        if left is right:
            continue
        less = found["how"].startswith("<") is left
        same = less is (asked["how"].lower() in _SMALL)
        if same or one.holds:
            yield one.holds if same else False
        else:
            yield from (True, False)  # neither
