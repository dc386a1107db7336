"""Values that follow a graph bottom-up, brought up to date after a few nodes changed.

Why: after an edit only the changed nodes and those above them can differ, and of those only while values really differ.
A node whose value comes out as before wakes nobody (early cutoff, "backdating" in the terms of red-green evaluation).

Terms. A node's value follows from itself and the values of its successors. *Rewired* nodes have other successors than
before, or are new; *dirty* nodes have to be evaluated again for any reason (rewired ones are). A *component* is a set
of nodes that lead to each other; its members are evaluated together, from nothing, so that a value that only kept
itself alive around a cycle dies.

Which components are new? One that did not exist before has an edge that did not exist before, so it holds a rewired
node: these are searched from, towards both sides in turn, until one side is exhausted; of many, one walk over all that
they lead to finds them at once. A component that fell apart had
an edge that is gone, so it held a rewired node too: what is left of it is divided anew among itself. All others stand
as stored.

The order of evaluation does not matter to the result, only to the work: a pending component waits for pending
successors.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Final, TypeVar

from ..model.protocol import Generic, Protocol
from ..model.record import NamedTuple
from .scc import components

Key = TypeVar("Key", bound=str | int)
Value = TypeVar("Value")
MANY: Final = 1_000  # rewired nodes: from here one walk over all that they lead to costs less than a search from each


class DependencyGraph(Protocol[Key]):
    """The graph as it is now, and the cycles it had before."""

    def successors(self, key: Key, /) -> Collection[Key]: ...
    def predecessors(self, key: Key, /) -> Collection[Key]: ...

    def cycle(self, key: Key, /) -> frozenset[Key]:
        """Members of the component the node was in before; empty when it was alone."""


class Propagation(NamedTuple, Generic[Key, Value]):
    """values: of every node evaluated. changed: those that differ from before. backdated: those evaluated only because
    a successor changed, which came out as before. cycles: for every node whose component was looked at, its members
    (empty: alone)."""

    values: dict[Key, Value]
    changed: frozenset[Key]
    backdated: frozenset[Key]
    cycles: dict[Key, frozenset[Key]]


def propagate(
    dirty: Iterable[Key],
    rewired: Iterable[Key],
    graph: DependencyGraph[Key],
    evaluate: Callable[[tuple[Key, ...], Mapping[Key, Value]], Mapping[Key, Value]],
    before: Callable[[Key], Value | None],
) -> Propagation[Key, Value]:
    """`evaluate(component, fresh)` gives the members' values; `fresh` holds values already evaluated in this run, all
    others are as `before` says (None: the node is new)."""
    rewired = sorted(set(rewired))
    cycles = regroup(rewired, graph)
    first = set(dirty).union(cycles)
    values: dict[Key, Value] = {}
    changed: set[Key] = set()
    pending = set(first)
    stack = sorted(pending, reverse=True)
    waiting: set[Key] = set()
    while stack:
        key = stack[-1]
        if key not in pending:
            stack.pop()
            continue
        members = cycles.get(key)
        if members is None:
            members = cycles[key] = graph.cycle(key)
        component = tuple(sorted(members or {key}))
        below = sorted({s for m in component for s in graph.successors(m) if s in pending} - set(component))
        if below and key not in waiting:
            waiting.add(key)
            stack += reversed(below)
            continue
        waiting.discard(key)
        pending.difference_update(component)
        for member, value in evaluate(component, values).items():
            if value != values.get(member, before(member)):
                changed.add(member)
                invalidated = set(graph.predecessors(member)) - set(component) - pending
                pending |= invalidated
                stack[:0] = sorted(invalidated)
            values[member] = value
    really = frozenset(key for key in changed if values[key] != before(key))
    return Propagation(values, really, frozenset(values) - really - first, cycles)


def regroup(rewired: Iterable[Key], graph: DependencyGraph[Key], many: int = MANY) -> dict[Key, frozenset[Key]]:
    """The component of every node whose component may differ from before; empty for a node that is alone."""
    some = list(rewired)
    found: dict[Key, frozenset[Key]] = _at_once(some, graph) if len(some) > many else {}
    left: set[Key] = set()
    for key in some:
        left |= graph.cycle(key)
        if key not in found:
            members = _around(key, graph)
            found.update(dict.fromkeys(members or {key}, members))
    left -= found.keys()
    for members_ in components(sorted(left), lambda k: sorted(s for s in graph.successors(k) if s in left)):
        alone = len(members_) == 1
        found.update(dict.fromkeys(members_, frozenset() if alone else frozenset(members_)))
    return found


def _at_once(rewired: Collection[Key], graph: DependencyGraph[Key]) -> dict[Key, frozenset[Key]]:
    found: dict[Key, frozenset[Key]] = {}
    chosen = frozenset(rewired)
    for members in components(rewired, lambda key: sorted(graph.successors(key))):
        if not chosen.isdisjoint(members):
            found.update(dict.fromkeys(members, frozenset(members) if len(members) > 1 else frozenset()))
    return found


def _around(key: Key, graph: DependencyGraph[Key]) -> frozenset[Key]:
    """The component of a node, by a search from it in both directions in turn: the side that ends first decides."""
    down, up = {key}, {key}
    edge_down, edge_up = [key], [key]
    while edge_down and edge_up:
        edge_down = _step(edge_down, down, graph.successors)
        edge_up = _step(edge_up, up, graph.predecessors)
    if edge_down:  # everything above is known: who of it is reached from the node, going only through it
        members = _within(key, up, graph.successors)
    else:
        members = _within(key, down, graph.predecessors)
    return frozenset(members) if len(members) > 1 else frozenset()


def _step(edge: list[Key], seen: set[Key], follow: Callable[[Key], Collection[Key]]) -> list[Key]:
    fresh = {n for key in edge for n in follow(key)} - seen
    seen |= fresh
    return sorted(fresh)


def _within(key: Key, allowed: set[Key], follow: Callable[[Key], Collection[Key]]) -> set[Key]:
    seen, stack = {key}, [key]
    while stack:
        fresh = {n for n in follow(stack.pop()) if n in allowed} - seen
        seen |= fresh
        stack += fresh
    return seen
