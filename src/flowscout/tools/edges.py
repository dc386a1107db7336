"""Who leads to whom, and how surely: the call graph as the tools ask it.

An edge is `exact` where one function is called, `may` where it is one of a complete set (virtual dispatch), `possible` where it is
passed by name or guessed by name. A way is as sure as its least sure edge, and the surest way to a function stands before a shorter one.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from functools import lru_cache, partial
from typing import Final, NamedTuple

from ..model.summary import EXACT, MAY, POSSIBLE
from ..pipeline import Project
from ..tasks.selves import selves

HOW: Final = ("exact", "may", "possible")
KINDS: Final = {"exact": EXACT, "candidates": MAY}
Ways = Mapping[str, Mapping[str, int]]


class Reached(NamedTuple):
    """how: of the least sure edge. chain: from the function that was found to the one that was asked for."""

    how: int
    chain: tuple[str, ...]

    @property
    def far(self) -> int:
        return len(self.chain) - 1


class Site(NamedTuple):
    line: int
    how: int


class Callers(Mapping[str, Mapping[str, int]]):
    """Of each function that is called: who calls it, in order, and how surely; looked up where it is asked."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._known: dict[str, Mapping[str, int]] = {}

    def __getitem__(self, id_: str) -> Mapping[str, int]:
        known = self._known.get(id_)
        if known is None:
            known = self._known[id_] = self._project.calling(id_)
        if not known:
            raise KeyError(id_)
        return known

    def __iter__(self) -> Iterator[str]:
        return iter(self._project.callers)

    def __len__(self) -> int:
        return len(self._project.callers)


@lru_cache(maxsize=1)
def callers(project: Project) -> Callers:
    return Callers(project)


def callees(project: Project, id_: str) -> dict[str, int]:
    found: dict[str, int] = {}
    for flow in project.row(id_).flows:
        if flow.target in project.functions:
            found[flow.target] = min(flow.how, found.get(flow.target, POSSIBLE))
    return found


def leading(ways: Ways, start: str, depth: int = 0) -> dict[str, Reached]:
    """Every function that leads to `start` in at most `depth` calls (0: any), by the surest way, the shortest of these."""
    found: dict[str, Reached] = {}
    for how in (EXACT, MAY, POSSIBLE):
        for id_, chain in _chains(ways, start, depth, how).items():
            found.setdefault(id_, Reached(how, chain))
    del found[start]
    return found


def _chains(ways: Ways, start: str, depth: int, how: int) -> dict[str, tuple[str, ...]]:
    chains: dict[str, tuple[str, ...]] = {start: (start,)}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        if depth and len(chains[here]) > depth:
            continue
        for other, sure in ways.get(here, {}).items():
            if sure <= how and other not in chains:
                chains[other] = (other, *chains[here])
                queue.append(other)
    return chains


def sites(project: Project, caller: str, callee: str) -> list[Site]:
    """Where one function calls another, by line."""
    here = [(site.site, KINDS.get(site.how, POSSIBLE)) for site in project.resolved(caller) if callee in site.targets]
    lines = project.lines(caller) if here else ()
    surest: dict[int, int] = {}
    for position, how in here:
        line = lines[position]
        surest[line] = min(how, surest.get(line, POSSIBLE))
    return [Site(line, how) for line, how in sorted(surest.items())]


def way(project: Project, start: str, goal: str) -> Reached | None:
    """The surest way from one function to another, the shortest of these, the least of equals."""
    of = selves(project)
    for how in (EXACT, MAY, POSSIBLE):
        came = {start: ""}
        queue = deque([start])
        while queue:
            here = queue.popleft()
            if here == goal:
                chain = _back(came, goal)
                again = chain if of.possible(chain) else of.route(start, goal, partial(_steps, project, how))
                if chain := chain if again is None else again:
                    return Reached(how, chain)
                break
            for other in _steps(project, how, here):
                if other not in came:
                    came[other] = here
                    queue.append(other)
    return None


def _steps(project: Project, how: int, here: str) -> list[str]:
    return [other for other, sure in sorted(callees(project, here).items()) if sure <= how]


def _back(came: Mapping[str, str], goal: str) -> tuple[str, ...]:
    chain = [goal]
    while came[chain[-1]]:
        chain.append(came[chain[-1]])
    return tuple(reversed(chain))


def line_text(project: Project, path: str, line: int) -> str:
    """A line of a file, without its indentation, cut at 160."""
    lines = project.sources(path).split(b"\n")
    return lines[line - 1].decode("utf-8", "replace").strip()[:160] if 0 < line <= len(lines) else ""
