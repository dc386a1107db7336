"""At which height each step is shown.

high: what begins, ends, decides between results or cannot be undone. A decision is *major* when a branch that belongs to
it alone holds an irreversible effect, an error exit, a result, or a state change that outlives the call; a loop when it
holds one of the first three. An exit that only guards lead to goes with them, unless it gives a result of its own.
medium: all but operands of one condition, sub-operations and what runs only when an exception passes through.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...engine.dominators import immediate_dominators, reverse_postorder
from ...model.pattern import regex
from ...model.sfm import DECISION, DEEP, END, HIGH, LEVELS, LOOP, MEDIUM, START, TERMINAL, VALIDATION
from .draft import LOW, Draft, Way

_POOR: Final = regex(r"^\w*[Rr]eturn(?: (?:-?\.?\d[\w.]*|none|null|nullptr|NULL|None|true|false|True|False|\"[^\"]*\"|\W+))?$|^Done$")


class Tree:
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

    def below(self, telling: Sequence[bool]) -> list[bool]:
        """Whether a step that tells is dominated by (or is) each step."""
        found = list(telling)
        for at in reversed(_downward(self.parent)):
            if found[at] and self.parent[at] != at:
                found[self.parent[at]] = True
        return found


def _downward(parent: Sequence[int]) -> list[int]:
    children: list[list[int]] = [[] for _ in parent]
    for at, above in enumerate(parent):
        if above != at:
            children[above].append(at)
    order = [0]
    for at in order:
        order += children[at]
    return order


def _guarded(tree: Tree, at: int) -> bool:
    """An exit that is reached from guards alone."""
    sources = [tree.order[source] for source in tree.sources[at]]
    return bool(sources) and all(source.kind == VALIDATION for source in sources)


def _ends(tree: Tree, at: int, draft: Draft) -> bool:
    """Cannot be undone, or leaves the function with a result or an error: shown at high."""
    if draft.kind in TERMINAL:
        return not _guarded(tree, at) or (draft.kind == END and not _POOR.match(draft.words))
    return "irreversible" in draft.flags


def _high(tree: Tree, plain: set[int]) -> list[bool]:
    ends = [id(draft) in plain and _ends(tree, at, draft) for at, draft in enumerate(tree.order)]
    lasts = [id(draft) in plain and bool(draft.action and draft.action.outlives) for draft in tree.order]
    ending, telling = tree.below(ends), tree.below([one or other for one, other in zip(ends, lasts, strict=True)])
    high = []
    for at, draft in enumerate(tree.order):
        own = [to for to in tree.leads[at] if tree.parent[to] == at and len(tree.sources[to]) == 1]
        if draft.kind in (START, *TERMINAL) or "irreversible" in draft.flags:
            high.append(draft.kind == START or ends[at])
        elif draft.kind == LOOP:
            high.append(any(ending[to] for to in own[:1]))
        else:
            high.append(draft.kind == DECISION and any(telling[to] for to in own))
    return high


def levels(order: Sequence[Draft], ways: Sequence[Sequence[Way]]) -> list[tuple[str, ...]]:
    """Of each draft, in drawing order."""
    plain = _without_low(order, ways)
    high = _high(Tree(order, ways), plain)
    highest = [DEEP if id(draft) not in plain else HIGH if high[at] else MEDIUM for at, draft in enumerate(order)]
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
