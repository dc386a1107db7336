"""A question of a ladder that asks now for what the questions before it asked as well, and does what they did: `if a: f()` / `elif b: f()` and
`if a or b: f()`. By its own words alone it would be said to run where it did not."""

from __future__ import annotations

from collections.abc import Sequence

from ..pairing.changes import Trees
from ..reading.saying import CONDITION, Said, q

_MOST = 6  # questions that are named


def joined_arms(both: Trees, a: int, now: str, under: str) -> Said | None:
    """now: what it asks, quoted."""
    before = _before_it(both, a)
    own = _deeds(both, a)
    if not own or len(before) >= _MOST or not any(_deeds(both, each) == own for each in before):
        return None
    asked = [q(both.old[each].said) for each in (*reversed(before), a)]
    return Said(
        CONDITION,
        f"Asks whether {now}, where it asked one after the other whether {', '.join(asked[:-1])} and {asked[-1]}{under}.",
        2,
    )


def _before_it(both: Trees, a: int) -> list[int]:
    """The questions of its ladder that are gone, the nearest first."""
    found = list[int]()
    at = a
    while both.old[at].role == "else" and (above := both.old[at].parent) >= 0 and above not in both.pairs:
        if both.old[above].kind != "If":
            break
        found.append(above)
        at = above
    return found


def _deeds(both: Trees, at: int) -> list[Sequence[bytes]]:
    """What is done where it holds."""
    return [both.old[each].words for each in both.old_below[at] if both.old[each].role == "then"]
