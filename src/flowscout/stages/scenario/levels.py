"""At which height each step is shown, and in which order.

high: what begins, ends or cannot be undone, by itself or within a run of steps (`stages.detail` tells the story).
medium: all but operands of one condition, what runs only when an exception passes through, and assertions: these are
contracts, which nobody breaks who reads a flow (`stages.detail` has a plain step in their place). One whose failing
is caught is a way like any other; one that always fails is an end.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...engine.dominators import immediate_dominators, reverse_postorder
from ...model.sfm import BRANCHING, DEEP, HIGH, LEVELS, MEDIUM, START, TERMINAL
from .draft import LOW, Draft, Way


class DraftTree:
    """Drafts by position, in drawing order; the first is START. ways: of each draft, as this picture has them."""

    def __init__(self, order: Sequence[Draft], ways: Sequence[Sequence[Way]]) -> None:
        self.order = order
        place = {id(draft): at for at, draft in enumerate(order)}
        self.leads = [[place[id(way.target)] for way in leading] for leading in ways]
        self.sources: list[list[int]] = [[] for _ in order]
        for at, targets in enumerate(self.leads):
            for target in targets:
                self.sources[target].append(at)
        self.parent = immediate_dominators(self.leads)


def contracts(order: Sequence[Draft], ways: Sequence[Sequence[Way]]) -> set[int]:
    """Assertions, and what they do when they fail."""
    fails: dict[int, list[bool]] = {}
    found = set()
    for draft, leading in zip(order, ways, strict=True):
        ends = [way.target for way in leading if way.target.role == "assert" and way.target.kind in TERMINAL]
        asserts = draft.role == "assert" and draft.kind in BRANCHING and len(ends) == 1
        found |= {id(draft)} if asserts else set()
        for end in ends:
            fails.setdefault(id(end), []).append(asserts)
    return found | {end for end, asserted in fails.items() if all(asserted)}


def _final(draft: Draft) -> bool:
    return draft.kind in (START, *TERMINAL) or "irreversible" in draft.flags


def levels(order: Sequence[Draft], ways: Sequence[Sequence[Way]]) -> list[tuple[str, ...]]:
    """Of each draft, in drawing order."""
    plain = _without_low(order, ways) - contracts(order, ways)
    highest = [DEEP if id(draft) not in plain else HIGH if _final(draft) else MEDIUM for draft in order]
    return [LEVELS[LEVELS.index(level) :] for level in highest]


def _without_low(order: Sequence[Draft], ways: Sequence[Sequence[Way]]) -> set[int]:
    """Drafts that are reached without an exception that merely may come."""
    leads = {id(draft): leading for draft, leading in zip(order, ways, strict=True)}
    seen, waiting = {id(order[0])}, [order[0]]
    while waiting:
        for way in leads[id(waiting.pop())]:
            if way.kind != LOW and id(way.target) not in seen:
                seen.add(id(way.target))
                waiting.append(way.target)
    return seen


def in_order(entry: Draft) -> list[Draft]:
    """Drawing order: reverse postorder, of several ways the one that stands first in the source first."""
    known, index = [entry], {id(entry): 0}
    for draft in known:
        for way in draft.ways:
            if id(way.target) not in index:
                index[id(way.target)] = len(known)
                known.append(way.target)
    ways = [sorted({index[id(way.target)] for way in draft.ways}, key=lambda at: -known[at].place) for draft in known]
    return [known[at] for at in reverse_postorder(ways)]
