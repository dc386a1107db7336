"""Resolved call sites -> the call graph, with its strongly connected components leaves first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..engine.scc import components
from ..model.calls import CallEdge, CallGraph, Resolved

_TRAVELS = frozenset({"exact", "candidates"})


def calls(resolved: Mapping[str, Sequence[Resolved]], lines: Mapping[str, Sequence[int]]) -> CallGraph:
    """resolved: by function id; lines: line in the file of each call site, by function id and site."""
    nodes = tuple(sorted(resolved))
    edges = [
        CallEdge(caller, target, lines[caller][site.site], site.confidence, site.how,
                 site.targets if len(site.targets) > 1 else (), site.site)
        for caller in nodes
        for site in resolved[caller]
        for target in site.targets
        if target in resolved
    ]
    edges.sort()
    return CallGraph(nodes, tuple(edges), order(nodes, resolved))


def order(nodes: Sequence[str], resolved: Mapping[str, Sequence[Resolved]]) -> tuple[tuple[str, ...], ...]:
    """Components over the edges that effects travel, leaves first, members sorted."""

    def successors(node: str) -> list[str]:
        return sorted({t for s in resolved.get(node, ()) if s.how in _TRAVELS for t in s.targets if t in resolved})

    return tuple(tuple(sorted(component)) for component in components(nodes, successors))
