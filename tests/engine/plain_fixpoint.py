"""Sets that travel against the arrows of a graph: each node has its own atoms and gathers those of its successors.

The plain way, which the fast ones are held against. Components come leaves first. A component without a cycle needs one look; in a cycle the members are revisited until
nothing is added, which is the least fixpoint and so does not depend on order. The cap is applied after that, by a
canonical cut, so it does not depend on order either.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeVar

Key = TypeVar("Key")
Atom = TypeVar("Atom")


def gather(
    component: tuple[Key, ...],
    own: Callable[[Key], frozenset[Atom]],
    inflow: Callable[[Key, Mapping[Key, Iterable[Atom]]], set[Atom]],
    known: Mapping[Key, Iterable[Atom]],
) -> dict[Key, frozenset[Atom]]:
    """Atoms of each member. `inflow(member, table)` collects what its successors send, reading them from the table;
    `known` holds all finished components."""
    current: dict[Key, frozenset[Atom]] = {member: own(member) for member in component}
    table = _Layered(current, known)
    changed = True
    while changed:
        changed = False
        for member in component:
            grown = current[member].union(inflow(member, table))
            if len(grown) > len(current[member]):
                current[member] = grown
                changed = len(component) > 1 or changed
    return current


class _Layered(Mapping[Key, Iterable[Atom]]):
    def __init__(self, front: Mapping[Key, Iterable[Atom]], back: Mapping[Key, Iterable[Atom]]) -> None:
        self._front, self._back = front, back

    def __getitem__(self, key: Key) -> Iterable[Atom]:
        return self._front[key] if key in self._front else self._back.get(key, ())

    def __iter__(self) -> Iterator[Key]:
        yield from self._front

    def __len__(self) -> int:
        return len(self._front)
