"""Leave nodes out of a graph without telling lies about it.

A node that goes leads *on* to one node that stays, or to none when its ways only end in nodes that go. Where it would
lead to several it decides between them, so it stays after all; a cycle that goes and has no way out keeps its first
node. Strongly connected components, leaves first, give each node its answer after those it leads to.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import TypeVar

from ..model.protocol import Generic
from .scc import components

Key = TypeVar("Key", bound=Hashable)


class _Contraction(Generic[Key]):
    def __init__(
        self,
        nodes: Sequence[Key],
        successors: Callable[[Key], Sequence[Key]],
        going: set[Key],
        rank: Callable[[Key], int],
    ) -> None:
        self.place = {node: (rank(node), at) for at, node in enumerate(nodes)}
        self.successors, self.going = successors, going
        self.on: dict[Key, Key | None] = {}

    def inner(self, node: Key, within: set[Key]) -> list[Key]:
        return [successor for successor in self.successors(node) if successor in within]

    def settle(self, part: Sequence[Key]) -> None:
        within = set(part)
        for members in list(components(part, lambda node: self.inner(node, within))):
            outcomes = self.outcomes(members)
            if len(outcomes) == 1:
                self.on.update(dict.fromkeys(members, outcomes[0]))
            elif not outcomes and not self.endless(members):
                self.on.update(dict.fromkeys(members, None))
            else:
                self.stay(members, bool(outcomes))

    def endless(self, members: Sequence[Key]) -> bool:
        own = set(members)
        leads = [successor for node in members for successor in self.successors(node)]
        return bool(leads) and all(successor in own for successor in leads)

    def outcomes(self, members: Sequence[Key]) -> list[Key]:
        """The different nodes that stay to which a component leads."""
        found = dict[Key, None]()
        for node in members:
            for successor in self.successors(node):
                onward = (
                    self.on.get(successor) if successor in self.going else successor
                )  # of its own members none is known yet
                if onward is not None:
                    found[onward] = None
        return list(found)

    def stay(self, members: Sequence[Key], leads_out: bool) -> None:
        """Those of least rank who decide stay; where nothing leads out, the first one."""
        deciding = [node for node in members if len(set(self.successors(node))) > 1] if leads_out else []
        first = min(deciding or members, key=self.place.__getitem__)
        staying = {node for node in deciding if self.place[node][0] == self.place[first][0]} or {first}
        self.going -= staying
        self.settle([node for node in members if node not in staying])


def contract(
    nodes: Sequence[Key],
    successors: Callable[[Key], Sequence[Key]],
    going: Iterable[Key],
    rank: Callable[[Key], int] = lambda _: 0,
) -> dict[Key, Key | None]:
    """The nodes that really go, each with the node that stays to which it leads on. `nodes`: all, in a fixed order; of
    several that might stay after all, those of least `rank` do (few different ranks, please: each may be a round)."""
    work = _Contraction(nodes, successors, set(going), rank)
    work.settle([node for node in nodes if node in work.going])
    return {node: work.on[node] for node in nodes if node in work.going}
