"""Which answer of a run's questions leads to a place in it where several ways meet.

Behind `if (a) { if (b) f(); g(); }` it is no answer of `b` that leads to `g()`, but the yes of `a`: of the steps that every way passes
(the dominators, by Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm", 2001), drawn forward alone, the nearest
question of which only one answer leads there.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from ...model.sfm import BRANCHING, LOOP, TERMINAL, ScenarioStep, Transition

_UP: Final = 8  # questions that are looked at


class Deciding:
    def __init__(self, inside: Collection[str], known: Mapping[str, ScenarioStep]) -> None:
        self._known = known
        self._order = {name: at for at, name in enumerate(inside)}
        self._above: dict[str, str] = {}
        before: dict[str, list[str]] = {}
        for name in inside:
            for way in known[name].transitions:
                if self._order.get(way.target, -1) > self._order[name]:
                    before.setdefault(way.target, []).append(name)
        for name in inside:
            first, *rest = before.get(name, [""])
            for other in rest:
                first = self._common(first, other)
            self._above[name] = first

    def _common(self, one: str, other: str) -> str:
        while one and other and one != other:
            if self._order[one] > self._order[other]:
                one = self._above[one]
            else:
                other = self._above[other]
        return one if one == other else ""

    def of(self, name: str) -> tuple[ScenarioStep, Transition] | None:
        here = self._above.get(name, "")
        for _ in range(_UP):
            if not here:
                return None
            step = self._known[here]
            if step.step_type in BRANCHING and step.step_type != LOOP:
                ways = [way for way in step.transitions if way.kind != "raise" and self._leads(way.target, name)]
                if len(ways) == 1:
                    return step, ways[0]
            here = self._above[here]
        return None

    def over(self, name: str) -> list[tuple[ScenarioStep, Transition]]:
        """All of which one answer alone leads to a place, the first one first: who got past a check that ends it for others
        hangs on it no more than on what stands before."""
        found: list[tuple[ScenarioStep, Transition]] = []
        while len(found) < _UP and (above := self.of(name)):
            name = above[0].step_id
            if not any(
                way.target in self._known and self._known[way.target].step_type in TERMINAL
                for way in above[0].transitions
            ):
                found.append(above)
        return found[::-1]

    def _leads(self, start: str, end: str) -> bool:
        waiting, seen = [start], {start}
        while waiting:
            here = waiting.pop()
            if here == end:
                return True
            at = self._order.get(here, -1)
            onward = {way.target for way in self._known[here].transitions} if at >= 0 else set[str]()
            fresh = {each for each in onward - seen if at < self._order.get(each, -1) <= self._order[end]}
            seen |= fresh
            waiting += fresh
        return False
