"""Call sites of a file as a compiler answered them, over what the syntax found.

What others offer for it, where somebody has a compiler (`tasks/compiling`):

| kind | name | value |
|---|---|---|
| compiled | path | the file's calls as JSON: `model.compiled.Called` |
| symbol | a compiler's name of a function | id of its definition |
| overriding | a compiler's name of a method | id of one that overrides it |
| unit | nothing | what it was made of; why there is no answer, or ""; how many errors there were; flags that it is read without |

A call meets a site that begins and ends where it does. A call that stands nowhere (a conversion, a copy) belongs to the
site around it, beside what is called there. A symbol that nobody defines leaves the site to the syntax.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import Final

from ...model.calls import CANDIDATE_CAP, Resolved
from ...model.compiled import Called
from ...ports import Lookup
from .scope import FileScope

LEAVING: Final = 0.9  # a local's destructor, which no compiler's call site tells of
DISPATCHED: Final = 0.95
TWICE: Final = 0.7  # several programs define it
_SHOWN: Final = 64
Site = tuple[int, int]
"""Position of a function and index of its call."""


class Compiled:
    def __init__(self, scope: FileScope, lookup: Lookup) -> None:
        self._scope, self._lookup = scope, lookup
        self._direct: dict[Site, list[Called]] = {}
        self._beside: dict[Site, list[Called]] = {}
        offers = lookup("compiled", scope.path)
        if offers:
            self._meet({Called(*row) for offer in offers for row in json.loads(offer.value[0])})

    def settled(self, position: int, sites: tuple[Resolved, ...]) -> tuple[Resolved, ...]:
        if not self._direct and not self._beside:
            return sites
        found: set[Resolved] = set()
        by_site: dict[int, list[Resolved]] = {}
        for each in sites:
            by_site.setdefault(each.site, []).append(each)
        for site in range(len(self._scope.facts.functions[position].calls)):
            known = by_site.get(site, [])
            direct = self._direct.get((position, site))
            found.update(self._answered(site, direct, known) if direct else known)
            for called in self._beside.get((position, site), ()):
                found.update(each for each in self._targets(site, called, known) if each.targets)
        return tuple(sorted(found))

    def answers(self, position: int, site: int) -> bool:
        """Whether a compiler said what is called there."""
        return (position, site) in self._direct

    def told(self, position: int) -> frozenset[tuple[int, str]]:
        """Sites of a function, each with an id, or a library's name, that a compiler said is called there."""
        return frozenset(
            (at, name)
            for kept in (self._direct, self._beside)
            for (where, at), every in kept.items()
            if where == position
            for called in every
            for each in self._targets(at, called, [])
            for name in each.targets or (each.external,)
            if name
        )

    def _answered(self, site: int, direct: list[Called], known: list[Resolved]) -> list[Resolved]:
        made = [each for called in direct for each in self._targets(site, called, known)]
        if not made:
            return known
        if not any(each.targets or each.how == "many" for each in made):
            own = [each for each in known if each.how == "external"]
            made = own or made
        return [*made, *(each for each in known if each.confidence == LEAVING)]

    def _targets(self, site: int, called: Called, known: list[Resolved]) -> Iterator[Resolved]:
        if called.library:
            yield Resolved(site, (), "external", 1.0, called.library)
            return
        ids = {offer.value[0] for offer in self._lookup("symbol", called.symbol)}
        overriding = (
            {offer.value[0] for offer in self._lookup("overriding", called.symbol)} if called.dynamic else set()
        )
        ids |= overriding
        if len(ids) > 1 and not overriding:
            ids = self._one_of(ids, known)
        if len(ids) == 1 and not overriding:
            yield Resolved(site, tuple(ids), "exact", 1.0)
        elif 0 < len(ids) <= CANDIDATE_CAP:
            yield Resolved(site, tuple(sorted(ids)), "candidates", DISPATCHED if called.dynamic else TWICE)
        elif ids:
            yield Resolved(site, tuple(sorted(ids)) if len(ids) <= _SHOWN else (), "many", TWICE)

    def _one_of(self, ids: set[str], known: list[Resolved]) -> set[str]:
        """Several programs of a project may define a symbol: the file's own, else what the syntax sees of them."""
        own = {id_ for id_ in ids if id_.startswith(f"{self._scope.path}::")}
        return own or ids & {target for each in known for target in each.targets} or ids

    # -- where calls stand -------------------------------------------------------------------------------------------

    def _meet(self, calls: Iterable[Called]) -> None:
        functions = self._scope.facts.functions
        exact: dict[tuple[int, int], list[Site]] = {}
        made: dict[int, list[tuple[int, Site]]] = {}  # `new T(a)`: the call is `T(a)`
        for position, function in enumerate(functions):
            for site, call in enumerate(function.calls):
                if call.kind == "new":
                    made.setdefault(function.start + call.end, []).append(
                        (function.start + call.start, (position, site))
                    )
                elif call.kind != "ref":
                    exact.setdefault((function.start + call.start, function.start + call.end), []).append(
                        (position, site)
                    )
        inner = _Innermost(self._scope)
        for called in sorted(calls):
            sites = (
                exact.get((called.start, called.end))
                or [place for start, place in made.get(called.end, ()) if start <= called.start][-1:]
            )
            for met in sites:
                self._direct.setdefault(met, []).append(called)
            around = None if sites else inner.site(called.start, called.end)
            if around is not None:
                self._beside.setdefault(around, []).append(called)


class _Innermost:
    """The smallest site around a place."""

    def __init__(self, scope: FileScope) -> None:
        self._functions = scope.facts.functions
        self._order = sorted(
            range(len(self._functions)), key=lambda at: (self._functions[at].start, -self._functions[at].end)
        )
        self._starts = [self._functions[at].start for at in self._order]

    def site(self, start: int, end: int) -> Site | None:
        position = self._function(start, end)
        if position is None:
            return None
        function = self._functions[position]
        around = [
            (call.end - call.start, at)
            for at, call in enumerate(function.calls)
            if call.kind != "ref" and function.start + call.start <= start and end <= function.start + call.end
        ]
        return (position, min(around)[1]) if around else None

    def _function(self, start: int, end: int) -> int | None:
        at = bisect_right(self._starts, start) - 1
        position = self._order[at] if at >= 0 else -1
        while position >= 0 and self._functions[position].end < end:
            position = self._functions[position].parent
        return position if position >= 0 else None
