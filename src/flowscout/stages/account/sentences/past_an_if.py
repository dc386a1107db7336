"""A step that left an `if`, and passed what changes the answer of that: its order, and that it runs whatever the `if` asked where it stands behind it."""

from __future__ import annotations

from collections.abc import Sequence

from ..pairing.changes import Trees
from ..reading.conditions import Held
from ..reading.counted import with_its_deed
from ..reading.crossed import crossed
from ..reading.going_on import ends
from ..reading.saying import q, subject


def crossing(both: Trees, b: int, was: Sequence[Held], under: str) -> str:
    """was: what it no longer stands under, which `under` says; "" where it passed nothing of the kind."""
    other = crossed(both, b, was)
    if other < 0:
        return ""
    if left := _behind(both, b, was):
        return f"{with_its_deed(both, b)} now runs {left} {subject(both.new[other])}."
    before, after = ("before", "after") if b < other else ("after", "before")
    return f"{subject(both.new[b])} comes {before} {subject(both.new[other])}; it came {after} it, {under}."


def _behind(both: Trees, b: int, was: Sequence[Held]) -> str:
    """ "behind `if a`, whether or not that holds, no longer in it before"; "" where it left more, or something else."""
    stays = both.pairs.get(was[0].at, -1) if len(was) == 1 and both.old[was[0].at].kind == "If" else -1
    places = [(each.parent, each.role) for each in (both.new[stays], both.new[b])]
    if not 0 <= stays < b or places[0] != places[1] or was[0].role not in ("then", "else"):
        return ""
    if any(ends(both.new, both.new_below, stays, role) for role in ("then", "else")):
        return ""
    inside = "in it" if was[0].role == "then" else "in its `else`"
    return f"behind {q(f'if {both.new[stays].said}')}, whether or not that holds, no longer {inside} before"
